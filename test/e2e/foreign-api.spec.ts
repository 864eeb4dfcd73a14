import { join } from 'node:path';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { HttpServer } from '../foreign/server.ts';
import { FOREIGN_PASSWORD } from '../foreign/world.ts';
import { consultantDay, learnerDay, type Credentials } from './helpers/documented-days.ts';
import { test } from './helpers/home.ts';
import { startServer } from './helpers/start-server.ts';

const web = join(import.meta.dirname, '../../dist/web');

/** An API that has the documented calls alone, at the same origin as the built page. */
interface Backend {
  url: string;
  learner: Credentials;
  consultant: Credentials;
  close(): Promise<unknown>;
}

const backends: Record<string, () => Promise<Backend>> = {
  'our server without its sync calls': async () => {
    const server = await startServer(undefined, { SYNC_CALLS: 'off' });
    const learner = { username: 'learner@example.org', password: DEMO_PASSWORD };
    const consultant = { username: 'consultant@example.org', password: DEMO_PASSWORD };
    return { url: server.url, learner, consultant, close: () => server.remove() };
  },
  'an API with other shapes': async () => {
    const server = new HttpServer({ api: {}, folder: web });
    await server.open();
    const learner = { username: 'lena@foreign.test', password: FOREIGN_PASSWORD };
    const consultant = { username: 'carl@foreign.test', password: FOREIGN_PASSWORD };
    return { url: `http://localhost:${server.port}`, learner, consultant, close: () => server.close() };
  },
};

for (const [name, open] of Object.entries(backends)) {
  test(`a learner comments and adds a contact offline with ${name}`, async ({ browser }) => {
    const backend = await open();
    const context = await browser.newContext({ baseURL: backend.url });
    await learnerDay(context, backend.learner);
    await context.close();
    await backend.close();
  });

  test(`a consultant works on a task offline with ${name}`, async ({ browser }) => {
    const backend = await open();
    const context = await browser.newContext({ baseURL: backend.url });
    await consultantDay(context, backend.consultant);
    await context.close();
    await backend.close();
  });
}
