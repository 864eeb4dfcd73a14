import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaidPaymentsPage, PaymentProvider } from '../../server/features/payments/provider.ts';
import { createStripeProvider } from '../../server/features/payments/stripe.ts';
import { FakeStripe } from '../helpers/fake-stripe.ts';
import { cardOf, intentOf } from '../helpers/payment-intents.ts';
import { openPaymentServer, type PaymentServer } from '../helpers/payments.ts';

const SERVER_URL = 'http://localhost:8080';
const DAY_MS = 86_400_000;
const neverAborted = new AbortController().signal;

let world: PaymentServer;
let stripe: FakeStripe;

beforeAll(async () => {
  world = await openPaymentServer();
  stripe = new FakeStripe();
  await stripe.listen();
});
afterAll(async () => {
  stripe.close();
  await world.server.close();
});

const stripeAt = (server_url: string): PaymentProvider =>
  createStripeProvider({ secret_key: 'sk_test_1', webhook_secret: 'whsec_1', api_url: stripe.url }, () => server_url);

/** Advances the clocks of both providers, and returns the new time in ms. */
function passTime(ms: number): number {
  world.server.clock.advance(ms);
  stripe.now = world.server.clock.now().getTime();
  return stripe.now;
}

const cases: { name: string; provider: () => PaymentProvider }[] = [
  { name: 'Stripe', provider: () => stripeAt(SERVER_URL) },
  { name: 'the demo', provider: () => world.payments.provider },
];

it.each(cases)('$name lists unrefunded payments between two times, page by page', async ({ provider }) => {
  const start = passTime(DAY_MS);
  const paid = [];
  for (let count = 0; count < 101; count += 1) {
    const intent = intentOf({ is_off_session: true });
    const { provider_id: payment_id } = await provider().charge(intent, cardOf('pm_1'), neverAborted);
    paid.push({ ...intent, payment_id });
  }
  await provider().refund(paid[0]!, neverAborted);
  await provider().charge(intentOf({ is_off_session: true }), cardOf('pm_declined'), neverAborted);
  await provider().checkout(intentOf(), SERVER_URL, neverAborted);
  const end = passTime(DAY_MS);
  await provider().charge(intentOf({ is_off_session: true }), cardOf('pm_1'), neverAborted);

  const range = { from: new Date(start), until: new Date(end) };
  const found = [];
  let position: string | null = null;
  do {
    const page: PaidPaymentsPage = await provider().listPaid(range, position, neverAborted);
    found.push(...page.payments);
    position = page.next;
  } while (position !== null);
  const expected = paid.slice(1).map(({ id: intent_id, payment_id }) => ({ intent_id, payment_id }));
  const compareIds = (one: { intent_id: string }, other: { intent_id: string }) =>
    one.intent_id < other.intent_id ? -1 : 1;
  expect(found.sort(compareIds)).toEqual(
    expected.sort(compareIds).map((payment) => ({ ...payment, amount_cents: 1050, currency: 'USD' })),
  );
  const outside = { from: new Date(start + 1000), until: new Date(end) };
  expect((await provider().listPaid(outside, null, neverAborted)).payments).toEqual([]);
});

it('Stripe lists no payments of other servers or shops on the same account', async () => {
  const other = stripeAt('https://other.example');
  const now = passTime(DAY_MS);
  const { provider_id } = await other.charge(intentOf({ is_off_session: true }), cardOf('pm_1'), neverAborted);
  stripe.payments.set('pi_shop', { ...stripe.payments.get(provider_id)!, id: 'pi_shop', metadata: {} });
  const range = { from: new Date(now), until: new Date(now + DAY_MS) };
  expect(await stripeAt(SERVER_URL).listPaid(range, null, neverAborted)).toEqual({ payments: [], next: null });
  expect((await other.listPaid(range, null, neverAborted)).payments).toHaveLength(1);
});
