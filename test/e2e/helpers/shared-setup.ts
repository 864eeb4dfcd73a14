import type { Browser, BrowserContext } from '@playwright/test';
import { logIn, waitUntilReadyForOffline, type Who } from './phone.ts';
import { Proxy } from './proxy.ts';
import { startServer, type Server } from './start-server.ts';
import { zone } from './zone.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'en-GB', timezoneId: zone };

/** A server that tests share, and one device for each person that the tests have used so far. */
export class SharedSetup {
  readonly server: Server;
  readonly network: Proxy;
  private readonly browser: Browser;
  private readonly phones = new Map<Who, BrowserContext>();

  private constructor(browser: Browser, server: Server) {
    this.browser = browser;
    this.server = server;
    this.network = new Proxy(() => server.url);
  }

  static async open(browser: Browser): Promise<SharedSetup> {
    const shared = new SharedSetup(browser, await startServer());
    await shared.network.open();
    return shared;
  }

  async phoneOf(who: Who): Promise<BrowserContext> {
    const known = this.phones.get(who);
    if (known) return known;
    const context = await this.browser.newContext({ ...phone, baseURL: this.network.url });
    const page = await context.newPage();
    await logIn(page, who);
    await waitUntilReadyForOffline(page);
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
