import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { logIn, readyForOffline, type Who } from './phone.ts';
import { Proxy } from './proxy.ts';
import { startServer, type Server } from './start-server.ts';
import { test as base } from './test.ts';
import { zone } from './zone.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB', timezoneId: zone };

/** One server, and a device for each person the tests have requested so far. */
class House {
  readonly server: Server;
  readonly network: Proxy;
  private readonly browser: Browser;
  private readonly phones = new Map<Who, BrowserContext>();

  private constructor(browser: Browser, server: Server) {
    this.browser = browser;
    this.server = server;
    this.network = new Proxy(() => server.url);
  }

  static async open(browser: Browser): Promise<House> {
    const house = new House(browser, await startServer());
    await house.network.open();
    return house;
  }

  async phoneOf(who: Who): Promise<BrowserContext> {
    const known = this.phones.get(who);
    if (known) return known;
    const context = await this.browser.newContext({ ...phone, baseURL: this.network.url });
    const page = await context.newPage();
    await logIn(page, who);
    await readyForOffline(page);
    await page.close();
    this.phones.set(who, context);
    return context;
  }

  async close(): Promise<void> {
    for (const context of this.phones.values()) await context.close();
    await this.network.close();
    await this.server.remove();
  }
}

interface Fixtures {
  /** The person of `page` and `context`; `test.use({ who: 'manager' })`. */
  who: Who;
  /** A page on another person's device with the same server. */
  pageOf(who: Who): Promise<Page>;
}

/**
 * For independent tests: each person is logged in, mirrored and ready for offline use once per worker, and online again
 * after each test. A server, a login and a mirror per test would cost more than the test. Tests that share a server see
 * each other's rows, so they count only their own.
 */
export const test = base.extend<Fixtures, { house: House }>({
  who: ['learner', { option: true }],
  house: [
    async ({ browser }, use) => {
      const house = await House.open(browser);
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
  server: async ({ house }, use) => use(house.server),
  network: async ({ house }, use) => {
    await use(house.network);
    house.network.heal();
  },
  baseURL: async ({ house }, use) => use(house.network.url),
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
