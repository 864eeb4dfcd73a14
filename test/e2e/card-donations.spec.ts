import type { Page } from '@playwright/test';
import type { Donation } from '../../contract/entities/donation.ts';
import type { RecurringDonation } from '../../contract/entities/recurring-donation.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { returnToApp, openPaymentPage } from './helpers/payment-page.ts';
import { pill, tableRows } from './helpers/phone.ts';

const donationOf = async (page: Page, amount_cents: number): Promise<Donation | undefined> =>
  (await tableRows<Donation>(page, 'donations')).find((row) => row.amount_cents === amount_cents);
const amountField = (page: Page) => page.getByRole('textbox', { name: /^Amount in US dollars/ });
const listRow = (page: Page, amount: string) =>
  page.getByRole('list', { name: 'Donations' }).getByRole('listitem').filter({ hasText: amount });

test('a donation by card survives a declined card, a return without payment and a lost network', async ({
  page,
  context,
  server,
}) => {
  const found: string[] = [];
  await page.goto('/donate');
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await expect(page.getByText('Please, fill all necessary fields')).toBeVisible();
  await amountField(page).fill('0.99');
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await expect(page.getByText('From $1 to $100,000').first()).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'form of a donation by card with an error')));
  await amountField(page).fill('43');
  await page.getByRole('radio', { name: 'Books' }).check({ force: true });
  await page.getByRole('checkbox', { name: /Cover the card fee/ }).check({ force: true });
  await expect(page.getByText('Adds $1.60, so all $43 arrives')).toBeVisible();
  await expect(page.getByText('$44.60')).toBeVisible();
  await openPaymentPage(page, 'Pay by card');
  await expect(page.getByText('$44.60')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with a declined card' }).click();
  await expect(page.getByText('The card was declined. Try again.')).toBeVisible();
  const payment = page.url();

  await returnToApp(page, { appUrl: server.url, path: '/donations/' }, () =>
    page.getByRole('link', { name: 'Back without paying' }).click(),
  );
  await expect(page.getByRole('heading', { name: '$43.00 by card' })).toBeVisible();
  await expect(page.getByText('Not paid yet')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'donation that is not paid')));
  await page.goto('/donations');
  await expect(listRow(page, '$43.00')).toContainText('Not paid yet');

  await listRow(page, '$43.00').getByRole('link').click();
  await openPaymentPage(page, 'Pay $44.60');
  expect(new URL(page.url()).pathname).toBe(new URL(payment).pathname);
  await returnToApp(page, { appUrl: server.url, path: '/donations/' }, () =>
    page.getByRole('button', { name: 'Pay, and report it twice' }).click(),
  );
  await expect(page.getByText('Paid, thank you')).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'donation that is paid')));
  expect(await donationOf(page, 4_300)).toMatchObject({ state: 'succeeded', fee_cents: 160, purpose: 'books' });

  await context.setOffline(true);
  await page.goto('/donate');
  await expect(page.getByText('You need to be online to pay by card.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled();
  await page.goto('/donations');
  await expect(listRow(page, '$43.00')).toContainText('Paid');
  await context.setOffline(false);
  expect(found).toEqual([]);
});

test('a monthly donation is paused offline, resumed and ended', async ({ page, context, server }) => {
  const found: string[] = [];
  await page.goto('/donate');
  await amountField(page).fill('7');
  await page.getByRole('radio', { name: 'Monthly' }).check({ force: true });
  await expect(page.getByText('Your card is charged again every month.')).toBeVisible();
  await openPaymentPage(page, 'Pay by card');
  await returnToApp(page, { appUrl: server.url, path: '/donations/' }, () =>
    page.getByRole('button', { name: 'Pay', exact: true }).click(),
  );
  await expect(page.getByText('Paid, thank you')).toBeVisible();
  await page.getByRole('link', { name: 'Recurring donations' }).click();
  const pause = page.getByRole('button', { name: 'Pause: $7.00 · Monthly' });
  await expect(pause).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'recurring donation')));

  await context.setOffline(true);
  await pause.click();
  await expect(page.getByText('Paused. Your card is not charged.')).toBeVisible();
  await expect(page.getByText('Until this is sent, your card can still be charged.')).toBeVisible();
  await expect(pill(page)).toContainText('Offline, 1 to send');
  found.push(...(await findAccessibilityViolations(page, 'recurring donation that is paused offline')));
  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  await expect(page.getByText('Until this is sent, your card can still be charged.')).toHaveCount(0);
  const row = async () =>
    (await tableRows<RecurringDonation>(page, 'recurring_donations')).find(({ amount_cents }) => amount_cents === 700);
  expect(await row()).toMatchObject({ state: 'paused', next_at: null });

  await page.getByRole('button', { name: 'Resume: $7.00 · Monthly' }).click();
  await expect(pause).toBeVisible();
  await page.getByRole('button', { name: 'End: $7.00 · Monthly' }).click();
  await expect(page.getByRole('alertdialog', { name: 'End this donation?' })).toBeVisible();
  found.push(...(await findAccessibilityViolations(page, 'question before a recurring donation ends')));
  await page.getByRole('button', { name: 'End donation' }).click();
  await expect(pause).toHaveCount(0);
  await expect.poll(async () => (await row())?.state).toBe('ended');
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  expect(found).toEqual([]);
});
