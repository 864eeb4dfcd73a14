import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inScope } from '../../server/context.ts';
import { changeDemoPayment } from '../../server/features/payments/demo-provider.ts';
import { refundIntent } from '../../server/features/payments/ledger.ts';
import {
  chargeOffSession,
  getCheckoutUrl,
  refundPayment,
  savePaymentMethod,
} from '../../server/features/payments/payments.ts';
import type { ProviderPayment } from '../../server/features/payments/provider.ts';
import { addBook } from '../helpers/books.ts';
import { openBookIntent, openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import type { TestUser } from '../helpers/server.ts';

let world: PaymentServer;
let reader: TestUser;

beforeAll(async () => {
  world = await openPaymentServer();
  reader = await world.server.user();
});
afterAll(() => world.server.close());
afterEach(() => {
  vi.restoreAllMocks();
  world.payments.limit = () => new AbortController().signal;
});

const HOUR_MS = 3_600_000;

describe('opening a payment', () => {
  it('reuses the open payment for the same item at the same price', async () => {
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const first = await openBookIntent(world, reader, { subject_id });
    expect((await openBookIntent(world, reader, { subject_id })).id).toBe(first.id);
    expect((await openBookIntent(world, await world.server.user(), { subject_id })).id).not.toBe(first.id);
  });

  it.each([
    ['the amount differs', { amount_cents: 501 }],
    ['the payment method must be saved', { saves_method: true }],
    ['the saved payment method is charged', { is_off_session: true }],
  ])('replaces an open payment if %s', async (_reason, changed) => {
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const first = await openBookIntent(world, reader, { subject_id });
    const second = await openBookIntent(world, reader, { subject_id, ...changed });
    expect(second.id).not.toBe(first.id);
    expect(await world.statesOf(first)).toEqual(['created', 'expired']);
    expect(await world.statesOf(second)).toEqual(['created']);
  });

  it('reuses a payment page for 22 hours, so that the payer has at least an hour to pay', async () => {
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const first = await openBookIntent(world, reader, { subject_id });
    await getCheckoutUrl(world.payments, first);
    world.server.clock.advance(22 * HOUR_MS - 1);
    expect((await openBookIntent(world, reader, { subject_id })).id).toBe(first.id);
    world.server.clock.advance(1);
    expect((await openBookIntent(world, reader, { subject_id })).id).not.toBe(first.id);
  });

  it('replaces a payment that still has no payment page after ten minutes', async () => {
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const first = await openBookIntent(world, reader, { subject_id });
    world.server.clock.advance(10 * 60_000 - 1);
    expect((await openBookIntent(world, reader, { subject_id })).id).toBe(first.id);
    world.server.clock.advance(1);
    expect((await openBookIntent(world, reader, { subject_id })).id).not.toBe(first.id);
  });
});

describe('calling the provider', () => {
  const purchase = (id: string, who: TestUser) =>
    world.server.app.inject({
      method: 'POST',
      url: '/api/books/purchase/',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ id }),
    });

  it('answers a purchase with an empty URL when the provider fails, and keeps the payment', async () => {
    const id = await addBook(world.server, { price_cents: 500 });
    vi.spyOn(world.payments.provider, 'checkout').mockRejectedValueOnce(new Error('down'));
    const reply = await purchase(id, reader);
    expect([reply.statusCode, reply.json()]).toEqual([200, '']);
    expect((await purchase(id, reader)).json()).toContain('/demo/checkout/');
    expect(await world.intentsOf(id)).toMatchObject([{ state: 'pending' }]);
  });

  it('stops waiting for a provider that does not respond in time, after 10 s by default', async () => {
    const id = await addBook(world.server, { price_cents: 500 });
    const limit = new AbortController();
    delete world.payments.limit;
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    vi.spyOn(world.payments.provider, 'checkout').mockImplementationOnce(() => {
      limit.abort();
      return new Promise(() => undefined);
    });
    expect((await purchase(id, reader)).json()).toBe('');
    expect(timeout).toHaveBeenCalledWith(10_000);
  });

  it('commits the payment before it calls the provider, and calls it once for 50 simultaneous requests', async () => {
    const id = await addBook(world.server, { price_cents: 500 });
    const seen: number[] = [];
    const { provider } = world.payments;
    const { checkout } = provider;
    const spy = vi.spyOn(provider, 'checkout').mockImplementation(async (...given) => {
      seen.push((await world.intentsOf(id)).length);
      return checkout(...given);
    });
    const replies = await Promise.all(Array.from({ length: 50 }, () => purchase(id, reader)));
    expect(new Set(replies.map((reply) => reply.json<string>())).size).toBe(1);
    expect(seen[0]).toBe(1);
    expect(spy.mock.calls.map(([intent]) => intent.id)).toEqual([(await world.intentsOf(id))[0]?.id]);
  });

  it('does not call the provider for a request that read the payment before its page was stored', async () => {
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const intent = await openBookIntent(world, reader, { subject_id });
    const url = await getCheckoutUrl(world.payments, intent);
    const checkout = vi.spyOn(world.payments.provider, 'checkout');
    expect(intent.url).toBeNull();
    expect(await getCheckoutUrl(world.payments, intent)).toBe(url);
    expect(checkout).not.toHaveBeenCalled();
  });

  it('responds with 503 to a purchase if there is no payment provider', async () => {
    const plain = await openPaymentServer({ demo: false });
    const id = await addBook(plain.server, { price_cents: 500 });
    const who = await plain.server.user();
    expect((await plain.server.call('books.purchase', { token: who.token, body: { id } })).status).toBe(503);
    await plain.server.close();
  });
});

describe('charging a saved card', () => {
  const openIntentWithCard = async (last4: string) => {
    const who = await world.server.user();
    await world.saveCard(who, last4);
    const subject_id = await addBook(world.server, { price_cents: 500 });
    return { who, subject_id, intent: await openBookIntent(world, who, { subject_id, is_off_session: true }) };
  };

  it('charges a saved card once, however often the charge is repeated', async () => {
    const { who, subject_id, intent } = await openIntentWithCard('4242');
    expect(await chargeOffSession(world.payments, intent)).toBe('succeeded');
    expect(await chargeOffSession(world.payments, intent)).toBe('succeeded');
    expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded']);
    expect(await world.owns(who, subject_id)).toBe(true);
  });

  it.each([
    ['is declined', '0002'],
    ['needs the confirmation of the payer', '3184'],
  ])('a charge fails if the card %s', async (_reason, last4) => {
    const { who, subject_id, intent } = await openIntentWithCard(last4);
    expect(await chargeOffSession(world.payments, intent)).toBe('failed');
    expect(await world.owns(who, subject_id)).toBe(false);
  });

  it('a charge fails if no card is saved', async () => {
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const intent = await openBookIntent(world, await world.server.user(), { subject_id, is_off_session: true });
    expect(await chargeOffSession(world.payments, intent)).toBe('failed');
  });

  it('leaves the payment open while the outcome of the charge is unknown', async () => {
    const { intent } = await openIntentWithCard('4242');
    vi.spyOn(world.payments.provider, 'charge').mockRejectedValueOnce(new Error('connection lost'));
    expect(await chargeOffSession(world.payments, intent)).toBe('created');
  });
});

describe('saving the card of a payment', () => {
  /** Pays for a book, and saves the card. Returns the intent. */
  const pay = async (payer: TestUser) => {
    const { intent } = await world.openBook(payer, { saves_method: true });
    await world.report('checkout.session.completed', intent);
    return intent;
  };
  const found = (last4: string): ProviderPayment => {
    const method = { customer_id: 'c', method_id: 'm', brand: 'visa', last4, exp_month: 12, exp_year: 2034 };
    return { state: 'succeeded', amount_cents: 500, currency: 'USD', payment_id: 'p', method };
  };

  it('repeats saving the card of a payment every day until the provider responds', async () => {
    const payer = await world.server.user();
    const { id } = await pay(payer);
    const find = vi.spyOn(world.payments.provider, 'find').mockRejectedValue(new Error('down'));
    for (let day = 0; day < 20; day += 1) {
      await world.runJobs();
      world.server.clock.advance(24 * HOUR_MS);
    }
    expect(find.mock.calls.filter(([intent]) => intent.id === id)).toHaveLength(20);
    expect(await world.cardOf(payer)).toBeNull();
    find.mockResolvedValue(found('4242'));
    await world.runJobs();
    expect(await world.cardOf(payer)).toMatchObject({ last4: '4242' });
  });

  it('saving the card of a payment does not replace the card of a later payment', async () => {
    const payer = await world.server.user();
    const earlier = await pay(payer);
    world.server.clock.advance(HOUR_MS);
    const later = await pay(payer);
    const cards = new Map([
      [earlier.id, found('1111')],
      [later.id, found('2222')],
    ]);
    vi.spyOn(world.payments.provider, 'find').mockImplementation(({ id }) => Promise.resolve(cards.get(id)!));
    for (const { id } of [later, earlier]) await savePaymentMethod(world.payments, id);
    expect(await world.cardOf(payer)).toMatchObject({ last4: '2222' });
    for (const { id } of [earlier, later]) await savePaymentMethod(world.payments, id);
    expect(await world.cardOf(payer)).toMatchObject({ last4: '2222' });
  });
});

describe('refunds', () => {
  it('repeats a refund every day until the provider accepts it', async () => {
    const { intent } = await world.buyNewBook(reader);
    await inScope(world.server.deps, world.server.scope, (context) => refundIntent(context, intent.id));
    const refund = vi.spyOn(world.payments.provider, 'refund').mockRejectedValue(new Error('down'));
    for (let day = 0; day < 20; day += 1) {
      await world.runJobs();
      world.server.clock.advance(24 * HOUR_MS);
    }
    expect(refund.mock.calls.filter(([{ id }]) => id === intent.id)).toHaveLength(20);
    refund.mockRestore();
    await world.runJobs();
    expect((await world.intent(intent)).state).toBe('refunded');
  });

  it('refunds a payment only once, and refuses to refund one that was never paid', async () => {
    const { intent } = await world.buyNewBook(reader);
    const refund = (id: string) => inScope(world.server.deps, world.server.scope, (it) => refundIntent(it, id));
    expect([await refund(intent.id), await refund(intent.id)]).toEqual(['queued', 'queued']);
    const spy = vi.spyOn(world.payments.provider, 'refund');
    await world.runJobs();
    expect(spy).toHaveBeenCalledTimes(1);
    expect(await refund(intent.id)).toBe('refunded');
    expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded', 'refunded']);
    const open = await openBookIntent(world, reader, { subject_id: uuidv7() });
    expect([await refund(open.id), await refund('unknown')]).toEqual(['not_paid', 'not_paid']);
  });

  it('refunds a payment only at the provider that received it', async () => {
    const { intent } = await world.buyNewBook(reader);
    await world.server.db
      .updateTable('payment_intents')
      .set({ provider: 'stripe' })
      .where('id', '=', intent.id)
      .execute();
    await expect(refundPayment(world.payments, intent.id)).rejects.toThrow('the payment belongs to stripe');
    expect((await world.intent(intent)).state).toBe('succeeded');
  });

  it('refunds a late payment of an account that no longer exists', async () => {
    const gone = await world.server.user();
    const { intent, subject_id } = await world.openBook(gone);
    const deleted_at = world.server.clock.now().toISOString();
    await world.server.db.updateTable('users').set({ deleted_at }).where('id', '=', gone.id).execute();
    expect(await world.report('checkout.session.completed', intent)).toBe(200);
    await changeDemoPayment(world.server.deps, (await world.intent(intent)).provider_id!, ['open'], 'paid');
    await world.runJobs();
    expect(await world.owns(gone, subject_id)).toBe(false);
    expect((await world.intent(intent)).state).toBe('refunded');
  });
});
