import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { encodingFor } from './encodings.ts';

/** The script of the pages. Pages work without it; see server/landing/visitor. */
export interface VisitorScript {
  /** The path of the script, which contains a hash of its content. */
  path: string;
  source: Buffer;
}

/** Reads the built script; returns null if there is none, as in `npm run dev`. */
export async function readVisitorScript(folder: string): Promise<VisitorScript | null> {
  const names = await readdir(folder).catch(() => []);
  const name = names.find((file) => /^visitor-[\w-]+\.js$/.test(file));
  return name === undefined ? null : { path: `/${name}`, source: await readFile(join(folder, name)) };
}

/** Serves the script. Browsers may cache it without a limit, because a changed script has a different path. */
export function registerVisitorScript(app: FastifyInstance, { path, source }: VisitorScript): void {
  const bodies = { br: brotliCompressSync(source), gzip: gzipSync(source), identity: source };
  app.get(path, async (request, reply) => {
    const encoding = encodingFor(request.headers);
    void reply.type('text/javascript; charset=utf-8').headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    });
    return reply.send(bodies[encoding]);
  });
}
