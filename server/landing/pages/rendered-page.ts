import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { LandingContext } from '../../../contract/landing/context.ts';
import { pageTree, shownImageHashes } from '../../../contract/landing/page-tree.ts';
import type { LandingElement } from '../../../contract/landing/tree.ts';
import type { Deps } from '../../deps.ts';
import type { PublishedPage } from '../../features/flows/published.ts';
import type { Encoding } from '../encodings.ts';
import { landingHeaders } from '../headers.ts';
import { containsNode, HTML_TYPE, contentSecurityPolicy, printDocument } from './document.ts';
import { imageSourceOf, variantsOf, type ImageVariant } from './images.ts';
import { printHtml } from './print-html.ts';

export type Page = Extract<PublishedPage, { state: 'published' }>;

/** URLs that pages contain. */
export interface PageUrls {
  /** The base URL of the app. */
  public_url: () => string;
  /** The base URL of this origin. */
  landing_url: () => string;
  /** Path of the visitors' script; null if it has not been built. */
  script: string | null;
}

interface Body {
  data: Buffer;
  etag: string;
  /** All headers of a response with this body, and of a 304 response. */
  headers: { sent: OutgoingHttpHeaders; unchanged: OutgoingHttpHeaders };
}

/** A rendered page in each encoding. */
export interface RenderedPage {
  flow_id: string;
  bodies: Record<Encoding, Body>;
  bytes: number;
  /** The time (ms) until which the content of the page does not change; Infinity if it does not depend on the time. */
  fresh_until: number;
}

const MINUTE_MS = 60_000;
const BROTLI_QUALITY = 9;
const PAGE_CACHING = 'public, max-age=60, stale-while-revalidate=600';

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Returns the bodies of a page in each encoding. `common` contains the headers that are the same for all of them. */
async function bodiesOf(html: string, common: OutgoingHttpHeaders): Promise<Record<Encoding, Body>> {
  const identity = Buffer.from(html);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const br = await compressed.br(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  const body = (data: Buffer, encoding: Encoding): Body => {
    const etag = `"${hash}-${encoding}"`;
    const unchanged = { ...common, ETag: etag };
    const encoded = encoding !== 'identity' && { 'Content-Encoding': encoding };
    const sent = { ...unchanged, 'Content-Type': HTML_TYPE, 'Content-Length': data.byteLength, ...encoded };
    return { data, etag, headers: { sent, unchanged } };
  };
  return {
    br: body(br, 'br'),
    gzip: body(await compressed.gzip(identity), 'gzip'),
    identity: body(identity, 'identity'),
  };
}

function contextOf(
  { version, owner }: Page,
  {
    unique_name,
    now,
    variants,
    app_url,
  }: { unique_name: string; now: Date; variants: readonly ImageVariant[]; app_url: string },
): LandingContext {
  return {
    lang: version.lang,
    now: now.toISOString(),
    image: (image) => imageSourceOf(image, variants),
    cards: version.cards,
    form: { action: `/l/${unique_name}/form`, version: version.number },
    owner_name: owner.first_name,
    app_url,
  };
}

/** Whether an element uses the visitors' script: a form, a video or a countdown. */
const needsScript = ({ tag, attributes }: LandingElement): boolean =>
  tag === 'form' || tag === 'time' || attributes['data-src'] !== undefined;

/** Returns whether the content of a page depends on the time. */
const hasCountdown = (tree: LandingElement): boolean => containsNode(tree, ({ tag }) => tag === 'time');

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

export interface PrintedPage {
  html: string;
  policy: string;
  hasCountdown: boolean;
}

/** Prints a page as HTML. `change` may replace parts of its tree, such as a form that a visitor has filled in. */
export async function printPage(
  { db, scope, clock }: Deps,
  urls: PageUrls,
  page: Page,
  unique_name: string,
  change: (tree: LandingElement) => LandingElement = (tree) => tree,
): Promise<PrintedPage> {
  const { version } = page;
  const variants = await variantsOf(db, scope, shownImageHashes(version));
  const app_url = withoutSlash(urls.public_url());
  const tree = change(pageTree(version, contextOf(page, { unique_name, now: clock(), variants, app_url })));
  const script = containsNode(tree, needsScript) ? urls.script : null;
  const origin = withoutSlash(urls.landing_url());
  const { title, lang, description, cover } = version;
  const videos = version.blocks.flatMap(({ type, url, hidden }) => (type === 'video' && url && !hidden ? [url] : []));
  return {
    html: printDocument({
      lang,
      title,
      description,
      url: `${origin}/l/${unique_name}`,
      cover: cover && { url: `${origin}/i/${cover.sha256}`, width: cover.width, height: cover.height },
      html: printHtml(tree),
      script,
    }),
    policy: contentSecurityPolicy({ hasScript: script !== null, videos }),
    hasCountdown: hasCountdown(tree),
  };
}

/** Prints a page and compresses it, so that the server only needs to copy bytes to respond to a request. */
export async function renderPage(deps: Deps, urls: PageUrls, page: Page, unique_name: string): Promise<RenderedPage> {
  const printed = await printPage(deps, urls, page, unique_name);
  const bodies = await bodiesOf(printed.html, {
    ...landingHeaders(urls.public_url()),
    'Content-Security-Policy': printed.policy,
    'Cache-Control': PAGE_CACHING,
    Vary: 'Accept-Encoding',
  });
  const bytes = Object.values(bodies).reduce((sum, { data }) => sum + data.byteLength, 0);
  const fresh_until = printed.hasCountdown ? deps.clock().getTime() + MINUTE_MS : Infinity;
  return { flow_id: page.flow_id, bodies, bytes, fresh_until };
}
