import { join } from 'node:path';
import { DEMO_PASSWORD } from '../../../server/demo/people.ts';
import { addDayData } from '../../foreign/day-data.ts';
import { HttpServer } from '../../foreign/server.ts';
import { FOREIGN_PASSWORD } from '../../foreign/world.ts';
import type { Credentials } from './documented-days.ts';
import { startServer } from './start-server.ts';

const webFolder = join(import.meta.dirname, '../../../dist/web');

/** An API that has only the documented calls, at the same origin as the built page. */
export interface Backend {
  url: string;
  learner: Credentials;
  consultant: Credentials;
  close(): Promise<unknown>;
}

export const demoCredentials = {
  learner: { username: 'learner@example.org', password: DEMO_PASSWORD },
  consultant: { username: 'consultant@example.org', password: DEMO_PASSWORD },
};

export const foreignCredentials = {
  learner: { username: 'lena@foreign.test', password: FOREIGN_PASSWORD },
  consultant: { username: 'carl@foreign.test', password: FOREIGN_PASSWORD },
};

const backends = {
  'our server without its sync calls': async (): Promise<Backend> => {
    const server = await startServer(undefined, { SYNC_CALLS: 'off' });
    return { url: server.url, ...demoCredentials, close: () => server.remove() };
  },
  'an API with other shapes': async (): Promise<Backend> => {
    const server = new HttpServer({ api: {}, folder: webFolder });
    addDayData(server.api!.world, Date.now());
    await server.open();
    return { url: `http://localhost:${server.port}`, ...foreignCredentials, close: () => server.close() };
  },
};

export type BackendName = keyof typeof backends;

export const openBackend = (name: BackendName): Promise<Backend> => backends[name]();
