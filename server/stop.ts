import type { FastifyInstance } from 'fastify';
import { print } from './cli/print.ts';

const STOP_WITHIN_MS = 4_500;

/**
 * Stops the server on a signal, within five seconds: it accepts no new requests, completes the running ones and then
 * closes the database.
 */
export function stopOnSignal(app: Pick<FastifyInstance, 'close' | 'server'>, close: () => Promise<void>): void {
  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    print('Stopping …');
    const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS / 3);
    const giveUp = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    await app.close();
    await close();
    clearTimeout(cutOff);
    clearTimeout(giveUp);
    print('Stopped.');
    process.exit(0);
  }
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}
