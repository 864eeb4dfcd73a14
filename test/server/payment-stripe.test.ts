import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chargeOffSession, getCheckoutUrl } from '../../server/features/payments/payments.ts';
import { reconcilePayments } from '../../server/features/payments/reconcile.ts';
import { addBook } from '../helpers/books.ts';
import { FakeStripe } from '../helpers/fake-stripe.ts';
import { openBookIntent, openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import type { TestUser } from '../helpers/server.ts';

const HOUR_MS = 3_600_000;

let stripe: FakeStripe;
let world: PaymentServer;
let reader: TestUser;

beforeAll(async () => {
  stripe = new FakeStripe();
  const api_url = await stripe.listen();
  world = await openPaymentServer({ stripe: { secret_key: 'sk_test_1', webhook_secret: 'whsec_1', api_url } });
});
beforeEach(async () => {
  stripe.failure = 'none';
  stripe.now = world.server.clock.now().getTime();
  reader = await world.server.user();
});
afterAll(async () => {
  stripe.close();
  await world.server.close();
});

const chargesOf = (intent_id: string) =>
  [...stripe.payments.values()].filter(({ metadata }) => metadata['intent_id'] === intent_id);

it('sells a book through Stripe after a signed webhook reports the payment', async () => {
  const { intent, subject_id, url } = await world.openBook(reader);
  expect(url).toBe(`https://checkout.stripe.example/${intent.provider_id}`);
  const { id: payment_intent } = stripe.pay(intent.provider_id!);
  expect(await world.report('checkout.session.completed', intent, { payment_intent })).toBe(200);
  expect(await world.owns(reader, subject_id)).toBe(true);
  expect(await world.intent(intent)).toMatchObject({ state: 'succeeded', payment_id: payment_intent });
});

it('does not offer the payment page of the demo when Stripe is used', async () => {
  const { intent } = await world.openBook(reader);
  const reply = await world.server.landing.inject({ url: `/demo/checkout/${intent.provider_id}` });
  expect(reply.statusCode).toBe(404);
  expect((await world.server.app.inject({ method: 'POST', url: '/api/payments/webhook/demo' })).statusCode).toBe(404);
});

it.each(['down', 'lost', 'error after effect'] as const)(
  'returns an empty URL during the Stripe fault %s, and opens only one payment page afterwards',
  async (failure) => {
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const intent = await openBookIntent(world, reader, { subject_id });
    stripe.failure = failure;
    expect(await getCheckoutUrl(world.payments, intent)).toBe('');
    stripe.failure = 'none';
    world.server.clock.advance(10 * 60_000);
    await reconcilePayments(world.payments);
    const again = await openBookIntent(world, reader, { subject_id });
    const url = await getCheckoutUrl(world.payments, again);
    // With 'error after effect', Stripe stores the error under the key of the first payment, so only a new payment can
    // get a page.
    expect(again.id === intent.id).toBe(failure !== 'error after effect');
    expect(url).toContain('https://checkout.stripe.example/');
    const open = [...stripe.sessions.values()].filter(({ client_reference_id }) => client_reference_id === again.id);
    expect(open).toHaveLength(1);
  },
);

it.each(['down', 'lost', 'error after effect'] as const)(
  'charges a saved card once despite the Stripe fault %s, and finds the outcome at the next check',
  async (failure) => {
    await world.saveCard(reader, '4242');
    const subject_id = await addBook(world.server, { price_cents: 500 });
    const intent = await openBookIntent(world, reader, { subject_id, is_off_session: true });
    stripe.failure = failure;
    expect(await chargeOffSession(world.payments, intent)).toBe('created');
    stripe.failure = 'none';
    world.server.clock.advance(60_001);
    await reconcilePayments(world.payments);
    expect(chargesOf(intent.id)).toHaveLength(1);
    expect((await world.intent(intent)).state).toBe('succeeded');
    expect(await world.owns(reader, subject_id)).toBe(true);
  },
);

it('saves the card of a payment with `saves_method`, and charges the card later', async () => {
  const { intent } = await world.openBook(reader, { saves_method: true });
  const { id: payment_intent } = stripe.pay(intent.provider_id!);
  await world.report('checkout.session.completed', intent, { payment_intent });
  await world.runJobs();
  expect(await world.cardOf(reader)).toMatchObject({ customer_id: 'cus_1', method_id: 'pm_1', last4: '4242' });
  const renewal = await openBookIntent(world, reader, {
    subject_id: await addBook(world.server, { price_cents: 500 }),
    is_off_session: true,
  });
  expect(await chargeOffSession(world.payments, renewal)).toBe('succeeded');
  expect(chargesOf(renewal.id)).toMatchObject([{ amount: 500, currency: 'usd', customer: 'cus_1' }]);
});

it('refunds a surplus payment at Stripe', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  const second = await openBookIntent(world, reader, { subject_id, amount_cents: 600 });
  await getCheckoutUrl(world.payments, second);
  for (const one of [intent, await world.intent(second)]) {
    const { id: payment_intent } = stripe.pay(one.provider_id!);
    await world.report('checkout.session.completed', one, { payment_intent });
  }
  await world.runJobs();
  expect((await world.intentsOf(subject_id)).map(({ state }) => state)).toEqual(['succeeded', 'refunded']);
  expect(chargesOf(second.id)[0]?.latest_charge.refunded).toBe(true);
});

it('settles a payment that takes days as soon as Stripe reports its success', async () => {
  const { intent } = await world.openBook(reader);
  stripe.pay(intent.provider_id!, 'processing');
  await world.report('checkout.session.completed', intent, { payment_status: 'unpaid' });
  world.server.clock.advance(72 * HOUR_MS);
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('pending');
  await world.report('checkout.session.async_payment_succeeded', intent);
  expect((await world.intent(intent)).state).toBe('succeeded');
});
