import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { ForeignApi, type ForeignOptions } from './api.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.zip': 'application/zip',
  '.wasm': 'application/wasm',
};

/** Serves the files of a built page like a static host: unknown paths get the page itself. */
async function staticFile(folder: string, path: string): Promise<Response> {
  const file = normalize(join(folder, path));
  const inside = file.startsWith(folder) && extname(file) !== '' ? file : join(folder, 'index.html');
  try {
    return new Response(await readFile(inside), {
      headers: { 'Content-Type': types[extname(inside)] ?? 'application/octet-stream' },
    });
  } catch {
    return new Response('Not found', { status: 404 });
  }
}

async function toRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = incoming.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
  return new Request(new URL(incoming.url ?? '/', origin), { method, headers, body });
}

async function send(response: Response, outgoing: ServerResponse, cors: Record<string, string>): Promise<void> {
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers.entries()), ...cors });
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, Date, Idempotency-Replayed',
};

/** A process-local HTTP server: the foreign API, a folder with a built page, or both at one origin. */
export class HttpServer {
  readonly api: ForeignApi | null;
  private readonly folder: string | null;
  private readonly server: Server;

  constructor({ api, folder }: { api?: Partial<ForeignOptions>; folder?: string }) {
    this.api = api ? new ForeignApi({ now: Date.now, random: Math.random, ...api }) : null;
    this.folder = folder ?? null;
    this.server = createServer((incoming, outgoing) => void this.answer(incoming, outgoing));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Listens on the given port, by default on any free one. */
  open(port = 0): Promise<void> {
    return new Promise((resolve) => void this.server.listen(port, resolve));
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => void this.server.close(resolve));
  }

  private async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    try {
      if (incoming.method === 'OPTIONS') return await send(new Response(null), outgoing, crossOrigin);
      const isApi = this.api !== null && /^\/(api|files)\//.test(path);
      const request = isApi ? await toRequest(incoming, 'http://localhost') : null;
      const response = request ? await this.api!.handle(request) : await staticFile(this.folder ?? '', path);
      await send(response, outgoing, isApi ? crossOrigin : {});
    } catch {
      // The foreign API throws if the request or the response is to be lost.
      incoming.destroy();
    }
  }
}
