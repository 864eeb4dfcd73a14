import { createHash } from 'node:crypto';
import type { Lang } from '../../../contract/fields.ts';
import { pageStyle } from '../../../contract/landing/style.ts';
import type { LandingElement, LandingNode } from '../../../contract/landing/tree.ts';
import { videoFrameOrigins, videoSource } from '../../../contract/landing/video.ts';
import { escapeHtml } from './print-html.ts';

/** The media type of pages. */
export const HTML_TYPE = 'text/html; charset=utf-8';

/** The style of all pages. It is part of the page itself, so that a browser can show the page after one response. */
const style = `${pageStyle}body{margin:0;background:#fbf9f5}@media (prefers-color-scheme:dark){body{background:#14171a}}@media print{body{background:#fff}}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The parts of a page on which its Content-Security-Policy depends. */
interface PolicyOptions {
  hasScript: boolean;
  /** Addresses of the videos of the page. */
  videos: readonly string[];
}

/** Returns the Content-Security-Policy of a page, which allows only the resources that the page needs. */
export function contentSecurityPolicy({ hasScript, videos }: PolicyOptions): string {
  const sources = hasScript ? videos.map(videoSource).filter((source) => source !== null) : [];
  const originsOf = (kind: 'frame' | 'file') => [
    ...new Set(sources.filter((source) => source.kind === kind).map(({ src }) => new URL(src).origin)),
  ];
  const frames = videoFrameOrigins.filter((origin) => originsOf('frame').includes(origin));
  const files = originsOf('file');
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "form-action 'self'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    ...(files.length > 0 ? [`media-src ${files.join(' ')}`] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(hasScript ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
  ].join('; ');
}

export interface DocumentOptions {
  lang: Lang;
  title: string;
  /** The body, as HTML. */
  html: string;
  description?: string;
  /** The address of the page; absent if search engines must not list it. */
  url?: string;
  /** The image that previews of links show. */
  cover?: { url: string; width: number; height: number } | null;
  script?: string | null;
}

const locales: Record<Lang, string> = { en: 'en_GB', ru: 'ru_RU', de: 'de_DE' };

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

function previewTags({ lang, title, description, url, cover }: DocumentOptions): string[] {
  if (url === undefined) return [meta('name', 'robots', 'noindex')];
  const image = cover ?? null;
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    ...(description ? [meta('property', 'og:description', description)] : []),
    meta('property', 'og:url', url),
    meta('property', 'og:locale', locales[lang]),
    ...(image
      ? [
          meta('property', 'og:image', image.url),
          meta('property', 'og:image:width', String(image.width)),
          meta('property', 'og:image:height', String(image.height)),
        ]
      : []),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
  ];
}

/** Returns a complete page. */
export function printDocument(options: DocumentOptions): string {
  const { lang, title, html, description, script } = options;
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    ...(description ? [meta('name', 'description', description)] : []),
    ...previewTags(options),
    '<meta name="theme-color" content="#fbf9f5" media="(prefers-color-scheme:light)">',
    '<meta name="theme-color" content="#14171a" media="(prefers-color-scheme:dark)">',
    '<link rel="icon" href="/icon.svg">',
    `<style>${style}</style>`,
    ...(script ? [`<script type="module" src="${escapeHtml(script)}"></script>`] : []),
  ];
  return `<!doctype html><html lang="${lang}"><head>${head.join('')}</head><body>${html}</body></html>`;
}

/** Whether a part of a page is, or contains, a matching element. */
export function containsNode(node: LandingNode, matches: (found: LandingElement) => boolean): boolean {
  if (typeof node === 'string') return false;
  return matches(node) || node.children.some((child) => containsNode(child, matches));
}
