import { expose } from 'comlink';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import { createSyncApi } from './api.ts';
import { withDocumentedApi } from './sync/api-transport.ts';
import { meterFetch, recordUsage } from './sync/data-usage.ts';

const fetchUnmetered = (url: string, init: RequestInit) => fetch(url, init);
const meteredFetch = meterFetch(fetchUnmetered, recordUsage(globalThis));

// Requests for app code are not counted here: they go through the service worker, which counts them.
const ports = createBrowserPorts((url, init) =>
  (/^\/(api|media)\//.test(url) ? meteredFetch : fetchUnmetered)(url, init),
);
expose(createSyncApi(withDocumentedApi(ports)));
