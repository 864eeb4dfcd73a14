import type { FastifyInstance, FastifyReply } from 'fastify';
import { SYNC_PROTO } from '../../../contract/version.ts';
import type { Deps } from '../../deps.ts';

const directives = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types app default dompurify',
];

/** Returns the Content-Security-Policy of a page with the given inline scripts; see inline-scripts.ts. */
export const contentPolicy = (inlineScripts: readonly string[] = []): string => {
  const [first, ...rest] = directives;
  return [first, ["script-src 'self'", ...inlineScripts].join(' '), ...rest].join('; ');
};

/** Headers of all responses, including those of the second origin, which serves payment and landing pages. */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
} as const;

const constantHeaders: Record<string, string> = { 'Content-Security-Policy': contentPolicy(), ...commonHeaders };

const hstsPolicy = 'max-age=63072000; includeSubDomains';

export const isApiUrl = (url: string) => url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');

/** Returns the headers of every response. They are set before any step that can fail. */
export function securityHeaders(public_url: string): Record<string, string> {
  return public_url.startsWith('https:')
    ? { ...constantHeaders, 'Strict-Transport-Security': hstsPolicy }
    : constantHeaders;
}

/**
 * Returns the headers of API responses. Without X-Sync-Proto, a client assumes that a response comes from a captive
 * portal or a proxy.
 */
export function apiHeaders({ pokes, clock }: Deps, reply: FastifyReply): Record<string, string> {
  const { caller } = reply.request;
  // The rev reveals how much an organisation writes, so anonymous clients do not get it.
  const rev = caller ? pokes.rev(caller.scope) : 0;
  return {
    'Cache-Control': 'no-store',
    'X-Sync-Proto': String(SYNC_PROTO),
    'X-Sync-Rev': String(rev),
    Date: clock().toUTCString(),
  };
}

/**
 * Adds the headers of all responses. A server without the sync calls leaves out the headers for syncing, so that the
 * app uses it like any other API that has only the documented calls.
 */
export function registerHeaders(
  app: FastifyInstance,
  deps: Deps,
  { public_url, sync_calls }: { public_url: string; sync_calls: boolean },
): void {
  const common = securityHeaders(public_url);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...common, 'X-Request-Id': request.id });
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isApiUrl(request.url)) return;
    reply.headers(apiHeaders(deps, reply));
    if (!sync_calls) reply.removeHeader('X-Sync-Proto').removeHeader('X-Sync-Rev');
  });
}
