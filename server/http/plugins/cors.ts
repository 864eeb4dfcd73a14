import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { isApiUrl } from './headers.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/**
 * Request headers that pages of other sites may send. X-Haversack-Client is not included, because a login with that
 * header sets cookies.
 */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Range',
  'X-Device-Id',
];
/**
 * Response headers that these pages may read. They check Content-Range when they download a file in parts, and Date to
 * notice that the device's clock is wrong.
 */
const RESPONSE_HEADERS = [
  ...['ETag', 'Retry-After', 'Idempotency-Replayed', 'X-Request-Id', 'X-Sync-Proto', 'X-Sync-Rev'],
  ...['Content-Range', 'Date'],
];
const PREFLIGHT_CACHED_S = '600';

/** Paths of calls that read a cookie. Pages of other sites must never have access to them. */
const cookiePaths = new Set((['own.refresh', 'own.logout'] as const).map((name) => callNamed(name).path));

/** Returns the path without its query, normalised in the same way as by the router. */
const pathOf = (url: string): string => `${(url.split('?')[0] ?? '').replace(/\/+$/, '')}/`;

/**
 * Whether pages of other sites may read a path. They may read responses to calls, and media, but not the response to a
 * call that is authorised by a cookie. The path of the matched route is checked, because the same path can be written
 * in many ways in a request; a preflight request has no route.
 */
function isOpen({ routeOptions, url }: FastifyRequest): boolean {
  const path = pathOf(routeOptions.url ?? url);
  return (isApiUrl(path) || path.startsWith('/media/')) && !cookiePaths.has(path);
}

/**
 * Allows pages of the given origins to use the API with tokens. Cookies are never sent along, because no response
 * allows credentials. Pages of other origins get no CORS headers, so their browsers block access to the responses.
 */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowedOrigins = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    if (!isOpen(request)) return;
    void reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowedOrigins.has(origin)) return;
    void reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': RESPONSE_HEADERS.join(', '),
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    void reply.headers({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
      'Access-Control-Max-Age': PREFLIGHT_CACHED_S,
    });
    return reply.code(204).send();
  });
}
