import { log } from '../../src/lib/log.ts';
import type { Ports } from '../../src/lib/ports.ts';
import type { OpenedApi } from './documented/open.ts';

/** True in a page that is served without our server (`npm run build:client`); not defined otherwise. */
declare const __API_ELSEWHERE__: boolean | undefined;

/** Wait in ms before the next check of a server that responds neither like our server nor like a documented API. */
const RETRY_MS = 30_000;

/**
 * Returns ports with which the worker can also use an API that has only the documented calls. All responses of our
 * server have the header X-Sync-Proto. The first response without it, which may also come from a captive portal, loads
 * the code that finds out what kind of server it is.
 */
export function withDocumentedApi(ports: Ports): Ports {
  let api: OpenedApi = 'unknown';
  let tried_at = -Infinity;
  let opening: Promise<void> | null = null;
  const currentTranslator = () => (typeof api === 'object' ? api : null);
  const open = async () => {
    tried_at = ports.clock.now();
    api = await import('./documented/open.ts').then(({ openDocumentedApi }) => openDocumentedApi(ports));
  };
  const openOnce = () =>
    (opening ??= open()
      .catch((error: unknown) => log.warn('the API could not be examined', error))
      .finally(() => (opening = null)));
  const fetch: Ports['fetch'] = async (url, init) => {
    // A host that serves only the page must not receive requests that are meant for the API, because they may contain
    // passwords.
    const isOnlyElsewhere = typeof __API_ELSEWHERE__ === 'boolean' && /^\/(api|media)\//.test(url);
    if (isOnlyElsewhere && !currentTranslator()) await openOnce();
    const translator = currentTranslator();
    if (translator) return translator.fetch(url, init);
    if (isOnlyElsewhere) throw new TypeError('no response from the API');
    const response = await ports.fetch(url, init);
    if (!url.startsWith('/api/') || response.headers.has('X-Sync-Proto') || api === 'sync') return response;
    if (opening || Math.abs(ports.clock.now() - tried_at) >= RETRY_MS) await openOnce();
    return currentTranslator()?.fetch(url, init, response) ?? response;
  };
  return { ...ports, fetch, expire: () => currentTranslator()?.expire() };
}
