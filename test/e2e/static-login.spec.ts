import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { expect, visit } from './helpers/home.ts';
import { pill } from './helpers/phone.ts';
import { readShiftsWhenSettled, watchShifts } from './helpers/shift-watch.ts';

const names = { en: 'Log in', de: 'Anmelden', ru: 'Войти' };

/** Delays the scripts of the app. Returns a function that lets them through. */
async function delayScripts(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Returns the places and the looks of the visible controls and texts. */
const lookOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('main :is(h1, p, span, label, input, a, button)')];
    return elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, fontSize, borderRadius } = getComputedStyle(element);
        return [element.localName, x, y, width, height, color, backgroundColor, fontSize, borderRadius].join(' ');
      });
  });

for (const [language, name] of Object.entries(names))
  visit.describe(`a browser in ${language}`, () => {
    visit.use({ locale: language });

    visit('shows the same login before and after the app has started', async ({ page, context }) => {
      await watchShifts(context);
      // The link to Telegram, which appears when the server has answered, would change the places.
      await page.route('**/api/**', (route) => route.abort());
      const release = await delayScripts(page);
      await page.goto('/login', { waitUntil: 'commit' });
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const before = await lookOf(page);
      expect(before.length).toBeGreaterThan(12);
      release();
      await expect(page.locator('#root').getByRole('button', { name, exact: true })).toBeVisible();
      expect(await lookOf(page)).toEqual(before);
      const { shift, shifted } = await readShiftsWhenSettled(page);
      expect(shift, shifted.join('\n')).toBe(0);
    });
  });

visit('the app continues with what was typed into the login before it started', async ({ page }) => {
  await page.addInitScript(`
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
  `);
  const release = await delayScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Email or phone').fill('learner@example.org');
  await page.getByLabel('Password', { exact: true }).pressSequentially('haver');
  release();
  await expect(page.locator('#root').getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(DEMO_PASSWORD.slice('haver'.length));
  await page.keyboard.press('Enter');
  await expect(pill(page)).toContainText('Up to date');
  expect(await page.evaluate('violations')).toEqual([]);
});

visit('a login that was sent before the app started is sent by the app', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Email or phone').fill('learner@example.org');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  release();
  await expect(pill(page)).toContainText('Up to date');
});

visit('the app starts even if the first requests for its scripts are lost', async ({ page }) => {
  const scripts = '**/assets/*.js';
  await page.route(scripts, (route) => route.abort());
  const failure = page.waitForEvent('pageerror');
  await page.goto('/', { waitUntil: 'commit' });
  expect(String(await failure)).toContain('Failed to fetch dynamically imported module');
  await page.getByLabel('Email or phone').fill('learner@example.org');
  await page.unroute(scripts);
  await expect(page.locator('#root').getByLabel('Email or phone')).toHaveValue('learner@example.org');
});
