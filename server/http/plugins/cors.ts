import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callNamed } from '../../../contract/calls/index.ts';
import { isApi } from './headers.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** Not X-Haversack-Client: with that a log-in sets cookies. */
const SENT = [
  'Authorization',
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Device-Id',
];
const SHOWN = ['ETag', 'Retry-After', 'Idempotency-Replayed', 'X-Request-Id', 'X-Sync-Proto', 'X-Sync-Rev'];
const PREFLIGHT_S = '600';

/** These read a cookie. A page of another site must never reach them. */
const ofCookies = new Set((['own.refresh', 'own.logout'] as const).map((name) => callNamed(name).path));

/** The path without its query, as the router compares it. */
const pathOf = (url: string): string => `${(url.split('?')[0] ?? '').replace(/\/+$/, '')}/`;

/**
 * Whether other sites may read a path: calls and media, but no call that a cookie authorises. The path of the route
 * counts, because that of the request may be written in many ways; a preflight has no route.
 */
function isOpen({ routeOptions, url }: FastifyRequest): boolean {
  const path = pathOf(routeOptions.url ?? url);
  return (isApi(path) || path.startsWith('/media/')) && !ofCookies.has(path);
}

/**
 * Lets pages of the given origins use the API with tokens. Cookies are never sent along, because no response allows
 * credentials. All other origins get the responses as before, which their browsers keep from them.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const known = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    if (!isOpen(request)) return;
    void reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !known.has(origin)) return;
    void reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': SHOWN.join(', '),
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    void reply.headers({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': SENT.join(', '),
      'Access-Control-Max-Age': PREFLIGHT_S,
    });
    return reply.code(204).send();
  });
}
