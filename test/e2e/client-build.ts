import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { HttpServer } from '../foreign/server.ts';
import { FOREIGN_PASSWORD } from '../foreign/world.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { consultantDay, learnerDay } from './helpers/documented-days.ts';
import { test } from './helpers/home.ts';
import { startServer } from './helpers/start-server.ts';

// `npm run test:client`: builds the page for a static host and uses it with an API of another site. "localhost" and
// "127.0.0.1" are different sites, so the page has no cookies of the API.

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist/client');
let api_port = 0;
let page: HttpServer;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  api_port = await findFreePort();
  const api = `http://127.0.0.1:${api_port}`;
  execFileSync('npm', ['run', 'build:client', '--', '--api', api], { cwd: root, stdio: 'inherit' });
  page = new HttpServer({ folder });
  await page.open();
});

test.afterAll(() => page.close());

test('works with an API of other shapes at another site', async ({ browser }) => {
  const server = new HttpServer({ api: {} });
  await server.open(api_port);
  for (const [day, username] of [
    [learnerDay, 'lena@foreign.test'],
    [consultantDay, 'carl@foreign.test'],
  ] as const) {
    const context = await browser.newContext({ baseURL: `http://localhost:${page.port}` });
    await day(context, { username, password: FOREIGN_PASSWORD });
    await context.close();
  }
  await server.close();
});

for (const calls of ['on', 'off'])
  test(`works with our server at another site, sync calls ${calls}`, async ({ browser }) => {
    const origin = `http://localhost:${page.port}`;
    const server = await startServer(undefined, { SYNC_CALLS: calls, PORT: String(api_port), CORS_ORIGINS: origin });
    const context = await browser.newContext({ baseURL: origin });
    await learnerDay(context, { username: 'learner@example.org', password: DEMO_PASSWORD });
    await context.close();
    await server.remove();
  });
