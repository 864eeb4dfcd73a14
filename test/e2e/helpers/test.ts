import { test as base } from '@playwright/test';
import { SharedSetup } from './shared-setup.ts';
import { Proxy } from './proxy.ts';
import { startServer, type Server } from './start-server.ts';

interface Fixtures {
  /** The server of this test only; paths such as '/tasks' are relative to its URL. */
  server: Server;
  /** The same server behind a network that can be disturbed. */
  network: Proxy;
}

interface WorkerFixtures {
  /**
   * The first test that uses the shared setup starts it. Every test declares this fixture, because tests with different
   * worker fixtures would run in different workers, each with a separate browser.
   */
  shared: SharedSetup;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  shared: [
    async ({ browser }, use) => {
      const shared = await SharedSetup.open(browser);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  // Playwright reads the fixture names from this first argument, which is required.
  server: async ({ headless: _ }, use) => {
    const server = await startServer();
    await use(server);
    await server.remove();
  },
  baseURL: async ({ server }, use) => use(server.url),
  network: async ({ server }, use) => {
    const proxy = new Proxy(() => server.url);
    await proxy.open();
    await use(proxy);
    await proxy.close();
  },
});

export { expect } from '@playwright/test';
