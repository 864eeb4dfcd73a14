import type { SavedView } from '../../contract/entities/saved-view.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { pill, tableRows, waitForShell } from './helpers/phone.ts';

test.use({ who: 'manager' });

test('filters of the people table are saved offline as a view, which survives a reload', async ({
  page: mary,
  context,
}) => {
  await mary.setViewportSize({ width: 1440, height: 900 });
  await mary.goto('/people?status=active');
  await waitForShell(mary);
  await expect(mary.getByRole('button', { name: 'Save this view' })).toBeVisible();
  await context.setOffline(true);
  await mary.getByRole('button', { name: 'Save this view' }).click();
  await mary.getByLabel('Name').fill('Active offline');
  await mary.getByRole('button', { name: 'Save view' }).click();
  const tab = mary.getByRole('link', { name: 'Active offline' });
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(pill(mary)).toContainText('Offline, 1 to send');
  await context.setOffline(false);
  await expect(pill(mary)).toContainText('Up to date', { timeout: 30_000 });
  await mary.goto('/people');
  await tab.click();
  await expect(mary).toHaveURL(/status=active&view=/);
  const [view] = (await tableRows<SavedView>(mary, 'saved_views')).filter(({ name }) => name === 'Active offline');
  expect(view?.rev).toBeGreaterThan(0);
  expect(await findAccessibilityViolations(mary, 'people with a saved view')).toEqual([]);
});
