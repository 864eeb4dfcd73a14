import { test as base } from '@playwright/test';
import { House } from './house.ts';
import { Proxy } from './proxy.ts';
import { startServer, type Server } from './start-server.ts';

interface Fixtures {
  /** A server of the test's own; paths like '/tasks' refer to it. */
  server: Server;
  /** The same server behind a network that can be disturbed. */
  network: Proxy;
}

interface WorkerFixtures {
  /**
   * Started by the first test that uses it. Every test of the run can: tests with different worker fixtures would need
   * different workers, each with a browser of its own.
   */
  house: House;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  house: [
    async ({ browser }, use) => {
      const house = await House.open(browser);
      await use(house);
      await house.close();
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
