import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Sha256 } from '../../contract/fields.ts';
import type { Deps } from '../context.ts';
import { sendRefusal } from './errors.ts';
import { isApi } from './headers.ts';

const YEAR = 'public, max-age=31536000, immutable';
const ASK = 'no-cache';

const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);

/** Lesson pictures by their hash: the content behind an address never changes. */
function addMedia(app: FastifyInstance, { db, scope }: Deps): void {
  app.get<{ Params: { sha256: string } }>('/media/:sha256', async (request, reply) => {
    const { sha256 } = request.params;
    if (!Sha256.safeParse(sha256).success) return sendRefusal(reply, { code: 'not_found' });
    const etag = `"${sha256}"`;
    const file = await db
      .selectFrom('media_files')
      .select(['mime', 'data'])
      .where('scope', '=', scope)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (!file || !pictures.has(file.mime)) return sendRefusal(reply, { code: 'not_found' });
    void reply.headers({ 'Cache-Control': YEAR, ETag: etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(file.mime).send(Buffer.from(file.data.buffer, file.data.byteOffset, file.data.byteLength));
  });
}

/** A page of the app, and not a file that is missing. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !isApi(path) && !/^\/(assets|media)(\/|$)/.test(path) && !/\.[a-z0-9]{2,12}$/i.test(path);
}

async function addFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: true,
    index: 'index.html',
    redirect: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'));
      void (reply as unknown as FastifyReply).header('Cache-Control', isHashed ? YEAR : ASK);
    },
  });
}

/** The built page at every path that is not a call, and a plain 404 for the rest. */
export async function addStatic(app: FastifyInstance, deps: Deps, folder: string | null): Promise<void> {
  addMedia(app, deps);
  const isBuilt =
    folder !== null &&
    (await access(join(folder, 'index.html'))
      .then(() => true)
      .catch(() => false));
  if (isBuilt) await addFiles(app, folder);
  app.setNotFoundHandler(async (request, reply) => {
    if (isBuilt && isPage(request)) return reply.header('Cache-Control', ASK).sendFile('index.html');
    return sendRefusal(reply, { code: 'not_found' });
  });
}
