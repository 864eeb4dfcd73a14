import { rmSync } from 'node:fs';
import { launch, type Page } from 'puppeteer-core';
import { newFolder } from '../e2e/helpers/start-server.ts';
import { zone } from '../e2e/helpers/zone.ts';
import { ACTION_TIMEOUT_MS, type BrowserOptions, type DrivenPage, TIMEOUT_MS } from './driven-page.ts';

/** Opens Firefox over WebDriver BiDi, with a profile on the disk. */
export async function openFirefox(executablePath: string, { userAgent }: BrowserOptions = {}): Promise<DrivenPage> {
  const profile = newFolder('firefox');
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: profile,
    env: { ...process.env, TZ: zone },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      ...(userAgent && { 'general.useragent.override': userAgent }),
    },
  });
  await browser.newPage();
  // A navigation may move the tab to another process, which replaces the page object, so each step looks it up again.
  const current = async (): Promise<Page> => {
    const page = (await browser.pages()).at(-1);
    if (!page) throw new Error('Firefox has no page');
    return page;
  };
  return {
    name: await browser.version(),
    profile,
    goto: async (url) =>
      void (await (await current()).goto(url, { waitUntil: 'domcontentloaded', timeout: TIMEOUT_MS })),
    run: async (body) => (await current()).evaluate(`(async () => { ${body} })()`),
    click: async (selector) => (await current()).locator(selector).setTimeout(ACTION_TIMEOUT_MS).click(),
    fill: async (selector, text) => (await current()).locator(selector).setTimeout(ACTION_TIMEOUT_MS).fill(text),
    cookie: async (name) => (await browser.cookies()).find((cookie) => cookie.name === name)?.value,
    close: async () => {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
