import type { Person } from '../../contract/entities/person.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { pill, tableRows, waitForShell } from './helpers/phone.ts';

test.use({ who: 'consultant' });

const pdf = Buffer.from('%PDF-1.7\nAgreement of an offline partner\n%%EOF\n');

test('a partner is created offline with a file, which the manager then downloads on another device', async ({
  page: olga,
  context,
  pageOf,
}) => {
  const found: string[] = [];
  await olga.goto('/partners/new');
  await waitForShell(olga);
  await expect(olga.getByLabel('First name')).toBeVisible();
  await context.setOffline(true);
  await olga.getByLabel('First name').fill('Paula');
  await olga.getByLabel('Company').fill('Offline Books');
  await olga.getByLabel('Email').fill('paula@example.org');
  const file = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer: pdf };
  const page = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<p>%PDF-</p>') };
  await olga.getByLabel('Files of the partner').setInputFiles([file, page]);
  await expect(olga.getByText('page.pdf: Only PDF, JPEG and PNG files can be added')).toBeVisible();
  found.push(...(await findAccessibilityViolations(olga, 'partner form with a file')));
  await olga.getByRole('button', { name: 'Add partner' }).click();
  const files = olga.getByRole('list', { name: 'Files' });
  await expect(files).toContainText('agreement.pdf');
  await expect(files).toContainText('Not sent yet');
  await expect(pill(olga)).toContainText('Offline, 3 to send');
  await context.setOffline(false);
  await expect(pill(olga)).toContainText('Up to date', { timeout: 30_000 });
  await expect(files).not.toContainText('Not sent yet');
  const [row] = (await tableRows<Person>(olga, 'people')).filter(({ first_name }) => first_name === 'Paula');
  expect(row).toMatchObject({ status: 'active', company: 'Offline Books', partner_files: [{ name: 'agreement.pdf' }] });

  const mary = await pageOf('manager');
  await mary.goto('/partners?q=offline');
  await mary.getByRole('link', { name: 'Paula' }).click();
  await expect(mary.getByText('kB, not on this device')).toBeVisible();
  await mary.getByRole('button', { name: 'Actions for agreement.pdf' }).click();
  const [download] = await Promise.all([
    mary.waitForEvent('download'),
    mary.getByRole('menuitem', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('agreement.pdf');
  await expect(mary.getByText('kB, on this device')).toBeVisible();
  found.push(...(await findAccessibilityViolations(mary, 'partner with a file')));
  expect(found).toEqual([]);
});
