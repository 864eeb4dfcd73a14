import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Subscription, SubscriptionLine } from '../../contract/entities/subscription.ts';
import { MAX_SUBSCRIPTION_LINES } from '../../contract/values.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { formatDateTime, formatRecent } from '../../src/lib/dates.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';

const id = (number: number) => `0198c000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
const title = { en: 'Learn', ru: 'Учёба', de: 'Lernen' };

const paid: SubscriptionLine = {
  ...{ id: id(1), at: '2036-11-02T22:00:00.000Z', paid_at: '2036-11-03T10:00:00.000Z', title, period: 'half_year' },
  ...{ amount_cents: 3000, discount: null, status: 'paid', receipt: 'S-000012' },
  ...{ from: '2036-11-03T10:00:00.000Z', until: '2037-05-03T10:00:00.000Z' },
};
const unpaid: SubscriptionLine = { ...paid, from: null, until: null, receipt: null, paid_at: null };
const refunded: SubscriptionLine = {
  ...{ ...paid, id: id(2), at: '2036-05-03T10:00:00.000Z', paid_at: '2036-05-03T10:00:00.000Z' },
  ...{ status: 'refunded', amount_cents: 2000, receipt: 'S-000007' },
};
const failed: SubscriptionLine = {
  ...{ ...unpaid, id: id(3), at: '2036-04-12T10:00:00.000Z', period: 'month', amount_cents: 400, status: 'failed' },
};
const trial: SubscriptionLine = {
  ...{ ...unpaid, id: id(4), at: '2036-04-01T10:00:00.000Z', title: null, period: null, amount_cents: 0 },
  status: 'paid',
};
const lines = [paid, refunded, failed, trial];

async function show(path: string, history: SubscriptionLine[] | null, status: Partial<SyncStatus> = {}) {
  const ports = freshPorts();
  const db = await openPhone(ports, {}, { last_fetched_at: '2036-12-01T14:20:00.000Z', ...status });
  const subscription: Subscription = {
    ...{ id: ANNA, rev: 5, state: 'active', next: null, next_try_at: null, promo_code: null, method: null },
    plan: { package_id: id(9), title, period: 'half_year', price_cents: 3000 },
    ...{ started_at: paid.from, until: paid.until, history: history ?? [] },
  };
  if (history) await db.subscriptions.put(subscription);
  return showApp(path, ports);
}

const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Payments' });
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

it('lists payments with the date of payment, state and receipt', async () => {
  await show('/subscription/history', lines);
  expect(await rows()).toEqual([
    'Learn, half-year$30.0003/11/2036 · Paid · S-000012',
    'Learn, half-year$20.0003/05/2036 · Refunded · S-000007',
    'Learn, month$4.0012/04/2036 · Not paid',
    'Free trial$0.0001/04/2036 · Paid',
  ]);
});

it.each<[string, Partial<SubscriptionLine>, string]>([
  ['no period', { period: null }, 'Learn'],
  ['no title', { title: null }, 'Subscription'],
  ['neither', { title: null, period: null }, 'Subscription'],
  ['an empty title', { title: { en: '', ru: '', de: '' } }, 'half-year'],
])('names a payment for which the server sends %s', async (_, change, name) => {
  await show('/subscription/history', [{ ...paid, ...change }]);
  expect(await rows()).toEqual([`${name}$30.0003/11/2036 · Paid · S-000012`]);
});

it.each(['from', 'until'])('a receipt without the time "%s" shows no paid time', async (name) => {
  await show(`/subscription/history/${paid.id}`, [{ ...paid, [name]: null }]);
  expect((await screen.findByText('Receipt number')).nextSibling?.textContent).toBe('S-000012');
  expect(screen.queryByText('Paid time')).toBeNull();
});

it('opens the receipts of payments even offline, and offers none for payments without a receipt', async () => {
  const { path } = await show('/subscription/history', lines, { connection: 'offline' });
  await rows();
  const list = within(screen.getByRole('list', { name: 'Payments' }));
  const links = list.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [paid, refunded].map((line) => `/subscription/history/${line.id}`),
  );
  fireEvent.click(links[0]!);
  await waitFor(() => expect(path()).toBe(`/subscription/history/${paid.id}`));
  await screen.findByRole('heading', { name: 'Receipt' });
});

it('shows the latest three payments with the subscription, and links to all', async () => {
  await show('/subscription', lines);
  const list = await screen.findByRole('list', { name: 'History' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'All payments' }).getAttribute('href')).toBe('/subscription/history');
});

it('shows the age of the list of payments while offline', async () => {
  await show('/subscription/history', lines, { connection: 'offline' });
  const age = formatRecent('2036-12-01T14:20:00.000Z', Date.now());
  await screen.findByText(`As of ${age}`);
});

it('does not show the age of the list of payments while online', async () => {
  await show('/subscription/history', lines);
  await rows();
  expect(screen.queryByText(/As of/)).toBeNull();
});

it('says that only the latest payments are shown if there may be more', async () => {
  const many = Array.from({ length: MAX_SUBSCRIPTION_LINES }, (_, number) => ({ ...paid, id: id(number) }));
  await show('/subscription/history', many);
  await screen.findByText('Only the latest 50 payments are shown.');
});

it('does not say that only the latest payments are shown if all of them are shown', async () => {
  const many = Array.from({ length: MAX_SUBSCRIPTION_LINES - 1 }, (_, number) => ({ ...paid, id: id(number) }));
  await show('/subscription/history', many);
  expect(await rows()).toHaveLength(49);
  expect(screen.queryByText(/Only the latest/)).toBeNull();
});

it.each([
  ['2036-12-01T14:20:00.000Z', null, 'No payments yet.'],
  ['2036-12-01T14:20:00.000Z', [], 'No payments yet.'],
  [null, null, "Payments haven't synced to this device yet."],
])(
  'distinguishes an empty list of payments from one that is not synced yet (last sync: %s)',
  async (last_fetched_at, has, says) => {
    await show('/subscription/history', has, { last_fetched_at });
    await screen.findByText(says);
  },
);

it('shows a receipt with its number, payer, package, paid time and amount', async () => {
  await show(`/subscription/history/${paid.id}`, lines);
  expect((await screen.findByText('Receipt number')).nextSibling?.textContent).toBe('S-000012');
  const value = (name: string) => screen.getByText(name).nextSibling?.textContent;
  expect(value('Paid at')).toBe(formatDateTime(paid.paid_at!));
  expect(value('Paid by')).toBe('Anna Berg\nanna@example.org');
  expect(value('Package')).toBe('Learn, half-year');
  expect(value('Paid time')).toBe('03/11/2036 – 03/05/2037');
  expect(screen.getByText('$30.00')).toBeTruthy();
});

it('the receipt of a payment with a promo code shows the code and the undiscounted price', async () => {
  const line: SubscriptionLine = { ...paid, amount_cents: 2400, discount: { code: 'SAVE20', amount_cents: 600 } };
  await show(`/subscription/history/${paid.id}`, [line]);
  expect((await screen.findByText('Price')).nextSibling?.textContent).toBe('$30.00');
  expect(screen.getByText('Discount').nextSibling?.textContent).toBe('-$6.00 (SAVE20)');
  expect(screen.getByText('$24.00')).toBeTruthy();
});

it('shows no discount on the receipt of a payment without a promo code', async () => {
  await show(`/subscription/history/${paid.id}`, lines);
  await screen.findByText('Receipt number');
  expect(screen.queryByText('Discount')).toBeNull();
  expect(screen.queryByText('Price')).toBeNull();
});

it('marks the receipt of a refunded payment', async () => {
  await show(`/subscription/history/${refunded.id}`, lines);
  await screen.findByText('(Refunded)');
});

it('prints a receipt', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await show(`/subscription/history/${paid.id}`, lines);
  fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it.each([failed.id, id(77)])('reports a receipt that does not exist or is not on this device (%s)', async (line) => {
  await show(`/subscription/history/${line}`, lines);
  await screen.findByText('There is no such receipt on this device.');
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});
