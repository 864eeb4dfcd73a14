import { rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../chromium.ts';
import { newFolder } from '../e2e/helpers/start-server.ts';
import { zone } from '../e2e/helpers/zone.ts';
import { ACTION_TIMEOUT_MS, type BrowserOptions, type DrivenPage, TIMEOUT_MS } from './driven-page.ts';

/**
 * Opens Chromium with Playwright and a profile on the disk. Without a profile, Chromium does not offer to install the
 * app.
 */
export async function openChromium({ userAgent }: BrowserOptions = {}): Promise<DrivenPage> {
  const profile = newFolder('chromium');
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch(),
    headless: true,
    locale: 'en-GB',
    timezoneId: zone,
    ...(userAgent && { userAgent }),
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    name: `Chromium ${context.browser()?.version() ?? ''}`.trim(),
    profile,
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    click: (selector) => page.click(selector, { timeout: ACTION_TIMEOUT_MS }),
    fill: (selector, text) => page.fill(selector, text, { timeout: ACTION_TIMEOUT_MS }),
    cookie: async (name) => (await context.cookies()).find((cookie) => cookie.name === name)?.value,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
