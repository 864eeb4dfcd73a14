import { registerRoute } from 'workbox-routing';
import type { Ports } from '../src/lib/ports.ts';
import { log } from '../src/lib/log.ts';
import { reportLogout, type LogoutReport } from '../workers/sync/pending-logout.ts';

/** Prefix of the paths to which the browser sends the refresh cookie. */
const REFRESH_PATH = '/api/accounts/refresh';

/** The part of the service worker's global scope that is used here. */
interface FetchTarget {
  addEventListener(name: 'fetch', run: (event: Event) => void): void;
}

type FetchLike = Event & { request: Request; waitUntil(work: Promise<unknown>): void };

const report = (ports: Ports): Promise<LogoutReport> =>
  reportLogout(ports).catch((error: unknown) => {
    log.warn('a logout could not be reported', error);
    return 'none';
  });

/**
 * Responds to a token refresh from any page of this origin. The cookie must not be used while a logout is pending, so
 * the logout is reported first, and the server then rejects the refresh. If the logout cannot be reported, the refresh
 * fails here.
 */
async function answerRefresh(ports: Ports, request: Request): Promise<Response> {
  return (await report(ports)) === 'unreported' ? Response.error() : fetch(request);
}

/**
 * Prevents the pages of this origin from using the cookie of a user who has logged out, and reports a pending logout on
 * each navigation.
 */
export function guardLogout(self: FetchTarget, ports: Ports): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(REFRESH_PATH),
    ({ request }) => answerRefresh(ports, request),
    'POST',
  );
  self.addEventListener('fetch', (event) => {
    const { request } = event as FetchLike;
    if (request.mode === 'navigate') (event as FetchLike).waitUntil(report(ports));
  });
}
