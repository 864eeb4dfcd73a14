import type { Page } from '@playwright/test';
import { barriers } from './helpers/barriers.ts';
import { expect, visit } from './helpers/home.ts';
import { logIn, rowsOf } from './helpers/phone.ts';

// How many taps the most frequent steps of the day take, each from the day screen on a phone.

interface Meta {
  key: string;
  value: { name?: string; user_id?: string } | null;
}

const calledUser = async (page: Page) =>
  (await rowsOf<Meta>(page, 'meta')).find(({ key }) => key === 'call_intent')?.value?.user_id;

/** Counts the clicks that reach the page from now on, whether by finger, mouse or keyboard. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['taps'] = '0';
    const count = (): void => {
      document.body.dataset['taps'] = String(Number(document.body.dataset['taps']) + 1);
    };
    addEventListener('click', count, { capture: true });
  });
  return () => page.evaluate(() => Number(document.body.dataset['taps']));
}

// Uses a separate device, because the app asks about the call at its next start.
visit('takes a lead and calls it with two taps', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, 'consultant', '/staff-dashboard');
  const list = page.getByRole('list', { name: 'Waiting leads' });
  const button = list.getByRole('button', { name: /^Take / }).first();
  await expect(button).toBeVisible();
  expect(await barriers(page, 'day screen with waiting leads')).toEqual([]);
  const name = (await button.getAttribute('aria-label'))!.replace('Take ', '');
  const taps = await countTaps(page);
  await button.click();
  await expect(list.getByText(`${name} is yours`)).toBeVisible({ timeout: 30_000 });
  await list.getByRole('link', { name: `Call ${name}` }).click();
  await expect.poll(() => calledUser(page)).toBeTruthy();
  expect(await taps()).toBe(2);
  expect(await barriers(page, 'day screen with a lead just taken')).toEqual([]);
});
