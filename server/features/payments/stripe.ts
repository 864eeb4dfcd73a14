import { z } from '../../../contract/zod.ts';
import {
  PAGE_EXPIRES_AFTER_MS,
  type Charge,
  type Intent,
  type PaidPaymentsPage,
  type PaymentProvider,
  type ProviderPayment,
  type SavedMethod,
} from './provider.ts';
import { StripeError, stripeRequest, type Form, type StripeOptions } from './stripe-request.ts';

const Method = z.looseObject({
  id: z.string(),
  card: z.nullish(z.looseObject({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })),
});
const Payment = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  customer: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.string())),
  payment_method: z.nullish(z.union([z.string(), Method])),
  latest_charge: z.nullish(z.union([z.string(), z.looseObject({ refunded: z.boolean() })])),
});
const Session = z.looseObject({
  id: z.string(),
  url: z.nullish(z.string()),
  status: z.nullish(z.string()),
  payment_status: z.nullish(z.string()),
  amount_total: z.nullish(z.number()),
  currency: z.nullish(z.string()),
  payment_intent: z.nullish(z.union([z.string(), Payment])),
});
type StripePayment = z.infer<typeof Payment>;
type StripeSession = z.infer<typeof Session>;

/** Stripe's limit for the name of a product, in characters. */
const MAX_TITLE = 250;

interface Metadata extends Form {
  intent_id: string;
  /**
   * URL of the server. It identifies the payments of this server, because several servers can share a Stripe account.
   */
  server: string;
}

/**
 * Builds the form that creates a Checkout session. The parameters depend only on the intent and the URL of the server,
 * because Stripe rejects a repeated idempotency key with different parameters.
 */
function checkoutForm(intent: Intent, metadata: Metadata, return_url: string): Form {
  const { id, amount_cents, currency, title, saves_method, created_at } = intent;
  const product_data = { name: title.slice(0, MAX_TITLE) };
  const price_data = { currency: currency.toLowerCase(), unit_amount: amount_cents, product_data };
  return {
    mode: 'payment',
    client_reference_id: id,
    success_url: return_url,
    cancel_url: return_url,
    expires_at: Math.floor((Date.parse(created_at) + PAGE_EXPIRES_AFTER_MS) / 1000),
    line_items: [{ quantity: 1, price_data }],
    metadata,
    payment_intent_data: {
      metadata,
      ...(saves_method && { setup_future_usage: 'off_session' }),
    },
    ...(saves_method && { customer_creation: 'always' }),
  };
}

function savedMethod({ customer, payment_method }: StripePayment): SavedMethod | null {
  const method = typeof payment_method === 'object' ? payment_method : null;
  if (!customer || !method?.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { customer_id: customer, method_id: method.id, brand, last4, exp_month, exp_year };
}

function paymentState({ status, latest_charge }: StripePayment): ProviderPayment['state'] {
  if (status === 'succeeded')
    return typeof latest_charge === 'object' && latest_charge?.refunded ? 'refunded' : 'succeeded';
  return status === 'processing' ? 'pending' : 'failed';
}

function sessionState({ status, payment_status }: StripeSession, payment: StripePayment | null) {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  if (payment) return paymentState(payment);
  return payment_status === 'paid' ? 'succeeded' : 'pending';
}

const unknownPayment: ProviderPayment = {
  state: 'unknown',
  amount_cents: 0,
  currency: '',
  payment_id: null,
  method: null,
};

const toProviderPayment = (payment: StripePayment): ProviderPayment => ({
  state: paymentState(payment),
  amount_cents: payment.amount,
  currency: payment.currency.toUpperCase(),
  payment_id: payment.id,
  method: null,
});

function toSessionPayment(session: StripeSession, { saves_method }: Intent): ProviderPayment {
  const payment = typeof session.payment_intent === 'object' ? (session.payment_intent ?? null) : null;
  return {
    state: sessionState(session, payment),
    amount_cents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    payment_id: payment?.id ?? (session.payment_intent as string | null | undefined) ?? null,
    method: saves_method && payment ? savedMethod(payment) : null,
  };
}

/** Returns the outcome of a charge that failed with a card error. Rethrows any other error. */
function toDeclinedCharge(error: unknown): Charge {
  if (!(error instanceof StripeError) || error.status !== 402 || error.payment_id === null) throw error;
  const state = error.code === 'authentication_required' ? 'requires_action' : 'failed';
  return { state, provider_id: error.payment_id };
}

const PaymentList = z.looseObject({ data: z.array(Payment), has_more: z.boolean() });

async function listPayments(options: StripeOptions, form: Form, signal: AbortSignal) {
  const path = '/v1/payment_intents';
  return PaymentList.parse(await stripeRequest(options, { method: 'GET', path, form, signal }));
}

const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Lists the paid payments of the given server, latest first. */
async function listPaid(
  options: StripeOptions,
  server: string,
  ...[{ from, until }, position, signal]: Parameters<PaymentProvider['listPaid']>
): Promise<PaidPaymentsPage> {
  const created = { gte: unixSeconds(from), lt: unixSeconds(until) };
  const form = { created, limit: 100, expand: { 0: 'data.latest_charge' } };
  const page = await listPayments(options, { ...form, ...(position && { starting_after: position }) }, signal);
  const payments = page.data.flatMap((payment) => {
    const { metadata, id: payment_id, amount: amount_cents, currency } = payment;
    const intent_id = metadata?.['intent_id'];
    if (intent_id === undefined || metadata?.['server'] !== server || paymentState(payment) !== 'succeeded') return [];
    return [{ intent_id, payment_id, amount_cents, currency: currency.toUpperCase() }];
  });
  return { payments, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
}

/** Finds a charge whose response may have been lost, by the metadata of the customer's payments. */
async function findCharge(options: StripeOptions, intent: Intent, method: SavedMethod | null, signal: AbortSignal) {
  if (intent.provider_id !== null) {
    const path = `/v1/payment_intents/${encodeURIComponent(intent.provider_id)}`;
    const form = { expand: { 0: 'latest_charge' } };
    return toProviderPayment(Payment.parse(await stripeRequest(options, { method: 'GET', path, form, signal })));
  }
  if (!method) return unknownPayment;
  const created = { gte: Math.floor(Date.parse(intent.created_at) / 1000) - 60 };
  const form: Form = { customer: method.customer_id, created, limit: 100, expand: { 0: 'data.latest_charge' } };
  const { data } = await listPayments(options, form, signal);
  const payment = data.find(({ metadata }) => metadata?.['intent_id'] === intent.id);
  return payment ? toProviderPayment(payment) : unknownPayment;
}

async function findSession(options: StripeOptions, intent: Intent, signal: AbortSignal): Promise<ProviderPayment> {
  if (intent.provider_id === null) return unknownPayment;
  const path = `/v1/checkout/sessions/${encodeURIComponent(intent.provider_id)}`;
  const form = { expand: { 0: 'payment_intent.payment_method', 1: 'payment_intent.latest_charge' } };
  return toSessionPayment(Session.parse(await stripeRequest(options, { method: 'GET', path, form, signal })), intent);
}

/**
 * Creates the adapter for payments with Stripe: Checkout pages, saved cards and refunds. Requests are plain HTTP with a
 * pinned version of the API. `public_url` returns the URL of this server, which identifies the payments of this server.
 */
export function createStripeProvider(options: StripeOptions, public_url: () => string): PaymentProvider {
  const metadataOf = ({ id }: Intent): Metadata => ({ intent_id: id, server: public_url() });
  const post = (path: string, form: Form, idempotency_key: string, signal: AbortSignal) =>
    stripeRequest(options, { method: 'POST', path, form, idempotency_key, signal });
  return {
    name: 'stripe',
    webhook_secret: options.webhook_secret,
    checkout: async (intent, return_url, signal) => {
      const form = checkoutForm(intent, metadataOf(intent), return_url);
      const session = Session.parse(await post('/v1/checkout/sessions', form, intent.idempotency_key, signal));
      if (!session.url) throw new Error('Stripe created a session without a URL');
      return { provider_id: session.id, url: session.url };
    },
    charge: async (intent, { customer_id, method_id }, signal) => {
      const money = { amount: intent.amount_cents, currency: intent.currency.toLowerCase() };
      const chargeFields = { customer: customer_id, payment_method: method_id, off_session: true, confirm: true };
      const form = { ...money, ...chargeFields, metadata: metadataOf(intent) };
      try {
        const { id, status } = Payment.parse(await post('/v1/payment_intents', form, intent.idempotency_key, signal));
        const states: Record<string, Charge['state']> = { succeeded: 'succeeded', processing: 'pending' };
        return { state: states[status] ?? 'requires_action', provider_id: id };
      } catch (error) {
        return toDeclinedCharge(error);
      }
    },
    close: async (intent, signal) => {
      if ((await findSession(options, intent, signal)).state !== 'open') return;
      const path = `/v1/checkout/sessions/${encodeURIComponent(intent.provider_id ?? '')}/expire`;
      await post(path, {}, `close-${intent.idempotency_key}`, signal);
    },
    refund: async (intent, signal) => {
      if (intent.payment_id === null) throw new Error('the payment has no id to refund');
      try {
        await post('/v1/refunds', { payment_intent: intent.payment_id }, `refund-${intent.idempotency_key}`, signal);
      } catch (error) {
        if (!(error instanceof StripeError && error.code === 'charge_already_refunded')) throw error;
      }
    },
    find: (intent, method, signal) =>
      intent.is_off_session ? findCharge(options, intent, method, signal) : findSession(options, intent, signal),
    listPaid: (...args) => listPaid(options, public_url(), ...args),
  };
}
