import { test as base } from '@playwright/test';
import { Proxy } from './proxy.ts';
import { startServer, type Server } from './start-server.ts';

interface Fixtures {
  /** A server of the test's own; paths like '/tasks' refer to it. */
  server: Server;
  /** The same server behind a network that can be disturbed. */
  network: Proxy;
}

export const test = base.extend<Fixtures>({
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
