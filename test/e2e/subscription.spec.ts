import type { Page } from '@playwright/test';
import type { Subscription } from '../../contract/entities/subscription.ts';
import { addPeriod } from '../../contract/states/subscription.ts';
import { barriers } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';
import { comeBack, openPaymentPage } from './helpers/payment-page.ts';
import { pill, rowsOf } from './helpers/phone.ts';

const ownRow = async (page: Page): Promise<Subscription | undefined> =>
  (await rowsOf<Subscription>(page, 'subscriptions'))[0];
const autoPay = (page: Page) => page.getByText('Renew automatically');

test('a subscription is cancelled offline, extended in spite of a declined card and a lost network, and resumed', async ({
  page,
  context,
  server,
}) => {
  const found: string[] = [];
  const back = { appUrl: server.url, path: '/subscription' };
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { name: /^Paid until .*Renews for/ })).toBeVisible();
  const until = (await ownRow(page))?.until ?? '';

  await context.setOffline(true);
  await autoPay(page).click();
  await expect(page.getByRole('alertdialog', { name: 'Turn off automatic renewal?' })).toBeVisible();
  found.push(...(await barriers(page, 'question before the automatic renewal is turned off')));
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText(/^Not sent yet. Until then it renews on/)).toBeVisible();
  await expect(pill(page)).toContainText('Offline, 1 to send');
  found.push(...(await barriers(page, 'subscription that is cancelled offline')));
  await context.setOffline(false);
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  await expect(page.getByText(/^Not sent yet/)).toHaveCount(0);
  expect(await ownRow(page)).toMatchObject({ state: 'cancelling', until });

  await page.goto('/subscription/packages');
  await openPaymentPage(page, /^Extend for/);
  await page.getByRole('button', { name: 'Pay with a declined card' }).click();
  await expect(page.getByText('The card was declined. Try again.')).toBeVisible();
  const payment = new URL(page.url()).pathname;
  await comeBack(page, back, () => page.getByRole('link', { name: 'Back without paying' }).click());
  await expect(page.getByRole('heading', { name: /^Paid until .*Will not renew/ })).toBeVisible();
  expect(await ownRow(page)).toMatchObject({ state: 'cancelling', until });

  await page.goto('/subscription/packages');
  await openPaymentPage(page, /^Extend for/);
  expect(new URL(page.url()).pathname).toBe(payment);
  // The payment arrives, and the network is lost before the provider leads back to the app.
  const checkout = `**${payment}*`;
  await context.route(checkout, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  const lost = page.waitForEvent('requestfailed', (one) => one.url().includes(payment));
  await page.getByRole('button', { name: 'Pay, and report it twice' }).click();
  await lost;
  await context.unroute(checkout);
  await context.setOffline(true);
  await page.goto('/subscription');
  await expect(page.getByRole('heading', { name: /^Paid until/ })).toBeVisible();
  await context.setOffline(false);
  const period = (await ownRow(page))?.plan?.period ?? 'half_year';
  await expect.poll(async () => (await ownRow(page))?.until, { timeout: 60_000 }).toBe(addPeriod(until, period));
  const paid = (await ownRow(page))?.history.filter(({ from }) => from === until);
  expect(paid).toMatchObject([{ status: 'paid', until: addPeriod(until, period) }]);

  await autoPay(page).click();
  await expect(page.getByRole('heading', { name: /^Paid until .*Renews for/ })).toBeVisible();
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
  expect(await ownRow(page)).toMatchObject({ state: 'active', until: addPeriod(until, period) });
  found.push(...(await barriers(page, 'subscription that renews again')));
  expect(found).toEqual([]);
});
