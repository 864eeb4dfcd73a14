import { rmSync } from 'node:fs';
import { launch, type ElementHandle } from 'puppeteer-core';
import { newFolder } from '../e2e/helpers/start-server.ts';
import { buttonNamed, type DrivenPage } from './driven-page.ts';

/** Firefox over WebDriver BiDi, with a profile on the disk. */
export async function openFirefox(executablePath: string): Promise<DrivenPage> {
  const profile = newFolder('firefox');
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
  });
  const page = await browser.newPage();
  return {
    name: await browser.version(),
    profile,
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    type: (selector, text) => page.locator(selector).fill(text),
    press: async (text) => {
      const button = await page.waitForFunction(buttonNamed(text));
      await (button as ElementHandle).click();
    },
    close: async () => {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
