import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PromoOffer } from '../../contract/api-calls/subscription.ts';
import type { Package } from '../../contract/entities/package.ts';
import type { Subscription } from '../../contract/entities/subscription.ts';
import type { PackageChoice } from '../../src/bridge/account-api.ts';
import type { PaymentUrl, PromoResult } from '../../src/bridge/results.ts';
import { sync } from '../../src/bridge/sync.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';

const texts = (en: string) => ({ en, ru: en, de: en });
const pack = (number: number, title: string, month: number): Package => ({
  ...{ id: `0198c000-0000-7000-8000-0000000000c${number}`, rev: 1, title: texts(title), features: [], popular: false },
  ...{ prices: { month }, position: number },
});
const [start, learn] = [pack(1, 'Start', 400), pack(2, 'Learn', 1000)] as const;

const subscription = (change: Partial<Subscription>): Subscription => ({
  ...{ id: ANNA, rev: 5, state: 'none', plan: null, next: null, next_try_at: null, method: null, promo_code: null },
  ...{ started_at: null, until: null, history: [], ...change },
});

const check = vi.fn<(choice: Required<PackageChoice>) => Promise<PromoResult>>();
const buy = vi.fn<(choice: PackageChoice, key: string) => Promise<PaymentUrl>>();

/** Responds in the same way as the server: 20% off the price of the chosen package. */
const discounted = ({ package_id, promo_code }: Required<PackageChoice>): Promise<PromoResult> => {
  const price_cents = package_id === learn.id ? 1000 : 400;
  const offer: PromoOffer = { code: promo_code, trial_days: 0, discount_percent: 20, price_cents, amount_cents: 0 };
  return Promise.resolve({ ok: true, offer: { ...offer, amount_cents: price_cents * 0.8 } });
};

beforeEach(() => {
  check.mockReset().mockImplementation(discounted);
  buy.mockReset().mockResolvedValue({ ok: true, url: 'https://pay.example/order' });
  const calls: Record<string, unknown> = { checkPromo: check, buyPackage: buy };
  vi.spyOn(sync, 'account').mockImplementation(((name: string, ...args: unknown[]) =>
    (calls[name] as (...args: unknown[]) => unknown)(...args)) as unknown as typeof sync.account);
});

async function show(own: Subscription | null = null, status: Partial<SyncStatus> = {}) {
  const ports = freshPorts();
  const db = await openPhone(
    ports,
    { is_subscribed: false },
    { last_fetched_at: '2036-12-01T14:20:00.000Z', ...status },
  );
  await db.packages.bulkPut([start, learn]);
  if (own) await db.subscriptions.put(own);
  return { db, ...(await showApp('/subscription/packages', ports)) };
}

const button = (name: string) => screen.findByRole('button', { name });
async function enter(code: string): Promise<void> {
  fireEvent.click(await button('I have a promo code'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Promo code' }), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
}

it("the packages show the server's price for a promo code, and are bought with the code", async () => {
  await show();
  await button('Pay $4.00');
  await enter(' save20 ');
  await screen.findByText('20% off with SAVE20: $3.20 now, later $4.00.');
  fireEvent.click(await button('Pay $3.20'));
  await waitFor(() => expect(buy).toHaveBeenCalled());
  const choice = { package_id: start.id, period: 'month', promo_code: 'SAVE20' };
  expect(check.mock.calls).toEqual([[choice]]);
  expect(buy.mock.calls[0]?.[0]).toEqual(choice);
});

it('checks the promo code again for another package, and offers no purchase until the check has ended', async () => {
  await show();
  await enter('SAVE20');
  await button('Pay $3.20');
  let answer = (_: PromoResult): void => {};
  check.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  fireEvent.click(await screen.findByRole('radio', { name: /Learn/ }));
  expect((await button('Pay $10.00')).hasAttribute('disabled')).toBe(true);
  answer(await discounted({ package_id: learn.id, period: 'month', promo_code: 'SAVE20' }));
  expect((await button('Pay $8.00')).hasAttribute('disabled')).toBe(false);
});

it('a promo code is checked once for each package, however often packages are compared', async () => {
  await show();
  await enter('SAVE20');
  await button('Pay $3.20');
  const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }));
  await choose(/Learn/);
  await button('Pay $8.00');
  await choose(/Start/);
  await button('Pay $3.20');
  await choose(/Learn/);
  await button('Pay $8.00');
  expect(check.mock.calls.map(([{ package_id }]) => package_id)).toEqual([start.id, learn.id]);
});

it('a promo code whose check failed is checked again when its package is chosen again', async () => {
  await show();
  await enter('SAVE20');
  await button('Pay $3.20');
  check.mockResolvedValueOnce({ ok: false, why: 'no_answer' });
  fireEvent.click(await screen.findByRole('radio', { name: /Learn/ }));
  await screen.findByText('The server is not responding');
  fireEvent.click(await screen.findByRole('radio', { name: /Start/ }));
  fireEvent.click(await screen.findByRole('radio', { name: /Learn/ }));
  await button('Pay $8.00');
});

it('a rejected promo code does not change the prices', async () => {
  check.mockResolvedValue({ ok: false, why: 'refused', code: 'promo_unavailable' });
  await show();
  await enter('WRONG');
  await screen.findByText("This promo code can't be used.");
  fireEvent.click(await button('Pay $4.00'));
  await waitFor(() => expect(buy).toHaveBeenCalled());
  expect(buy.mock.calls[0]?.[0]).toEqual({ package_id: start.id, period: 'month' });
});

it('a trial is refused with its reason while a subscription is running', async () => {
  check.mockResolvedValue({ ok: false, why: 'refused', code: 'subscription_state' });
  await show();
  await enter('TRY14');
  await screen.findByText('This code starts a free trial, and you already have a subscription.');
});

it('the Enter key applies a promo code, but not an empty one', async () => {
  await show();
  fireEvent.click(await button('I have a promo code'));
  const field = screen.getByRole('textbox', { name: 'Promo code' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(field, { target: { value: 'SAVE20' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await button('Pay $3.20');
});

it('a promo code can be removed', async () => {
  await show();
  await enter('SAVE20');
  await button('Pay $3.20');
  fireEvent.click(await button('Remove the code'));
  await button('Pay $4.00');
  await button('I have a promo code');
});

it('the check of a promo code can be repeated if the server did not answer', async () => {
  check.mockResolvedValueOnce({ ok: false, why: 'no_answer' });
  await show();
  await enter('SAVE20');
  await screen.findByText('The server is not responding');
  expect((await button('Pay $4.00')).hasAttribute('disabled')).toBe(true);
  fireEvent.click(await button('Try again'));
  await button('Pay $3.20');
});

it('a promo code starts a free trial without a payment page', async () => {
  const offer = { code: 'TRY14', trial_days: 14, discount_percent: 0, price_cents: 400, amount_cents: 0 };
  check.mockResolvedValue({ ok: true, offer });
  buy.mockResolvedValue({ ok: true, url: `${location.origin}/subscription` });
  const { path } = await show();
  await enter('TRY14');
  await screen.findByText('14 days free with TRY14. You pay nothing, and it does not renew.');
  fireEvent.click(await button('Start free trial'));
  await waitFor(() => expect(path()).toBe('/subscription'));
});

it('the promo code is checked again if the purchase is refused because of the code', async () => {
  await show();
  await enter('SAVE20');
  const pay = await button('Pay $3.20');
  buy.mockResolvedValue({ ok: false, why: 'refused', code: 'promo_unavailable' });
  check.mockResolvedValue({ ok: false, why: 'refused', code: 'promo_unavailable' });
  fireEvent.click(pay);
  await screen.findByText("This promo code can't be used.");
});

it('applies a promo code from the registration, unless the user removes it', async () => {
  await show(subscription({ promo_code: 'HELLO' }));
  await button('Pay $3.20');
  fireEvent.click(await button('Remove the code'));
  fireEvent.click(await button('Pay $4.00'));
  await waitFor(() => expect(buy).toHaveBeenCalled());
  expect(buy.mock.calls[0]?.[0]).toEqual({ package_id: start.id, period: 'month', promo_code: '' });
});

it('a promo code is checked when the device comes online', async () => {
  const { db } = await show(subscription({ promo_code: 'HELLO' }), { connection: 'offline' });
  await screen.findByText('The promo code HELLO is checked when you are online.');
  expect(check).not.toHaveBeenCalled();
  await saveStatus(db, { connection: 'online' });
  await button('Pay $3.20');
});

it('a discounted package change is paid for immediately instead of being scheduled', async () => {
  const plan = { package_id: start.id, title: start.title, period: 'month' as const, price_cents: 400 };
  await show(subscription({ state: 'active', plan, until: '2037-05-03T10:00:00.000Z' }));
  fireEvent.click(await screen.findByRole('radio', { name: /Learn/ }));
  await button('Change package');
  await enter('SAVE20');
  await button('Extend for $8.00');
});
