import { z } from '../../../contract/zod.ts';

// The fields of Stripe's events that are used; all others are ignored.
const text = z.nullish(z.string());
const Metadata = z.nullish(z.looseObject({ intent_id: z.optional(z.string()) }));
const Session = z.looseObject({
  id: z.string(),
  client_reference_id: text,
  payment_intent: text,
  payment_status: text,
  amount_total: z.nullish(z.number()),
  currency: text,
});
const Payment = z.looseObject({ id: z.string(), metadata: Metadata, amount: z.number(), currency: z.string() });
const Refund = z.looseObject({
  payment_intent: text,
  metadata: Metadata,
  amount: z.number(),
  currency: z.string(),
  refunded: z.boolean(),
});
const Event = z.looseObject({ id: z.string(), type: z.string(), data: z.looseObject({ object: z.unknown() }) });

/** What a webhook reports about a payment. */
export interface PaymentReport {
  outcome: 'succeeded' | 'failed' | 'expired' | 'refunded';
  intent_id: string | null;
  /** Id of the paid charge. */
  payment_id: string | null;
  amount_cents: number;
  currency: string;
  /**
   * Whether the report applies only to a charge of a saved payment method. After a declined card on a payment page, the
   * payer can try again.
   */
  only_off_session: boolean;
}

export interface ProviderEvent {
  id: string;
  type: string;
  /** Null for an event that does not change a payment. */
  report: PaymentReport | null;
}

function sessionReport(type: string, object: unknown): PaymentReport | null {
  const session = Session.parse(object);
  const isPaid = session.payment_status === 'paid';
  const outcomes: Record<string, PaymentReport['outcome'] | null> = {
    // A completed session can still be unpaid, if the payment method takes days.
    'checkout.session.completed': isPaid ? 'succeeded' : null,
    'checkout.session.async_payment_succeeded': isPaid ? 'succeeded' : null,
    'checkout.session.async_payment_failed': 'failed',
    'checkout.session.expired': 'expired',
  };
  const outcome = outcomes[type] ?? null;
  return (
    outcome && {
      outcome,
      intent_id: session.client_reference_id ?? null,
      payment_id: session.payment_intent ?? null,
      amount_cents: session.amount_total ?? 0,
      currency: (session.currency ?? '').toUpperCase(),
      only_off_session: false,
    }
  );
}

function paymentReport(outcome: 'succeeded' | 'failed', object: unknown): PaymentReport {
  const { id, metadata, amount, currency } = Payment.parse(object);
  return {
    outcome,
    intent_id: metadata?.intent_id ?? null,
    payment_id: id,
    amount_cents: amount,
    currency: currency.toUpperCase(),
    only_off_session: outcome === 'failed',
  };
}

/**
 * Reports a full refund. A partial refund, which only the provider's dashboard can make, leaves the intent paid and is
 * not reported.
 */
function refundReport(object: unknown): PaymentReport | null {
  const { payment_intent, metadata, amount, currency, refunded } = Refund.parse(object);
  if (!refunded) return null;
  return {
    outcome: 'refunded',
    intent_id: metadata?.intent_id ?? null,
    payment_id: payment_intent ?? null,
    amount_cents: amount,
    currency: currency.toUpperCase(),
    only_off_session: false,
  };
}

function reportOf(type: string, object: unknown): PaymentReport | null {
  if (type.startsWith('checkout.session.')) return sessionReport(type, object);
  if (type === 'payment_intent.succeeded') return paymentReport('succeeded', object);
  if (type === 'payment_intent.payment_failed') return paymentReport('failed', object);
  return type === 'charge.refunded' ? refundReport(object) : null;
}

/** Parses the body of a webhook. Returns null if the body is not an event of Stripe. */
export function parseEvent(body: string): ProviderEvent | null {
  try {
    const { id, type, data } = Event.parse(JSON.parse(body));
    return { id, type, report: reportOf(type, data.object) };
  } catch {
    return null;
  }
}
