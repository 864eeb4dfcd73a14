import type { BrowserContext, Page } from '@playwright/test';
import type { Who } from './phone.ts';
import { expect, test as base } from './test.ts';

/**
 * For independent tests whose device starts empty. They share the worker's server and see each other's rows, so each
 * test counts only its own rows.
 */
export const visit = base.extend({
  server: async ({ house }, use) => use(house.server),
  network: async ({ house }, use) => {
    await use(house.network);
    house.network.heal();
  },
  baseURL: async ({ house }, use) => use(house.network.url),
});

interface Fixtures {
  /** The person of `page` and `context`; `test.use({ who: 'manager' })`. */
  who: Who;
  /** A page on another person's device with the same server. */
  pageOf(who: Who): Promise<Page>;
}

/**
 * For independent tests: each person is logged in, mirrored and ready for offline use once per worker, and online again
 * after each test. A server, a login and a mirror per test would cost more than the test.
 */
export const test = visit.extend<Fixtures>({
  who: ['learner', { option: true }],
  pageOf: async ({ house }, use) => {
    const used = new Set<BrowserContext>();
    await use(async (who) => {
      const context = await house.phoneOf(who);
      used.add(context);
      return context.newPage();
    });
    for (const context of used) {
      await context.setOffline(false);
      for (const page of context.pages()) await page.close();
    }
  },
  page: async ({ pageOf, who }, use) => use(await pageOf(who)),
  context: async ({ page }, use) => use(page.context()),
});

export { expect };
