import { expect, type BrowserContext } from '@playwright/test';
import { logIn, readyForOffline } from './phone.ts';
import { startServer, type Server } from './start-server.ts';
import { test as base } from './test.ts';

interface Home {
  server: Server;
  context: BrowserContext;
}

/**
 * For tests that leave others in peace: the learner has logged in and has everything to go offline, once a worker. A
 * server, a login and a mirror of its own cost a test more than what it looks at.
 */
export const test = base.extend<object, { home: Home }>({
  home: [
    async ({ browser }, use) => {
      const server = await startServer();
      const viewport = { width: 360, height: 740 };
      const context = await browser.newContext({
        baseURL: server.url,
        viewport,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
      });
      const page = await context.newPage();
      await logIn(page, 'learner');
      await readyForOffline(page);
      await page.close();
      await use({ server, context });
      await context.close();
      await server.remove();
    },
    { scope: 'worker' },
  ],
  server: async ({ home }, use) => use(home.server),
  context: async ({ home }, use) => {
    await use(home.context);
    await home.context.setOffline(false);
    for (const page of home.context.pages()) await page.close();
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await use(page);
  },
});

export { expect };
