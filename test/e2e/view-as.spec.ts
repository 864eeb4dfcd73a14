import type { Page } from '@playwright/test';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { pill, waitUntilReadyForOffline, tableRows } from './helpers/phone.ts';
import { readStoredData } from './helpers/stored-data.ts';

test.use({ who: 'manager' });

/** Returns the time at which the activity of the employees was last fetched, in ms; 0 if it was never fetched. */
async function activityTime(page: Page): Promise<number> {
  const pages = await tableRows<{ key: string; fetched_at: string }>(page, 'pages');
  return Date.parse(pages.find(({ key }) => key === staffKeys.employees)?.fetched_at ?? '1970-01-01');
}

/** Opens a screen from the navigation while the app is viewed as another user. */
async function openInView(page: Page, name: string): Promise<void> {
  // The name of a link may be followed by a count.
  const menu = page.getByRole('navigation');
  await menu.getByRole('link', { name: new RegExp(`^${name}\\b`) }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expect(page.getByText('Viewing as Olga Sommer')).toBeVisible();
}

test('a manager sees the app as a consultant, changes nothing and leaves nothing on the device', async ({
  page,
  pageOf,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // Each of the two screens fetches the activity. A reply that arrives later would change the stored data after the
  // test has read it.
  const opened = Date.now();
  await page.goto('/employees');
  await expect(pill(page)).toContainText('Up to date');
  await waitUntilReadyForOffline(page);
  await expect.poll(async () => activityTime(page)).toBeGreaterThan(opened);
  const followed = Date.now();
  await page.getByRole('row').filter({ hasText: 'Olga Sommer' }).click();
  await page.getByLabel('Preview').getByRole('link', { name: 'Open' }).click();
  await expect.poll(async () => activityTime(page)).toBeGreaterThan(followed);
  await page.getByRole('link', { name: 'View as Olga Sommer' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('help');
  const start = page.getByRole('button', { name: 'Start viewing' });
  await start.click();
  await expect(page.getByText('Write a little more')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Asked for help with tasks');
  const before = await readStoredData(page);
  await start.click();
  const banner = page.getByText('Viewing as Olga Sommer');
  await expect(banner).toBeVisible();
  await expect(page.getByText('30 minutes left')).toBeVisible();
  expect(await findAccessibilityViolations(page, 'a view')).toEqual([]);

  // On the smallest phones, the banner has two lines: the name, and the remaining minutes.
  await page.setViewportSize({ width: 320, height: 640 });
  const text = page.locator('[data-view-banner] p');
  const lines = await text.evaluate(
    (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
  const minutes = page.getByText('30 minutes left');
  expect(await minutes.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThan(
    await page.getByRole('button', { name: 'Exit' }).evaluate((element) => element.getBoundingClientRect().left),
  );
  await page.setViewportSize({ width: 1440, height: 900 });

  await openInView(page, 'Tasks');
  // Buttons that write are disabled and give the reason.
  const add = page.getByRole('button', { name: 'Add task' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect(add).toHaveAccessibleDescription('You see the app as someone else. Nothing can be changed');
  expect(await findAccessibilityViolations(page, 'a screen with locked buttons')).toEqual([]);
  await openInView(page, 'Contacts');
  await openInView(page, 'Leads');
  await openInView(page, 'Lessons');
  await openInView(page, 'News');
  await page.locator('a[href*="/news/view/"]').first().click();
  await expect(banner).toBeVisible();
  // A write is refused, with one clear notice.
  await openInView(page, 'Settings');
  await page.getByRole('radio', { name: 'Dark' }).click({ force: true });
  await expect(page.getByText('You see the app as someone else. Nothing can be changed')).toBeVisible();
  expect(await readStoredData(page)).toEqual(before);

  await page.keyboard.press('Escape');
  await expect(banner).toBeHidden();
  await expect(page.getByRole('heading', { name: 'View as Olga Sommer' })).toBeVisible();
  await expect(pill(page)).toContainText('Up to date');

  // The consultant sees that the manager has viewed the consultant's app.
  const olga = await pageOf('consultant');
  await olga.goto('/profile/devices');
  await expect(olga.getByRole('heading', { name: 'Viewed by' })).toBeVisible();
});
