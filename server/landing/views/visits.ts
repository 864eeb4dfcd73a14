import type { FastifyRequest } from 'fastify';

/**
 * Matches the User-Agent of programs that fetch pages automatically: search engines, link previews, monitors and
 * scripts. Does not match CUBOT, a brand of phones.
 */
const programs =
  /(?<!cu)bot|crawl|spider|slurp|fetcher|preview|scanner|scrap|archiver|validator|lighthouse|headless|monitor|uptime|pingdom|inspection|facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|vkshare|skypeuripreview|embedly|iframely|feedly|google-|googleother|apis-google|mediapartners|bingpreview|yandex(?!search)|petal|curl|wget|python|java\/|okhttp|go-http|libwww|axios|node-fetch|undici|httpclient|http_request|postman|insomnia|puppeteer|playwright|phantomjs|selenium|^mozilla\/5\.0$/i;

type Request = Pick<FastifyRequest, 'method' | 'headers'>;

/** Whether a User-Agent probably belongs to the browser of a person. */
export const isBrowser = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && userAgent.trim() !== '' && !programs.test(userAgent);

/** Whether the request is a prefetch, which a browser sends before the user opens the page. */
function isPrefetch({ headers }: Request): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''));
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}

/** Whether a request for a page counts as a view. Requests by bots, HEAD requests and prefetches do not count. */
export const isView = (request: Request): boolean =>
  request.method === 'GET' && !isPrefetch(request) && isBrowser(request.headers['user-agent']);

/** Returns the traffic source in the parameter `s` of a link; empty if the parameter is missing or malformed. */
export function trafficSourceOf(query: unknown): string {
  const { s } = (query ?? {}) as { s?: unknown };
  return typeof s === 'string' && /^[a-z0-9_-]{1,30}$/.test(s) ? s : '';
}
