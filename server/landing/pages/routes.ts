import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Sha256, type Lang } from '../../../contract/fields.ts';
import type { LandingElement } from '../../../contract/landing/tree.ts';
import type { Deps } from '../../deps.ts';
import { openFile } from '../../files/open-file.ts';
import { languageOf } from '../../http/language.ts';
import { encodingFor } from '../encodings.ts';
import { HTML_TYPE, contentSecurityPolicy, printDocument } from './document.ts';
import { readScaledImage, readStoredImage, type ImageFormat, type StoredImage } from './images.ts';
import { PageCache, type PageState } from './page-cache.ts';
import { escapeHtml } from './print-html.ts';
import { publicTexts } from './public-texts.ts';
import { printPage, type Page, type PageUrls, type RenderedPage } from './rendered-page.ts';
import { registerSitemap } from './sitemap.ts';

export interface PageOptions extends PageUrls {
  deps: Deps;
  /** Called for each response with a page and for each 304 response. */
  onView?: (request: FastifyRequest, flow_id: string) => void;
}

const NAME = /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/;
const FOR_EVER = 'public, max-age=31536000, immutable';

const textPolicy = contentSecurityPolicy({ hasScript: false, videos: [] });

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Sends a cached page with all its headers. Bypasses Fastify's reply, which would take longer than all other steps. */
function sendPage({ headers: sent }: FastifyRequest, reply: FastifyReply, page: RenderedPage): void {
  const { data, etag, headers } = page.bodies[encodingFor(sent)];
  reply.hijack();
  if (matches(sent['if-none-match'], etag)) reply.raw.writeHead(304, headers.unchanged).end();
  else reply.raw.writeHead(200, headers.sent).end(data);
}

/** Returns a page with a heading and a text. `html` is HTML. */
const printText = (lang: Lang, title: string, html: string): string =>
  printDocument({
    lang,
    title,
    html: `<div class="lp"><main><div class="block text-block">${html}</div></main></div>`,
  });

/** The parts of the public pages that other pages of this origin use. */
export interface LandingPages {
  /** Prints a page with a changed tree, and sends it. The result is not cached. */
  sendChanged(
    reply: FastifyReply,
    page: Page,
    unique_name: string,
    change: (tree: LandingElement) => LandingElement,
  ): Promise<FastifyReply>;
  /** Sends a page that consists of a text. `html` is HTML. */
  sendText(reply: FastifyReply, lang: Lang, title: string, html: string): FastifyReply;
  /** Sends the page for an address that never had a page (`missing`), or has none any more (`gone`). */
  sendMissing(request: FastifyRequest, reply: FastifyReply, state: 'missing' | 'gone'): FastifyReply;
}

function createPages({ deps, ...urls }: PageOptions): LandingPages {
  const sendText: LandingPages['sendText'] = (reply, lang, title, html) =>
    reply
      .headers({ 'Content-Security-Policy': textPolicy, 'X-Robots-Tag': 'noindex' })
      .type(HTML_TYPE)
      .send(printText(lang, title, html));
  return {
    sendText,
    sendChanged: async (reply, page, unique_name, change) => {
      const { html, policy } = await printPage(deps, urls, page, unique_name, change);
      return reply.headers({ 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex' }).type(HTML_TYPE).send(html);
    },
    sendMissing: (request, reply, state) => {
      const lang = languageOf(request);
      const { title, text } = publicTexts[lang][state];
      void reply.code(state === 'gone' ? 410 : 404).headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' });
      return sendText(reply, lang, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
    },
  };
}

interface Named {
  Params: { name: string };
}

function addPage(app: FastifyInstance, options: PageOptions, pages: LandingPages): void {
  const cache = new PageCache(options.deps, options);
  const log = options.deps.log as FastifyBaseLogger;
  const send = (request: FastifyRequest, reply: FastifyReply, state: PageState): void => {
    if (typeof state === 'string') return void pages.sendMissing(request, reply, state);
    options.onView?.(request, state.flow_id);
    sendPage(request, reply, state);
  };
  // Send cached pages without waiting for a promise. Creating a logger takes a tenth of the time of a request, so
  // create one only if the request fails.
  app.get<Named>('/l/:name', { childLoggerFactory: () => log }, (request, reply) => {
    const { name } = request.params;
    const lowerCaseName = name.toLowerCase();
    if (!NAME.test(lowerCaseName)) return void pages.sendMissing(request, reply, 'missing');
    if (lowerCaseName !== name) {
      const query = request.url.indexOf('?');
      return void reply.redirect(`/l/${lowerCaseName}${query < 0 ? '' : request.url.slice(query)}`, 301);
    }
    const state = cache.fresh(name);
    if (state) return send(request, reply, state);
    cache.get(name).then(
      (current) => send(request, reply, current),
      (error: unknown) => {
        request.log = request.log.child({ request_id: request.id });
        reply.send(error);
      },
    );
  });
}

async function sendImage(deps: Deps, reply: FastifyReply, image: StoredImage | undefined): Promise<FastifyReply> {
  if (!image) {
    reply.callNotFound();
    return reply;
  }
  const body = await openFile(deps, deps.scope, image);
  const headers = { 'Content-Type': image.type, 'Content-Length': String(image.bytes) };
  return reply.headers({ ...headers, 'Cache-Control': FOR_EVER }).send(body);
}

const isHash = (value: string): boolean => Sha256.safeParse(value).success;

function addImages(app: FastifyInstance, deps: Deps): void {
  const { db, scope } = deps;
  app.get<{ Params: { sha256: string } }>('/i/:sha256', async ({ params: { sha256 } }, reply) =>
    sendImage(deps, reply, isHash(sha256) ? await readStoredImage(db, scope, sha256) : undefined),
  );
  app.get<{ Params: { sha256: string; file: string } }>('/i/:sha256/:file', async ({ params }, reply) => {
    const { sha256, file } = params;
    const [, width, format] = /^(\d{1,4})\.(avif|webp)$/.exec(file) ?? [];
    const variant = { sha256, width: Number(width), format: format as ImageFormat };
    return sendImage(deps, reply, isHash(sha256) && format ? await readScaledImage(db, scope, variant) : undefined);
  });
}

function addTexts(app: FastifyInstance, { public_url }: PageOptions, pages: LandingPages): void {
  const link = (path: string, label: string) =>
    `<p><a href="${escapeHtml(public_url().replace(/\/$/, ''))}${path}">${escapeHtml(label)}</a></p>`;
  const body = ({ title, text }: { title: string; text: string }, after: string) =>
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${after}`;
  app.get('/', (request, reply) => {
    const lang = languageOf(request);
    const { home, open } = publicTexts[lang];
    void reply.header('Vary', 'Accept-Language');
    return pages.sendText(reply, lang, home.title, body(home, link('/', open)));
  });
  app.get<{ Params: { lang: Lang } }>('/unsubscribe/:lang(^en$|^ru$|^de$)', ({ params: { lang } }, reply) => {
    const { unsubscribe, privacy } = publicTexts[lang];
    return pages.sendText(reply, lang, unsubscribe.title, body(unsubscribe, link('/pages/privacy', privacy)));
  });
  const icon = readFileSync(join(process.cwd(), 'public/icons/favicon.svg'));
  app.get('/icon.svg', (_request, reply) =>
    reply.headers({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }).send(icon),
  );
}

/** Adds the published pages of members, their images, and the files for search engines. */
export function registerPages(app: FastifyInstance, options: PageOptions): LandingPages {
  const pages = createPages(options);
  addPage(app, options, pages);
  addImages(app, options.deps);
  addTexts(app, options, pages);
  registerSitemap(app, options);
  return pages;
}
