import { expose } from 'comlink';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { createSyncApi } from './api.ts';

expose(createSyncApi(browserPorts((url, init) => fetch(url, init))));
