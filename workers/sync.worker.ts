import { expose } from 'comlink';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { createSyncApi } from './api.ts';
import { meterFetch, recordUsage } from './sync/data-usage.ts';

const get = (url: string, init: RequestInit) => fetch(url, init);
const count = meterFetch(get, recordUsage(globalThis));

// App code is fetched through the service worker, which counts it.
expose(createSyncApi(browserPorts((url, init) => (/^\/(api|media)\//.test(url) ? count : get)(url, init))));
