import type { Page } from '@playwright/test';
import { languages } from '../../contract/preference-values.ts';
import { expect, test, visit } from './helpers/home.ts';
import { chooseLanguage, translationOf } from './helpers/languages.ts';
import { logIn, pill, tryLogIn, waitForShell } from './helpers/phone.ts';
import { openScreen } from './helpers/screens.ts';
import { test as onOwnServer } from './helpers/test.ts';

/**
 * Returns the distance of the sync status from the right edge of the window, in pixels. Measures the link and not its
 * text: beside a long title, the text takes two lines and ends further left.
 */
async function distanceFromEdge(page: Page): Promise<number> {
  const { x, width } = (await page
    .locator('a[href="/sync"]')
    .filter({ has: page.getByRole('status') })
    .boundingBox())!;
  return Math.round(page.viewportSize()!.width - x - width);
}

test('the sync status has the same distance from the right edge on all screens', async ({ page }) => {
  for (const [width, paths] of [
    [1440, ['/books', '/profile/view', '/contacts', '/help']],
    [320, ['/books', '/profile/view', '/inbox']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const distances = new Set<number>();
    for (const path of paths) {
      await openScreen(page, path);
      distances.add(await distanceFromEdge(page));
    }
    expect(distances.size, `${width} px: ${[...distances].join(', ')}`).toBe(1);
  }
});

test('main menu links start at the top of the menu, even in a single group', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, '/books');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('group')).toHaveCount(1);
  const top = (await menu.boundingBox())!.y;
  const first = (await menu.getByRole('link').first().boundingBox())!.y;
  expect(first - top).toBeLessThan(20);
});

test('on a large screen, a narrow column is in the middle, below its title', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await openScreen(page, '/profile/settings');
  const main = (await page.locator('main').boundingBox())!;
  const column = (await page.locator('main > div:has(section)').boundingBox())!;
  const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  expect(column.width).toBe(720);
  expect(Math.abs(column.x + column.width / 2 - (main.x + main.width / 2))).toBeLessThan(1);
  expect(Math.abs(title.x - column.x)).toBeLessThan(1);
});

test.describe('an administrator', () => {
  test.use({ who: 'admin' });

  test('sees all links of the main menu on a tablet in portrait, without scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await openScreen(page, '/dashboard');
    const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    const { y, height } = (await links.last().boundingBox())!;
    expect(y + height).toBeLessThan(1180);
  });
});

visit('a button without an icon keeps its text in place while it is pending', async ({ page, network }) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  const text = button.getByText('Log in', { exact: true });
  // The app replaces the static login, which has the same button.
  await expect(page.locator('#root')).toBeVisible();
  const place = await text.boundingBox();
  network.delay_ms = 2000;
  await tryLogIn(page, 'learner@example.org', 'not-the-password');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(await text.boundingBox()).toEqual(place);
  await expect(page.getByRole('alert')).toBeVisible();
  network.delay_ms = 0;
});

// The chosen language belongs to the account, so other tests must not share the server.
onOwnServer(
  'on a narrow phone, the greeting of a learner has at most two lines, with and without a connection',
  async ({ page, context }) => {
    const title = page.getByRole('heading', { level: 1 });
    const place = async () => (await title.boundingBox())!;
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn(page, 'learner');
    await waitForShell(page);
    for (const language of languages) {
      await chooseLanguage(page, language);
      // "Good afternoon", the longest English greeting.
      await page.clock.setFixedTime(new Date().setHours(15));
      await page.goto('/dashboard');
      await expect(title).toContainText(', Anna');
      // The chosen language has been sent.
      await expect(pill(page)).toContainText(translationOf('Up to date, {time}', language));
      const online = await place();
      const lineHeight = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
      expect(online.height, language).toBeLessThanOrEqual(2 * lineHeight + 1);
      await context.setOffline(true);
      await expect(pill(page)).toContainText(translationOf('Offline, data from {time}', language));
      expect(await place(), language).toEqual(online);
      await context.setOffline(false);
    }
  },
);
