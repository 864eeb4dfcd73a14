import type { BrowserContext, Page } from '@playwright/test';
import type { Who } from './phone.ts';
import { expect, test as base } from './test.ts';

/**
 * A test whose device starts empty. Such tests are independent of each other. Their devices share the server of the
 * worker and see each other's rows, so each test counts only the rows that it created.
 */
export const visit = base.extend({
  server: async ({ shared }, use) => use(shared.server),
  network: async ({ shared }, use) => {
    await use(shared.network);
    shared.network.heal();
  },
  baseURL: async ({ shared }, use) => use(shared.network.url),
});

interface Fixtures {
  /** The person who uses `page` and `context`, set for example by `test.use({ who: 'manager' })`. */
  who: Who;
  /** Opens a page on the device of another person, with the same server. */
  pageOf(who: Who): Promise<Page>;
}

/**
 * A test on a shared device. The device of each person is set up once per worker (login, first mirror, offline copy
 * of the app) and is online again after each test, so that the tests are independent of each other. A separate server,
 * login and first mirror for each test would take longer than the test itself.
 */
export const test = visit.extend<Fixtures>({
  who: ['learner', { option: true }],
  pageOf: async ({ shared }, use) => {
    const contexts = new Set<BrowserContext>();
    await use(async (who) => {
      const context = await shared.phoneOf(who);
      contexts.add(context);
      return context.newPage();
    });
    for (const context of contexts) {
      await context.setOffline(false);
      for (const page of context.pages()) await page.close();
    }
  },
  page: async ({ pageOf, who }, use) => use(await pageOf(who)),
  context: async ({ page }, use) => use(page.context()),
});

export { expect };
