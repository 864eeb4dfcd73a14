import { registerRoute } from 'workbox-routing';
import type { Ports } from '../src/lib/ports.ts';
import { log } from '../src/lib/log.ts';
import { reportLogout, type LogoutReport } from '../workers/sync/pending-logout.ts';

/** The refresh cookie is sent to these paths only. */
const REFRESH_PATH = '/api/accounts/refresh';

/** The event of a service worker that is used. */
interface FetchTarget {
  addEventListener(name: 'fetch', run: (event: Event) => void): void;
}

type FetchLike = Event & { request: Request; waitUntil(work: Promise<unknown>): void };

const report = (ports: Ports): Promise<LogoutReport> =>
  reportLogout(ports).catch((error: unknown) => {
    log.warn('a logout was not reported', error);
    return 'none';
  });

/**
 * Answers a refresh of any page of this origin. While a log-out is pending, the old cookie is not used: the log-out is
 * reported first, so that the server rejects the refresh; without a network the refresh fails.
 */
export async function answerRefresh(ports: Ports, request: Request): Promise<Response> {
  return (await report(ports)) === 'untold' ? Response.error() : fetch(request);
}

/** Keeps every page of this origin from using the cookie of a person who logged out, and reports a pending log-out. */
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
