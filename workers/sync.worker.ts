import { expose } from 'comlink';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import { createSyncApi } from './api.ts';
import { withDocumentedApi } from './sync/api-transport.ts';
import { meterFetch, recordUsage } from './sync/data-usage.ts';

const get = (url: string, init: RequestInit) => fetch(url, init);
const meteredFetch = meterFetch(get, recordUsage(globalThis));

// Requests for app code are not counted here: they go through the service worker, which counts them.
const ports = createBrowserPorts((url, init) => (/^\/(api|media)\//.test(url) ? meteredFetch : get)(url, init));
expose(createSyncApi(withDocumentedApi(ports)));
