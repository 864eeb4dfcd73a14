import { test as base } from '@playwright/test';
import { Proxy } from './proxy.ts';
import { startServer, type Server } from './start-server.ts';

interface Fixtures {
  /** A server of the test's own; addresses like '/tasks' mean this one. */
  server: Server;
  /** The same server behind a network that can be spoilt. */
  network: Proxy;
}

export const test = base.extend<Fixtures>({
  // Playwright reads the names out of this first argument: there must be one.
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
