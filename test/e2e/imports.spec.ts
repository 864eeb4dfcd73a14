import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { waitForShell } from './helpers/phone.ts';

test.use({ who: 'manager' });

const rows = [
  'Vorname;Nachname;Telefon;E-Mail',
  'Lena;Wolf;030 5550101;lena.import@example.net',
  ';Demir;030 5550102;elif.import@example.net',
  'Katrin;Vogel;030 5550103;katrin.import@example.net',
];
const buffer = Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`);

test('people are imported with the keyboard: a row is corrected offline, and the import is undone', async ({
  page,
  context,
}) => {
  const found: string[] = [];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/staff/users_imports/new');
  await waitForShell(page);
  await context.setOffline(true);
  await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('4 of 4 columns matched')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'columns of an import')));
  await page.getByRole('link', { name: 'Check the rows' }).press('Enter');
  await expect(page.getByText('Checked on this device, not yet with the server')).toBeVisible();
  await page.getByRole('button', { name: /^First name, line 3/ }).press('Enter');
  await page.keyboard.type('Elif');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changed, not checked yet')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'check of an import')));
  await page.reload();
  await context.setOffline(false);
  const start = page.getByRole('button', { name: 'Import 3 people' });
  const again = page.getByRole('button', { name: 'Check again' });
  await expect(start.or(again)).toBeEnabled();
  if (await again.isVisible()) await again.press('Enter');
  await start.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo import' });
  await expect(undo).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('3 people · people.csv')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'result of an import')));
  await undo.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).press('Enter');
  await expect(page.getByText('Undone for 3 people.')).toBeVisible({ timeout: 20_000 });
  expect(found).toEqual([]);
});
