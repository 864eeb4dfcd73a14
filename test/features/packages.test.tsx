import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Package } from '../../contract/entities/package.ts';
import type { Subscription } from '../../contract/entities/subscription.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { PaymentUrl } from '../../src/bridge/results.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { planEffectOf, periodsOf, savingsCents } from '../../src/features/subscription/offer.ts';
import { ANNA, freshPorts, makeMe, openPhone, showApp } from './fake-app.tsx';

const id = (number: number) => `0198c000-0000-7000-8000-0000000000c${number}`;
const texts = (en: string) => ({ en, ru: `${en} (ru)`, de: `${en} (de)` });

const pack = (number: number, title: string, change: Partial<Package> = {}): Package => ({
  ...{ id: id(number), rev: 1, title: texts(title), features: [texts(`Feature of ${title}`)], popular: false },
  ...{ prices: { month: 600, half_year: 3000 }, position: number, ...change },
});
const start = pack(1, 'Start', { prices: { month: 400 } });
const learn = pack(2, 'Learn');
const family = pack(3, 'Family', { prices: { month: 900, half_year: 4800, year: 9000 }, popular: true });
const all = [family, learn, start];

const UNTIL = '2037-05-03T10:00:00.000Z';
const planOf = ({ id: package_id, title }: Package) => ({
  ...{ package_id, title, period: 'half_year' as const, price_cents: 3000 },
});
const row = (change: Partial<Subscription> = {}): Subscription => ({
  ...{
    id: ANNA,
    rev: 5,
    state: 'active',
    plan: planOf(learn),
    next: null,
    next_try_at: null,
    promo_code: null,
    method: null,
  },
  ...{ started_at: '2036-11-03T10:00:00.000Z', until: UNTIL, history: [], ...change },
});

const buy = vi.fn<(...args: unknown[]) => Promise<PaymentUrl>>();
beforeEach(() => {
  buy.mockReset();
  vi.spyOn(sync, 'account').mockImplementation(buy as unknown as typeof sync.account);
  vi.spyOn(sync, 'syncNow').mockResolvedValue({ ok: true });
});

async function show(
  packages: readonly Package[],
  subscription: Subscription | null = null,
  status: Partial<SyncStatus> = {},
) {
  const ports = freshPorts();
  const subscribed = { is_subscribed: subscription !== null, subscribed_until: subscription?.until ?? null };
  const db: PhoneDb = await openPhone(ports, subscribed, { last_fetched_at: new Date().toISOString(), ...status });
  await db.packages.bulkPut([...packages]);
  if (subscription) await db.subscriptions.put(subscription);
  return showApp('/subscription/packages', ports);
}

const choose = async (name: RegExp | string) => fireEvent.click(await screen.findByRole('radio', { name }));
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const lastKey = () => buy.mock.calls.at(-1)?.[2];

it('offers the packages of the chosen period by position, with the price per period and per month', async () => {
  await show(all);
  const names = async () => {
    await screen.findByRole('radiogroup', { name: 'Package' });
    return screen.getAllByText(/^(Start|Learn|Family)$/).map(({ textContent }) => textContent);
  };
  expect(await names()).toEqual(['Start', 'Learn', 'Family']);
  expect(screen.queryByText(/a month/)).toBeNull();
  await choose('Half-year');
  expect(await names()).toEqual(['Learn', 'Family']);
  expect(screen.getByText('$30.00')).toBeTruthy();
  expect(screen.getByText('$5.00 a month')).toBeTruthy();
  expect(screen.getByText('Feature of Learn')).toBeTruthy();
  expect(screen.getByText('Most popular')).toBeTruthy();
  expect(screen.getByText('Saves $6.00')).toBeTruthy();
});

it('preselects the package marked as popular, and requests the payment page of the chosen package', async () => {
  await show(all);
  await button('Pay $9.00');
  await choose(/Learn/);
  buy.mockResolvedValueOnce({ ok: true, url: 'https://pay.example/order' });
  await press('Pay $6.00');
  await screen.findByText('You pay at pay.example');
  const choice = { package_id: learn.id, period: 'month' };
  expect(buy.mock.calls).toEqual([['buyPackage', choice, expect.stringMatching(/^[0-9a-f-]{36}$/)]]);
});

it('repeats a failed purchase with the same idempotency key, and a different choice with a new one', async () => {
  await show(all);
  buy.mockResolvedValue({ ok: false, why: 'no_answer' });
  await press('Pay $9.00');
  await screen.findByText(/You were not charged/);
  const key = lastKey();
  await press('Pay $9.00');
  await waitFor(() => expect(buy).toHaveBeenCalledTimes(2));
  expect(lastKey()).toBe(key);
  await choose(/Learn/);
  await press('Pay $6.00');
  await waitFor(() => expect(buy).toHaveBeenCalledTimes(3));
  expect(lastKey()).not.toBe(key);
});

it.each<[string, PaymentUrl]>([
  ['the payment provider fails', { ok: true, url: '' }],
  ['the URL is not encrypted', { ok: true, url: 'http://evil.example/pay' }],
  ['the server refuses the request', { ok: false, why: 'refused', code: 'unavailable' }],
])('says that no package was charged if %s', async (_reason, answer) => {
  await show(all);
  buy.mockResolvedValueOnce(answer);
  await press('Pay $9.00');
  await screen.findByText('Could not open the payment page. You were not charged. Try again later.');
});

it('disables the purchase of a package while offline', async () => {
  await show(all, null, { connection: 'offline' });
  await screen.findByText('You need to be online to pay.');
  expect((await button('Pay $9.00')).hasAttribute('disabled')).toBe(true);
});

it('preselects the current package, and states that a purchase extends it after the paid time', async () => {
  await show(all, row());
  await button('Extend for $30.00');
  expect(screen.getByText('Your package')).toBeTruthy();
  expect(screen.getByText('Your paid time is kept. The new period starts on 3 May 2037.')).toBeTruthy();
});

it('changes the package of a renewing subscription without a payment, and returns to the subscription', async () => {
  const { path } = await show(all, row());
  await choose(/Family/);
  await screen.findByText('You pay nothing now. The change takes effect on 3 May 2037.');
  buy.mockResolvedValueOnce({ ok: true, url: `${location.origin}/subscription` });
  await press('Change package');
  await waitFor(() => expect(path()).toBe('/subscription'));
  await screen.findByText('Subscription updated');
});

it('offers to keep the current package instead of a planned one', async () => {
  await show(all, row({ next: { ...planOf(family), starts_at: UNTIL } }));
  await button('Keep my package');
  await choose(/Family/);
  await screen.findByText('Already planned from 3 May 2037.');
  expect((await button('Change package')).hasAttribute('disabled')).toBe(true);
});

it('says that there are no packages', async () => {
  await show([]);
  await screen.findByText('No packages yet.');
});

it('says that packages are not synced yet', async () => {
  await show([], null, { last_fetched_at: null });
  await screen.findByText("Packages haven't synced to this device yet.");
});

describe('the packages on offer', () => {
  it('lists the subscription periods that are on sale, shortest first', () => {
    expect(periodsOf(all)).toEqual(['month', 'half_year', 'year']);
  });

  it('computes how much cheaper a period is than the same number of single months', () => {
    expect([savingsCents(learn, 'half_year'), savingsCents(learn, 'month'), savingsCents(learn, 'year')]).toEqual([
      600, 0, 0,
    ]);
    expect(savingsCents({ ...learn, prices: { month: 400, half_year: 3000 } }, 'half_year')).toBe(0);
    expect(savingsCents({ ...learn, prices: { week: 50, month: 400 } }, 'week')).toBe(0);
  });

  it('a purchase extends only a subscription whose paid time has not ended', () => {
    const choice = { package_id: family.id, period: 'year' as const };
    const account = (subscription: Subscription | null, subscribed_until: string | null = null) => ({
      ...{ me: makeMe({ subscribed_until }), subscription, badge: undefined, packages: all },
    });
    const end = Date.parse(UNTIL);
    expect(planEffectOf(account(row({ state: 'cancelling' })), choice, end - 1)).toBe('extend');
    expect(planEffectOf(account(row({ state: 'cancelling' })), choice, end)).toBe('pay');
    expect(planEffectOf(account(null, UNTIL), choice, end - 1)).toBe('extend');
    expect(planEffectOf(account(null), choice, 0)).toBe('pay');
  });
});
