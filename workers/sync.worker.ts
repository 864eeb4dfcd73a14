import { expose } from 'comlink';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { createSyncApi } from './api.ts';
import { counted, keepUse } from './sync/data-use.ts';

expose(createSyncApi(browserPorts(counted((url, init) => fetch(url, init), keepUse(globalThis)))));
