import type { Socket } from 'node:net';

/** How long a request may take to arrive. */
export const REQUEST_TIMEOUT_MS = 120_000;

/**
 * Responds to a request that cannot be parsed. Never responds with 408, because Chromium repeats a request that got this
 * status.
 */
export function clientErrorHandler(error: Error, socket: Socket): void {
  if (socket.writable && (error as { code?: string }).code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
  socket.destroy();
}
