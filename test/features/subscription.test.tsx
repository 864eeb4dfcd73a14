import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Subscription } from '../../contract/entities/subscription.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';

const plan = {
  package_id: '0198c000-0000-7000-8000-000000000009',
  title: { en: 'Learn', ru: 'Учёба', de: 'Lernen' },
  period: 'half_year' as const,
  price_cents: 3000,
};
const method = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2028 };

const row = (change: Partial<Subscription> = {}): Subscription => ({
  ...{ id: ANNA, rev: 5, state: 'active', plan, next: null, next_try_at: null, promo_code: null, method },
  ...{ started_at: '2036-11-03T10:00:00.000Z', until: '2037-05-03T10:00:00.000Z', history: [], ...change },
});

async function show(
  subscription: Subscription,
  status: Partial<SyncStatus> = {},
  is_subscribed = true,
): Promise<PhoneDb> {
  const ports = freshPorts();
  const db = await openPhone(ports, { subscribed_until: subscription.until, is_subscribed }, status);
  await db.subscriptions.put(subscription);
  await showApp('/subscription', ports);
  return db;
}

const renewalSwitch = () => screen.findByRole('switch', { name: 'Renew automatically' });

it('says in one sentence until when the subscription is paid and for how much it renews', async () => {
  await show(row());
  expect(await screen.findByRole('heading', { name: 'Paid until 3 May 2037. Renews for $30.00.' })).toBeTruthy();
  expect(screen.getByText('Learn, half-year')).toBeTruthy();
  expect(screen.getByText('Visa, ends in 4242')).toBeTruthy();
  expect(screen.getByText('Valid until 08/28')).toBeTruthy();
});

it.each<[Partial<Subscription>, string]>([
  [{ state: 'cancelling' }, 'Paid until 3 May 2037. Will not renew.'],
  [{ state: 'cancelling', plan: null }, 'Free until 3 May 2037.'],
  [{ state: 'past_due', next_try_at: '2037-05-04T10:00:00.000Z' }, 'Payment failed. We try again on 4 May 2037.'],
  [{ state: 'past_due' }, 'Payment failed.'],
  [{ state: 'pending_payment' }, 'Waiting for your payment.'],
  [{ state: 'expired' }, 'Your subscription ended on 3 May 2037.'],
])('describes a subscription in the state %o in one sentence', async (change, sentence) => {
  await show(row(change), {}, change.state !== 'expired' && change.state !== 'pending_payment');
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy();
});

it.each<[Partial<Subscription>, string]>([
  [{ state: 'active' }, 'Your subscription is active.'],
  [{ state: 'active', plan: null }, 'Your subscription is active.'],
  [{ state: 'cancelling' }, 'Your subscription is active.'],
  [{ state: 'cancelling', plan: null }, 'Your subscription is active.'],
  [{ state: 'expired' }, 'Your subscription has ended. Free lessons stay on this device.'],
])('names no date if the server sends no end of a subscription: %o', async (change, sentence) => {
  await show(row({ ...change, until: null, started_at: null }), {}, change.state !== 'expired');
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/1970|Next payment|Free trial|no subscription/);
});

it('turns off the renewal of a subscription without an end, and names no date', async () => {
  await show(row({ until: null }), { connection: 'offline' });
  fireEvent.click(await renewalSwitch());
  await screen.findByRole('alertdialog', { name: 'Turn off automatic renewal?' });
  expect(screen.queryByText(/You keep your access/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Saved on this device. Will be sent.')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/1970|Not sent yet\. Until/);
});

it('names neither a price nor a package of a renewing subscription whose package is not known', async () => {
  await show(row({ plan: null }));
  expect(await screen.findByRole('heading', { name: 'Paid until 3 May 2037.' })).toBeTruthy();
  expect(screen.queryByText('Free trial')).toBeNull();
});

it('a subscription without a package and without renewal is called a free trial', async () => {
  await show(row({ state: 'cancelling', plan: null }));
  expect(await screen.findByText('Free trial')).toBeTruthy();
});

it('names the planned package of a subscription and its renewal price', async () => {
  const next = {
    ...plan,
    title: { ...plan.title, en: 'Family' },
    price_cents: 4800,
    starts_at: '2037-05-03T10:00:00.000Z',
  };
  await show(row({ next }));
  expect(await screen.findByText('Changes to Family, half-year on 3 May 2037.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Paid until 3 May 2037. Renews for $48.00.' })).toBeTruthy();
});

it('turns the renewal off after a confirmation, and says offline that the change is not sent yet', async () => {
  const db = await show(row(), { connection: 'offline' });
  fireEvent.click(await renewalSwitch());
  expect(await screen.findByText('You keep your access until 3 May 2037.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Not sent yet. Until then it renews on 3 May 2037.')).toBeTruthy();
  const entries = await db.outbox.toArray();
  expect(entries.map(({ kind, args }) => [kind, args])).toEqual([['subscription.auto_pay', { auto_pay: false }]]);
});

it('turns the renewal of a subscription on while online', async () => {
  const db = await show(row({ state: 'cancelling' }));
  fireEvent.click(await renewalSwitch());
  await waitFor(async () => expect((await db.subscriptions.get(ANNA))?.state).toBe('active'));
});

it('says while offline that turning the renewal on requires a connection', async () => {
  await show(row({ state: 'cancelling' }), { connection: 'offline' });
  expect(await screen.findByText('You need to be online to turn it on.')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

it('the renewal cannot be turned on without a card', async () => {
  await show(row({ state: 'cancelling', method: null }));
  expect(await screen.findByText('Does not renew automatically')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

it.each<[boolean, string]>([
  [true, 'Start with the free lessons. Choose a package to unlock all lessons.'],
  [false, 'Start with the free lessons. To unlock paid lessons, ask the person who invited you.'],
])('tells a member without a subscription what to do (packages on sale: %s)', async (isOnSale, advice) => {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_subscribed: false, subscribed_until: null });
  const { package_id, title } = plan;
  const about = { id: package_id, rev: 1, title, features: [], prices: { month: 600 }, popular: false, position: 1 };
  if (isOnSale) await db.packages.put(about);
  await showApp('/subscription', ports);
  expect(await screen.findByText(advice)).toBeTruthy();
  const link = screen.queryByRole('link', { name: 'Choose a package' });
  expect(link?.getAttribute('href')).toBe(isOnSale ? '/subscription/packages' : undefined);
});

it.each<[Subscription['state'], string]>([
  ['active', 'Change package'],
  ['cancelling', 'Choose a package'],
  ['past_due', 'Pay now'],
])('links a subscription in the state %s to the packages with the text: %s', async (state, name) => {
  const db = await show(row({ state }));
  const { package_id, title } = plan;
  await db.packages.put({ id: package_id, rev: 1, title, features: [], prices: {}, popular: false, position: 1 });
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/subscription/packages');
});

it.each([
  [true, false],
  [false, true],
])('offers to log out only if the user has no access (subscribed: %s)', async (is_subscribed, isOffered) => {
  await show(row({ state: is_subscribed ? 'active' : 'expired' }), {}, is_subscribed);
  await screen.findByRole('link', { name: 'Go to lessons' });
  expect(screen.queryByRole('button', { name: 'Log out' }) !== null).toBe(isOffered);
});

it('shows no package before the first payment of a subscription', async () => {
  await show(row({ state: 'pending_payment', plan: null, started_at: null, until: null }), {}, false);
  expect(await screen.findByRole('heading', { name: 'Waiting for your payment.' })).toBeTruthy();
  expect(screen.queryByText('Free trial')).toBeNull();
});
