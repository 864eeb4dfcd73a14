import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EFFECT_WITHIN_MS, MAX_PER_KIND } from '../../server/features/accounting/problems.ts';
import { compareWithProvider, LOOKED_UP_MS } from '../../server/features/accounting/provider-problems.ts';
import type {
  Intent,
  PaidPaymentsPage,
  PaidPayment,
  PaymentProvider,
  ProviderPayment,
} from '../../server/features/payments/provider.ts';
import { openSubscriptionWorld, type SubscriptionWorld } from '../helpers/subscription-world.ts';

describe('the comparison with the payment provider', () => {
  let alone: SubscriptionWorld;
  beforeEach(async () => {
    alone = await openSubscriptionWorld();
    return () => alone.server.close();
  });

  /** Buys a package and compares its payment with a provider that reports the state `found`. */
  async function compareFound(found: Partial<ProviderPayment>, fields: Record<string, unknown> = {}) {
    const user = await alone.member();
    await alone.buy(user);
    const [intent] = await alone.intents(user);
    if (Object.keys(fields).length > 0)
      await alone.server.db.updateTable('payment_intents').set(fields).where('id', '=', intent!.id).execute();
    alone.server.clock.advance(EFFECT_WITHIN_MS + 1);
    const payment: ProviderPayment = {
      ...{ state: 'succeeded', amount_cents: 3000, currency: 'USD', payment_id: 'p', method: null },
      ...found,
    };
    const provider = { ...alone.payments.provider, find: () => Promise.resolve(payment) };
    const { problems, count, ...asked } = await compareWithProvider({ ...alone.payments, provider });
    expect([count, asked]).toEqual([problems.length, { provider: 'answered', provider_payments: 1 }]);
    return problems.map(({ kind, expected, found: actual }) => [kind, expected, actual]);
  }

  it('finds no differences between the demo provider and the demo ledger', async () => {
    const [user, other] = [await alone.member(), await alone.member()];
    await alone.buy(user);
    await alone.purchase(other);
    alone.server.clock.advance(EFFECT_WITHIN_MS + 1);
    const noDifferences = { provider: 'answered', provider_payments: 2, count: 0, problems: [] };
    expect(await compareWithProvider(alone.payments)).toEqual(noDifferences);
  });

  it.each([
    ['refunded', 'succeeded'],
    ['failed', 'succeeded'],
    ['unknown', 'succeeded'],
    ['open', 'succeeded'],
    ['succeeded', 'refunded'],
    ['succeeded', 'failed'],
    ['refunded', 'failed'],
    ['succeeded', 'expired'],
    ['refunded', 'expired'],
    ['succeeded', 'pending'],
    ['succeeded', 'created'],
  ] as const)('reports a payment that is %s at the provider and %s in the ledger', async (state, known) => {
    expect(await compareFound({ state }, { state: known })).toEqual([['provider_state', known, state]]);
  });

  it.each([
    ['succeeded', 'succeeded'],
    ['refunded', 'refunded'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['unknown', 'expired'],
    ['open', 'expired'],
    ['open', 'pending'],
    ['pending', 'pending'],
    ['unknown', 'created'],
  ] as const)(
    'reports no problem with a payment that is %s at the provider and %s in the ledger',
    async (state, known) => {
      expect(await compareFound({ state }, { state: known })).toEqual([]);
    },
  );

  it.each([
    [{ amount_cents: 2999 }, '2999 USD'],
    [{ currency: 'EUR' }, '3000 EUR'],
  ])('reports a charge of another amount or currency: %o', async (found, actual) => {
    expect(await compareFound(found)).toEqual([['provider_amount', '3000 USD', actual]]);
  });

  it('ignores the amount of a payment that was not charged', async () => {
    expect(await compareFound({ state: 'failed', amount_cents: 0 }, { state: 'failed' })).toEqual([]);
  });

  it('reports an unrefunded provider payment that is missing from the ledger', async () => {
    const user = await alone.member();
    await alone.buy(user);
    const [{ id } = { id: '' }] = await alone.intents(user);
    for (const table of ['subscription_lines', 'payment_events', 'payment_intents'] as const)
      await alone.server.db
        .deleteFrom(table)
        .where(table === 'payment_events' ? 'intent_id' : 'id', '=', id)
        .execute();
    const problemsAfter = async (ms: number) => {
      alone.server.clock.advance(ms);
      const { problems, count, provider } = await compareWithProvider(alone.payments);
      expect([count, provider]).toEqual([problems.length, 'answered']);
      return problems;
    };
    const unknown = { kind: 'payment_unknown', payment_id: id, user_id: null, expected: null, found: '3000 USD' };
    expect(await problemsAfter(EFFECT_WITHIN_MS)).toEqual([]);
    expect(await problemsAfter(1)).toEqual([unknown]);
    expect(await problemsAfter(LOOKED_UP_MS - EFFECT_WITHIN_MS - 1)).toEqual([unknown]);
    expect(await problemsAfter(1)).toEqual([]);
    alone.server.clock.advance(-1);
    await alone.server.db.updateTable('demo_payments').set({ state: 'refunded' }).where('intent_id', '=', id).execute();
    expect(await problemsAfter(0)).toEqual([]);
  });

  it('reads all pages of payments at the provider, and reports a payment without an id', async () => {
    const paid = (intent_id: string): PaidPayment => ({
      ...{ intent_id, payment_id: 'p', amount_cents: 100, currency: 'EUR' },
    });
    const id = uuidv7();
    const pages = new Map([
      [null, { payments: [paid(id)], next: '1' }],
      ['1', { payments: [], next: '2' }],
      ['2', { payments: [paid('made by hand')], next: null }],
    ] as [string | null, PaidPaymentsPage][]);
    const listPaid: PaymentProvider['listPaid'] = (_range, position) => Promise.resolve(pages.get(position)!);
    const provider = { ...alone.payments.provider, listPaid };
    const { problems } = await compareWithProvider({ ...alone.payments, provider });
    expect(problems.map(({ payment_id, found }) => [payment_id, found])).toEqual([
      [id, '100 EUR'],
      [null, '100 EUR'],
    ]);
  });

  it('reads at most 50 pages of payments in one night', async () => {
    const listPaid = vi.fn(() => Promise.resolve({ payments: [], next: 'more' }));
    const provider = { ...alone.payments.provider, listPaid };
    await compareWithProvider({ ...alone.payments, provider });
    expect(listPaid).toHaveBeenCalledTimes(50);
  });

  it('reports a provider as unreachable if listing its payments fails, and still compares the ledger', async () => {
    await alone.buy(await alone.member());
    alone.server.clock.advance(EFFECT_WITHIN_MS + 1);
    const listPaid = () => Promise.reject(new Error('down'));
    const provider = { ...alone.payments.provider, listPaid };
    const comparison = await compareWithProvider({ ...alone.payments, provider });
    expect(comparison).toMatchObject({ provider: 'unreachable', provider_payments: 1 });
  });

  it('compares payments with the provider from an hour to seven days after their last change', async () => {
    const user = await alone.member();
    await alone.buy(user);
    const comparedAfter = async (ms: number) => {
      alone.server.clock.advance(ms);
      return (await compareWithProvider(alone.payments)).provider_payments;
    };
    expect(await comparedAfter(EFFECT_WITHIN_MS)).toBe(0);
    expect(await comparedAfter(1)).toBe(1);
    expect(await comparedAfter(LOOKED_UP_MS - EFFECT_WITHIN_MS - 1)).toBe(1);
    expect(await comparedAfter(1)).toBe(0);
  });

  it('counts all differences from the provider, and describes the first ones of each kind', async () => {
    const payer = await alone.member();
    await alone.buy(payer);
    const [intent] = await alone.intents(payer);
    const others = Array.from({ length: MAX_PER_KIND + 1 }, () => {
      const id = uuidv7();
      return { ...intent!, id, subject_id: id, idempotency_key: id, provider_id: id, payment_id: id };
    });
    await alone.server.db.insertInto('payment_intents').values(others).execute();
    alone.server.clock.advance(EFFECT_WITHIN_MS + 1);
    const charged = { amount_cents: 1, currency: 'USD', payment_id: 'p', method: null };
    const find = ({ id }: Pick<Intent, 'id'>): Promise<ProviderPayment> =>
      Promise.resolve({ ...charged, state: id === intent!.id ? 'succeeded' : 'unknown' });
    const provider = { ...alone.payments.provider, find };
    const { problems, count } = await compareWithProvider({ ...alone.payments, provider });
    const named = (kind: string) => problems.filter((problem) => problem.kind === kind).length;
    expect([count, named('provider_state'), named('provider_amount')]).toEqual([MAX_PER_KIND + 2, MAX_PER_KIND, 1]);
  });

  it('stops asking a provider only after five failures in a row', async () => {
    for (let each = 0; each < 7; each += 1) await alone.buy(await alone.member());
    alone.server.clock.advance(EFFECT_WITHIN_MS + 1);
    const find = vi.fn(() => Promise.reject(new Error('down')));
    const unreachable = { ...alone.payments, provider: { ...alone.payments.provider, find } };
    const noResults = { provider_payments: 0, count: 0, problems: [] };
    expect(await compareWithProvider(unreachable)).toEqual({ provider: 'unreachable', ...noResults });
    expect(find).toHaveBeenCalledTimes(5);
    const flaky = vi.fn((...args: Parameters<typeof alone.payments.provider.find>) =>
      flaky.mock.calls.length % 5 === 0 ? alone.payments.provider.find(...args) : Promise.reject(new Error('down')),
    );
    const recovering = { ...alone.payments, provider: { ...alone.payments.provider, find: flaky } };
    expect(await compareWithProvider(recovering)).toMatchObject({ provider: 'answered', provider_payments: 1 });
  });
});
