import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLanguage } from '../../../contract/language.ts';
import { FIRST_VISIT, type FirstVisit } from '../preload-manifest.ts';
import { sendRefusal } from './errors.ts';
import { isApi } from './headers.ts';

const YEAR = 'public, max-age=31536000, immutable';
const ASK = 'no-cache';

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

/** The page of the app, and what a first visit needs of it in one go. */
function sendPage(request: FastifyRequest, reply: FastifyReply, links: FirstVisit): void {
  const wishes = (request.headers['accept-language'] ?? '').split(',').map((wish) => wish.trim());
  const link = links[negotiateLanguage(wishes)];
  void reply.headers({ 'Cache-Control': ASK, Vary: 'Accept-Language', ...(link && { Link: link }) });
  void reply.sendFile('index.html');
}

async function readFirstVisit(folder: string): Promise<FirstVisit> {
  try {
    return JSON.parse(await readFile(join(folder, FIRST_VISIT), 'utf8')) as FirstVisit;
  } catch {
    // Without it the page finds out by itself, wave by wave.
    return {};
  }
}

/** The built page at every path that is not a call, and a plain 404 for the rest. */
export async function addStatic(app: FastifyInstance, folder: string | null): Promise<void> {
  const isBuilt =
    folder !== null &&
    (await access(join(folder, 'index.html'))
      .then(() => true)
      .catch(() => false));
  const links = isBuilt ? await readFirstVisit(folder) : {};
  if (isBuilt) {
    await addFiles(app, folder);
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply, links));
  }
  // Gives no promise: Fastify would listen to the reply's end anew for each, and the file's stream does already.
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && isPage(request)) sendPage(request, reply, links);
    else void sendRefusal(reply, { code: 'not_found' });
  });
}
