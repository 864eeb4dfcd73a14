import { expose } from 'comlink';
import type { SearchMessage } from '../src/bridge/search-api.ts';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import { createSearchApi } from './search/search-api.ts';

// Search has its own worker, so that it never waits while the sync worker processes a batch.

const ports = createBrowserPorts(() => Promise.reject(new TypeError('the search worker has no network access')));

const post = (type: SearchMessage['type']): void => postMessage({ type } satisfies SearchMessage);

expose(
  createSearchApi(
    ports,
    () => post('changed'),
    () => post('closed'),
  ),
);
