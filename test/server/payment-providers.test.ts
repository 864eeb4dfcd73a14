import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoPaymentById, changeDemoPayment } from '../../server/features/payments/demo-provider.ts';
import type { Intent, PaymentProvider, SavedMethod } from '../../server/features/payments/provider.ts';
import { createStripeProvider } from '../../server/features/payments/stripe.ts';
import { encodeForm } from '../../server/features/payments/stripe-request.ts';
import { FakeStripe } from '../helpers/fake-stripe.ts';
import { cardOf, intentOf } from '../helpers/payment-intents.ts';
import { openPaymentServer, type PaymentServer } from '../helpers/payments.ts';

const SERVER_URL = 'http://localhost:8080';
const RETURN_URL = `${SERVER_URL}/books/1`;
const never = new AbortController().signal;

let world: PaymentServer;
let stripe: FakeStripe;
let stripeAdapter: PaymentProvider;

beforeAll(async () => {
  world = await openPaymentServer();
  stripe = new FakeStripe();
  const api_url = await stripe.listen();
  stripeAdapter = createStripeProvider(
    { secret_key: 'sk_test_1', webhook_secret: 'whsec_1', api_url },
    () => SERVER_URL,
  );
});
beforeEach(() => {
  stripe.failure = 'none';
});
afterAll(async () => {
  stripe.close();
  await world.server.close();
});

interface Case {
  name: string;
  provider: () => PaymentProvider;
  /** Simulates a payer who pays on the payment page. */
  pay: (provider_id: string) => Promise<void>;
  cards: { good: string; declined: string; challenged: string };
}

const cases: Case[] = [
  {
    name: 'Stripe',
    provider: () => stripeAdapter,
    pay: async (id) => void stripe.pay(id),
    cards: { good: 'pm_1', declined: 'pm_declined', challenged: 'pm_challenged' },
  },
  {
    name: 'the demo',
    provider: () => world.payments.provider,
    pay: async (id) => void (await changeDemoPayment(world.server.deps, id, ['open'], 'paid')),
    cards: { good: 'pm_1', declined: 'pm_declined', challenged: 'pm_challenged' },
  },
];

describe.each(cases)('the payment provider $name', ({ provider, pay, cards }) => {
  const open = async (fields: Partial<Intent> = {}) => {
    const intent = intentOf(fields);
    const { provider_id, url } = await provider().checkout(intent, RETURN_URL, never);
    return { ...intent, provider_id, url };
  };
  const find = async (intent: Intent, method: SavedMethod | null = null) => provider().find(intent, method, never);

  it('opens one payment page for repeated requests', async () => {
    const intent = await open();
    expect(URL.canParse(intent.url)).toBe(true);
    const again = await provider().checkout({ ...intent, provider_id: null, url: null }, RETURN_URL, never);
    expect(again).toEqual({ provider_id: intent.provider_id, url: intent.url });
    expect((await find(intent)).state).toBe('open');
    expect((await open()).provider_id).not.toBe(intent.provider_id);
  });

  it('reports a paid page with its amount, and saves the card only if asked to', async () => {
    for (const saves_method of [false, true]) {
      const intent = await open({ saves_method });
      await pay(intent.provider_id);
      const found = await find(intent);
      expect(found).toMatchObject({ state: 'succeeded', amount_cents: 1050, currency: 'USD' });
      expect(found.payment_id).not.toBeNull();
      expect(found.method?.last4).toBe(saves_method ? '4242' : undefined);
    }
  });

  it('refunds a payment once, however often it is repeated', async () => {
    const intent = await open();
    await pay(intent.provider_id);
    const paid = { ...intent, payment_id: (await find(intent)).payment_id };
    for (const idempotency_key of [intent.id, intent.id, 'after-the-key-was-forgotten'])
      await provider().refund({ ...paid, idempotency_key }, never);
    expect((await find(paid)).state).toBe('refunded');
  });

  it('refuses to refund a payment that was not paid', async () => {
    const intent = await open();
    await expect(provider().refund(intent, never)).rejects.toThrow();
  });

  it('closes an open payment page, but not the page of a paid payment', async () => {
    const [unpaid, paid] = [await open(), await open()];
    await pay(paid.provider_id);
    for (const intent of [unpaid, unpaid, paid]) await provider().close(intent, never);
    expect([(await find(unpaid)).state, (await find(paid)).state]).toEqual(['expired', 'succeeded']);
  });

  it('charges a saved card once for repeated requests', async () => {
    const intent = intentOf({ is_off_session: true });
    const card = cardOf(cards.good);
    const first = await provider().charge(intent, card, never);
    expect(first.state).toBe('succeeded');
    expect(await provider().charge(intent, card, never)).toEqual(first);
    expect(await find(intent, card)).toMatchObject({ state: 'succeeded', amount_cents: 1050 });
    expect(await find({ ...intent, provider_id: first.provider_id }, card)).toMatchObject({ state: 'succeeded' });
  });

  it('distinguishes a declined card from one that the payer must confirm', async () => {
    const charge = (method: string) => provider().charge(intentOf({ is_off_session: true }), cardOf(method), never);
    expect((await charge(cards.declined)).state).toBe('failed');
    expect((await charge(cards.challenged)).state).toBe('requires_action');
  });

  it('reports a payment that was never requested as unknown', async () => {
    expect((await find(intentOf())).state).toBe('unknown');
    expect((await find(intentOf({ is_off_session: true }), cardOf(cards.good))).state).toBe('unknown');
    expect((await find(intentOf({ is_off_session: true }))).state).toBe('unknown');
  });
});

describe('requests to Stripe', () => {
  const formOf = async (fields: Partial<Intent> = {}) => {
    const intent = intentOf(fields);
    await stripeAdapter.checkout(intent, RETURN_URL, never);
    return { intent, sent: stripe.forms.at(-1)! };
  };

  it('a request to Stripe describes the payment in form encoding, with the id of the intent as key', async () => {
    const { intent, sent } = await formOf();
    expect(sent).toEqual({
      path: '/v1/checkout/sessions',
      key: intent.id,
      form: {
        mode: 'payment',
        client_reference_id: intent.id,
        success_url: RETURN_URL,
        cancel_url: RETURN_URL,
        expires_at: String(Date.parse('2026-03-03T07:00:00.000Z') / 1000),
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '1050',
        'line_items[0][price_data][product_data][name]': intent.title,
        'metadata[intent_id]': intent.id,
        'metadata[server]': SERVER_URL,
        'payment_intent_data[metadata][intent_id]': intent.id,
        'payment_intent_data[metadata][server]': SERVER_URL,
      },
    });
  });

  it('a request to Stripe creates a customer and saves the card only if the intent says so', async () => {
    expect((await formOf({ saves_method: true })).sent.form).toMatchObject({
      customer_creation: 'always',
      'payment_intent_data[setup_future_usage]': 'off_session',
    });
  });

  it('a request to Stripe shortens a title to the 250 characters that Stripe allows', async () => {
    const { sent } = await formOf({ title: 'x'.repeat(251) });
    expect(sent.form['line_items[0][price_data][product_data][name]']).toHaveLength(250);
  });

  it('a request to Stripe fails for a wrong key of the account, without quoting the response', async () => {
    const options = { secret_key: 'sk_test_2', webhook_secret: 'whsec_1', api_url: stripe.url };
    const wrong = createStripeProvider(options, () => SERVER_URL);
    await expect(wrong.checkout(intentOf(), RETURN_URL, never)).rejects.toThrow(
      'Stripe responded with 401 invalid_request_error',
    );
  });

  it('a request to Stripe can be aborted if Stripe does not respond', async () => {
    stripe.failure = 'silent';
    const limit = new AbortController();
    const call = stripeAdapter.checkout(intentOf(), RETURN_URL, limit.signal);
    limit.abort();
    await expect(call).rejects.toThrow();
  });

  it.each(['lost', 'error after effect'] as const)(
    'finds a charge after the Stripe fault "%s", without charging again',
    async (failure) => {
      const intent = intentOf({ is_off_session: true });
      const card = cardOf('pm_1');
      stripe.failure = failure;
      await expect(stripeAdapter.charge(intent, card, never)).rejects.toThrow();
      stripe.failure = 'none';
      expect(await stripeAdapter.find(intent, card, never)).toMatchObject({ state: 'succeeded', amount_cents: 1050 });
      const charges = [...stripe.payments.values()].filter(({ metadata }) => metadata['intent_id'] === intent.id);
      expect(charges).toHaveLength(1);
    },
  );

  it('searches the charges of the payer from a minute before the intent, since clocks differ', async () => {
    const [intent, card] = [intentOf({ is_off_session: true }), cardOf('pm_1')];
    await stripeAdapter.find(intent, card, never);
    expect(stripe.search).toMatchObject({
      customer: card.customer_id,
      'created[gte]': String(Date.parse('2026-03-02T07:59:00.000Z') / 1000),
      limit: '100',
    });
  });

  it('a payment by a method that takes days stays pending', async () => {
    const intent = intentOf();
    const { provider_id } = await stripeAdapter.checkout(intent, RETURN_URL, never);
    stripe.pay(provider_id, 'processing');
    expect((await stripeAdapter.find({ ...intent, provider_id }, null, never)).state).toBe('pending');
  });

  it('encodes nested fields, lists, numbers and booleans for Stripe', () => {
    const encoded = encodeForm({ a: { b: [{ c: 1 }, { c: true }] }, d: 'x y&z' }).toString();
    expect(decodeURIComponent(encoded)).toBe('a[b][0][c]=1&a[b][1][c]=true&d=x+y&z');
  });
});

it('gives the demo page an address that cannot be guessed from the payment', async () => {
  const intent = intentOf({ provider: 'demo' });
  const { provider_id } = await world.payments.provider.checkout(intent, RETURN_URL, never);
  expect(provider_id).toMatch(/^[\w-]{43}$/);
  expect(await demoPaymentById(world.server.deps, intent.id)).toBeUndefined();
});
