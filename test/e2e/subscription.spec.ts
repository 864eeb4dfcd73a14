import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Lesson } from '../../contract/entities/lesson.ts';
import type { Subscription } from '../../contract/entities/subscription.ts';
import { addPeriod } from '../../contract/states/subscription.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, visit } from './helpers/home.ts';
import { returnToApp, openPaymentPage } from './helpers/payment-page.ts';
import { pill, tableRows, waitForShell } from './helpers/phone.ts';

const ownRow = async (page: Page): Promise<Subscription | undefined> =>
  (await tableRows<Subscription>(page, 'subscriptions'))[0];
const paidLesson = async (page: Page): Promise<Lesson | undefined> =>
  (await tableRows<Lesson>(page, 'lessons')).find(({ free }) => !free);
const autoPay = (page: Page) => page.getByText('Renew automatically');

/** Registers a new member, who enters a promo code and has no subscription yet. */
async function register(page: Page): Promise<void> {
  await page.goto('/register/OLGA');
  await page.getByLabel('First name').fill('Rosa');
  await page.getByLabel('Email').fill('rosa.new@example.org');
  await page.getByLabel('Phone').fill('+49 1512 3456787');
  await page.getByLabel('New password', { exact: true }).fill('a door that opens');
  await page.getByLabel('Repeat new password').fill('a door that opens');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Promo code', { exact: true }).fill('SAVE20');
  await page.getByText('I agree to the privacy policy').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/subscription');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Rosa');
  await expect(page.getByText('Your promo code SAVE20 applies to the first payment.')).toBeVisible();
  await expect(pill(page)).toContainText('Up to date');
}

/**
 * Buys a package for a month: the card is declined, and the member returns to the app and later pays on the same
 * payment page.
 */
async function buyFirst(page: Page, back: { appUrl: string; path: string }): Promise<void> {
  await page.getByRole('link', { name: 'Choose a package' }).click();
  await openPaymentPage(page, /^Pay \$/);
  await page.getByRole('button', { name: 'Pay with a declined card' }).click();
  await expect(page.getByText('The card was declined. Try again.')).toBeVisible();
  const payment = new URL(page.url()).pathname;
  await returnToApp(page, back, () => page.getByRole('link', { name: 'Back without paying' }).click());
  await expect(page.getByRole('heading', { name: 'Waiting for your payment.' })).toBeVisible();
  expect(await paidLesson(page)).toBeUndefined();

  await page.getByRole('link', { name: 'Choose a package' }).click();
  await openPaymentPage(page, /^Pay \$/);
  expect(new URL(page.url()).pathname).toBe(payment);
  await returnToApp(page, back, () => page.getByRole('button', { name: 'Pay', exact: true }).click());
  await expect(page.getByRole('heading', { name: /^Paid until .*Renews for/ })).toBeVisible();
}

/** Opens a paid lesson, which arrives with the next sync after the payment. */
async function readPaidLesson(page: Page): Promise<void> {
  await expect.poll(async () => (await paidLesson(page))?.title, { timeout: 60_000 }).toBeTruthy();
  const lesson = await paidLesson(page);
  await page.goto(`/lesson/view/${lesson?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lesson?.title ?? '');
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
}

/** Returns the texts of the pages that the browser prints. */
async function printedPages(page: Page): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(await page.pdf()) });
  const file = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return texts;
}

/** Prints the receipt of the first payment. */
async function printReceipt(page: Page): Promise<void> {
  const line = (await ownRow(page))?.history[0];
  await page.goto(`/subscription/history/${line?.id}`);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  const pages = await printedPages(page);
  expect(pages).toHaveLength(1);
  const [price, paid] = [(line?.discount?.amount_cents ?? 0) + (line?.amount_cents ?? 0), line?.amount_cents ?? 0];
  for (const cents of [price, paid]) expect(pages[0]).toContain(`$${(cents / 100).toFixed(2)}`);
  expect(pages[0]).toContain('SAVE20');
  expect(pages[0]).toContain(line?.receipt);
  expect(paid).toBe(Math.round(price * 0.8));
}

/**
 * Turns the renewal off without a network. Returns the accessibility violations of the confirmation and of the screen
 * after it.
 */
async function cancelOffline(page: Page): Promise<string[]> {
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { name: /^Paid until .*Renews for/ })).toBeVisible();
  const until = (await ownRow(page))?.until ?? '';
  await page.context().setOffline(true);
  await autoPay(page).click();
  await expect(page.getByRole('alertdialog', { name: 'Turn off automatic renewal?' })).toBeVisible();
  const found = await findAccessibilityViolations(page, 'question before the automatic renewal is turned off');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText(/^Not sent yet. Until then it renews on/)).toBeVisible();
  await expect(pill(page)).toContainText('Offline, 1 to send');
  found.push(...(await findAccessibilityViolations(page, 'subscription that is cancelled offline')));
  await page.context().setOffline(false);
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  await expect(page.getByText(/^Not sent yet/)).toHaveCount(0);
  expect(await ownRow(page)).toMatchObject({ state: 'cancelling', until });
  return found;
}

/** Pays for another period. The network is lost before the provider redirects to the app. */
async function extendAndLoseNetwork(page: Page): Promise<void> {
  const context = page.context();
  const { until, plan } = (await ownRow(page))!;
  await page.goto('/subscription/packages');
  await openPaymentPage(page, /^Extend for/);
  const payment = new URL(page.url()).pathname;
  const checkout = `**${payment}*`;
  await context.route(checkout, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  const lost = page.waitForEvent('requestfailed', (failedRequest) => failedRequest.url().includes(payment));
  await page.getByRole('button', { name: 'Pay, and report it twice' }).click();
  await lost;
  await context.unroute(checkout);
  await context.setOffline(true);
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { name: /^Paid until/ })).toBeVisible();
  await context.setOffline(false);
  const end = addPeriod(until!, plan!.period);
  await expect.poll(async () => (await ownRow(page))?.until, { timeout: 60_000 }).toBe(end);
  const paid = (await ownRow(page))?.history.filter(({ from }) => from === until);
  expect(paid).toMatchObject([{ status: 'paid', until: end, discount: null }]);
}

visit(
  'a first subscription is bought after a declined card, printed, cancelled offline, extended and resumed',
  async ({ page, server }) => {
    const found: string[] = [];
    await register(page);
    await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    found.push(...(await findAccessibilityViolations(page, 'no subscription')));
    expect(await paidLesson(page)).toBeUndefined();
    await buyFirst(page, { appUrl: server.url, path: '/subscription' });
    await readPaidLesson(page);
    await printReceipt(page);
    await waitForShell(page);
    found.push(...(await cancelOffline(page)));
    await extendAndLoseNetwork(page);

    const end = (await ownRow(page))?.until;
    await autoPay(page).click();
    await expect(page.getByRole('heading', { name: /^Paid until .*Renews for/ })).toBeVisible();
    await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
    expect(await ownRow(page)).toMatchObject({ state: 'active', until: end });
    found.push(...(await findAccessibilityViolations(page, 'subscription that renews again')));
    expect(found).toEqual([]);
  },
);
