import type { Locator, Page } from '@playwright/test';
import { expect, test } from './helpers/home.ts';

test.use({ who: 'manager' });

/** Maximum number of times that Tab is pressed to reach a control. */
const MAX_TABS = 120;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Moves the focus to a control by pressing only Tab. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  const reached = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`Tab does not reach the control. The focus is on ${reached}`);
}

/** Moves the focus to a control with Tab, and presses a key on it. */
async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

const rows = [
  'Vorname;Nachname;Telefon;E-Mail',
  'Nora;Wolf;030 5550201;nora.keys@example.net',
  ';Demir;030 5550202;emre.keys@example.net',
  'Karl;Vogel;030 5550203;karl.keys@example.net',
];
const buffer = Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`);

test('people are imported, corrected and removed again with the keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/staff/users_imports');
  await pressOn(page, page.getByRole('link', { name: 'Import people' }));
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Choose a file' }));
  await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('4 of 4 columns matched')).toBeVisible();

  // Remove the field of a column, and choose it again.
  const field = page.getByRole('combobox', { name: 'Field for Nachname' });
  await tabTo(page, field);
  await page.keyboard.press('Home');
  await expect(page.getByText('3 of 4 columns matched')).toBeVisible();
  await page.keyboard.type('Last');
  await expect(page.getByText('4 of 4 columns matched')).toBeVisible();
  await pressOn(page, page.getByRole('link', { name: 'Check the rows' }));

  await pressOn(page, page.getByRole('button', { name: /^First name, line 3/ }));
  await page.keyboard.type('Emre');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changed, not checked yet')).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Check again' }));
  await pressOn(page, page.getByRole('button', { name: 'Import 3 people' }));
  await pressOn(page, page.getByRole('button', { name: 'Undo import' }));
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }));
  // The undo keeps people whom the automatic assignment has assigned to an employee in the meantime.
  await expect(page.getByText(/^Undone for \d (person|people)/)).toBeVisible();
});
