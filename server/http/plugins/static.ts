import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLanguage } from '../../../contract/language.ts';
import { PRELOAD_MANIFEST, type PreloadManifest } from '../preload-manifest.ts';
import { acceptedLanguages } from '../language.ts';
import { sendRefusal } from './errors.ts';
import { inlineScriptSources } from '../inline-scripts.ts';
import { contentPolicy, isApiUrl } from './headers.ts';

const CACHED_FOR_A_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
/** `no-store` also keeps the page out of the browser's back/forward cache. See: [Note: Back/forward cache] */
const PAGE = 'no-store';

/** Whether a path is the path of an HTML file, compressed or not. */
const isHtml = (path: string) => /\.html(\.\w+)?$/.test(path);

/** Whether a request is for a page of the app, not for a file or an API call. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !isApiUrl(path) && !/^\/(assets|media|demo)(\/|$)/.test(path) && !/\.[a-z0-9]{2,12}$/i.test(path);
}

async function addFiles(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const policy = contentPolicy(inlineScriptSources(page));
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: true,
    index: 'index.html',
    redirect: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'));
      const cacheControl = isHashed ? CACHED_FOR_A_YEAR : isHtml(path) ? PAGE : REVALIDATE;
      const headers = { 'Cache-Control': cacheControl, ...(isHtml(path) && { 'Content-Security-Policy': policy }) };
      void (reply as unknown as FastifyReply).headers(headers);
    },
  });
}

/** Sends the page of the app with the preload links for a first visit. */
function sendPage(request: FastifyRequest, reply: FastifyReply, links: PreloadManifest): void {
  const link = links[negotiateLanguage(acceptedLanguages(request.headers['accept-language'] ?? ''))];
  void reply.headers({ 'Cache-Control': PAGE, Vary: 'Accept-Language', ...(link && { Link: link }) });
  void reply.sendFile('index.html');
}

/**
 * Responds to content that the operating system shares with the installed app. Usually the service worker handles this
 * request; the server receives it only if there is no service worker. The server discards the content, because the
 * request has no session, and the app explains this to the user. See: [Note: Shared content]
 */
function refuseShares(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Accepts and discards a body of any type and length.
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume();
      done(null);
    });
    scope.post('/share', { schema: { hide: true } }, (_request, reply) =>
      reply.header('Cache-Control', PAGE).redirect('/share?refused=not_ready', 303),
    );
  });
}

async function readPreloadManifest(folder: string): Promise<PreloadManifest> {
  try {
    return JSON.parse(await readFile(join(folder, PRELOAD_MANIFEST), 'utf8')) as PreloadManifest;
  } catch {
    // Without the manifest there are no preload links, and the browser discovers the files one after another.
    return {};
  }
}

/** Serves the built page for every path of the app, and responds with 404 for missing files and unknown calls. */
export async function registerStaticFiles(app: FastifyInstance, folder: string | null): Promise<void> {
  const isBuilt =
    folder !== null &&
    (await access(join(folder, 'index.html'))
      .then(() => true)
      .catch(() => false));
  const links = isBuilt ? await readPreloadManifest(folder) : {};
  if (isBuilt) {
    await addFiles(app, folder);
    refuseShares(app);
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply, links));
  }
  // Do not return a promise from this handler: Fastify would then add an end listener, but the stream of the file
  // already has one.
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && isPage(request)) sendPage(request, reply, links);
    else void sendRefusal(reply, { code: 'not_found' });
  });
}
