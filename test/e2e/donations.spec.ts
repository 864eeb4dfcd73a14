import type { Donation } from '../../contract/entities/donation.ts';
import type { Person } from '../../contract/entities/person.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { pill, tableRows, waitForShell } from './helpers/phone.ts';

test.use({ who: 'consultant' });

test('a donation in cash with a photo is entered offline and confirmed by a second person on another phone', async ({
  page: olga,
  context,
  pageOf,
}) => {
  const found: string[] = [];
  await olga.goto('/people');
  await waitForShell(olga);
  const people = await tableRows<Person>(olga, 'people');
  const petra = people.find(({ first_name }) => first_name === 'Petra');
  await olga.goto(`/donations/new?person=${petra?.id}`);
  await expect(olga.getByRole('button', { name: 'Save donation' })).toBeVisible();
  await context.setOffline(true);
  await olga.getByLabel('Amount in US dollars').fill('137');
  await olga.getByRole('radio', { name: 'Cash' }).check({ force: true });
  await olga.getByRole('button', { name: 'Save donation' }).click();
  await expect(olga.getByText('A photo of the receipt is required').first()).toBeVisible();
  found.push(...(await findAccessibilityViolations(olga, 'donation form with an error')));
  const buffer = await olga.screenshot({ clip: { x: 0, y: 0, width: 200, height: 150 } });
  const photo = { name: 'receipt.png', mimeType: 'image/png', buffer };
  await olga.getByLabel('Photo file').setInputFiles(photo);
  await expect(olga.getByRole('img', { name: 'Photo of the receipt' })).toBeVisible();
  await olga.getByRole('button', { name: 'Save donation' }).click();

  await expect(olga.getByRole('heading', { name: '$137.00 in cash' })).toBeVisible();
  await expect(olga.getByText('Not confirmed yet')).toBeVisible();
  await expect(olga.getByText(/^D-[0-9A-F]{4}-\d{4}$/)).toBeVisible();
  await expect(pill(olga)).toContainText('Offline, 1 to send');
  found.push(...(await findAccessibilityViolations(olga, 'unsent donation')));
  await context.setOffline(false);
  await expect(pill(olga)).toContainText('Up to date', { timeout: 30_000 });
  await expect(olga.getByText('Sent with the photo')).toBeVisible();
  await expect(olga.getByText('Waiting to be confirmed')).toBeVisible();
  await expect(olga.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  const mary = await pageOf('manager');
  await mary.goto('/donations');
  const waiting = mary.getByRole('list', { name: 'You can confirm' });
  await waiting.getByRole('link', { name: '$137.00, Petra Lang' }).click();
  await expect(mary.getByRole('img', { name: 'Photo of the receipt' })).toBeVisible();
  await mary.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(mary.getByRole('dialog', { name: 'Confirm $137.00?' })).toBeVisible();
  found.push(...(await findAccessibilityViolations(mary, 'question before a donation is confirmed')));
  await mary.getByRole('button', { name: 'Confirm donation' }).click();
  await expect(mary.getByText('By Maria Keller')).toBeVisible();

  await expect(olga.getByText('By Maria Keller')).toBeVisible({ timeout: 30_000 });
  const [row] = (await tableRows<Donation>(olga, 'donations')).filter(({ amount_cents }) => amount_cents === 13_700);
  expect(row).toMatchObject({ state: 'confirmed', method: 'cash', donor_id: petra?.id });
  expect(found).toEqual([]);
});
