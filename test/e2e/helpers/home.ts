import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { logIn, readyForOffline, type Who } from './phone.ts';
import { Proxy } from './proxy.ts';
import { startServer, type Server } from './start-server.ts';
import { test as base } from './test.ts';
import { zone } from './zone.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB', timezoneId: zone };

/** One server, and a phone of each person that a test has asked for so far. */
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
  /** Whose phone `page` and `context` are; `test.use({ who: 'manager' })`. */
  who: Who;
  /** A page on the phone of somebody else, who lives in the same house. */
  pageOf(who: Who): Promise<Page>;
}

/**
 * For tests that leave others in peace: whoever they ask for has logged in and has everything to go offline, once a
 * worker, and is online again after each. A server, a login and a mirror of its own cost a test more than what it
 * looks at. Tests of one house see each other's rows: they count only what they made themselves.
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
