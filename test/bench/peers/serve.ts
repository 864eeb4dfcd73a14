import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };

/** Serves the bundle of the pages, and texts by their paths, on a free port. Browsers may cache the bundle. */
export async function servePages(
  folder: string,
  texts: Readonly<Record<string, string>>,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const send = (body: string | Buffer): void => {
      const caching = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain', 'cache-control': caching });
      response.end(body);
    };
    const text = texts[path];
    if (text !== undefined) return send(text);
    readFile(join(folder, path)).then(send, () => response.writeHead(404).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}
