import { createHmac, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { DemoPaymentsTable } from '../../db/payment-tables.ts';
import {
  PAGE_EXPIRES_AFTER_MS,
  type Intent,
  type PaidPaymentsPage,
  type PaymentProvider,
  type ProviderPayment,
  type SavedMethod,
} from './provider.ts';
import { signWebhook } from './signature.ts';

export type DemoPayment = Selectable<DemoPaymentsTable>;

/** Path of the page that simulates the payment page of a provider. */
export const DEMO_CHECKOUT = '/demo/checkout';

/** Number of payments on a page of `listPaid`; equals that of Stripe. */
const PAGE_SIZE = 100;

/**
 * `DECLINED_LAST4`: last digits of a saved card whose charges are declined. `CHALLENGED_LAST4`: last digits of a saved
 * card whose charges need the confirmation of the payer.
 */
const DECLINED_LAST4 = '0002';
const CHALLENGED_LAST4 = '3184';

const savedCard: Omit<SavedMethod, 'customer_id'> = {
  method_id: 'demo-card',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2034,
};

const states: Record<DemoPayment['state'], ProviderPayment['state']> = {
  open: 'open',
  processing: 'pending',
  paid: 'succeeded',
  declined: 'failed',
  expired: 'expired',
  refunded: 'refunded',
};

export interface DemoOptions {
  deps: Deps;
  /** The secret of the server, from which ids and the secret of the webhooks are derived. */
  secret: string;
  /** Returns the origin of the payment page. */
  origin: () => string;
}

export function demoPaymentById({ db, scope }: Deps, id: string): Promise<DemoPayment | undefined> {
  return db.selectFrom('demo_payments').selectAll().where('scope', '=', scope).where('id', '=', id).executeTakeFirst();
}

/**
 * Changes the state of a payment if its current state is one of the given states. Returns whether the state was
 * changed.
 */
export async function changeDemoPayment(
  { db, scope, clock }: Deps,
  id: string,
  from: readonly DemoPayment['state'][],
  state: DemoPayment['state'],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('demo_payments')
    .set({ state, updated_at: clock().toISOString() })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the payment page has expired. */
export const isPageExpired = ({ created_at }: DemoPayment, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) > PAGE_EXPIRES_AFTER_MS;

/** Returns an event in Stripe's format. */
function demoEvent(type: string, { id, intent_id, amount_cents }: DemoPayment): string {
  const metadata = { intent_id };
  const money = { amount: amount_cents, amount_total: amount_cents, currency: 'usd' };
  const object = { id, client_reference_id: intent_id, payment_intent: id, payment_status: 'paid', metadata, ...money };
  return JSON.stringify({ id: `evt_demo_${randomUUID()}`, type, data: { object } });
}

/** Reports payments of the demo to the app. */
export interface DemoWebhooks {
  deps: Deps;
  /**
   * Sends an event that is signed like an event of Stripe. The event is lost if the app does not accept it, as can
   * happen with a real webhook.
   */
  report(payment: DemoPayment, type: string, times?: number): Promise<void>;
}

/** `deliver` posts a body with its signature to the webhook of the app, and returns the HTTP status. */
export function createDemoWebhooks(
  deps: Deps,
  { webhook_secret }: PaymentProvider,
  deliver: (body: string, signature: string) => Promise<number>,
): DemoWebhooks {
  return {
    deps,
    report: async (payment, type, times = 1) => {
      const body = demoEvent(type, payment);
      for (let time = 0; time < times; time += 1) {
        const status = await deliver(body, signWebhook(webhook_secret, body, deps.clock()));
        if (status !== 200) deps.log.warn({ status, type }, 'a webhook of the demo was not accepted');
      }
    },
  };
}

/** Marks a payment that is being processed as paid, and reports it. */
export async function payDemoPayment(webhooks: DemoWebhooks, id: string): Promise<void> {
  const { deps, report } = webhooks;
  const isPaid = await changeDemoPayment(deps, id, ['processing'], 'paid');
  const payment = isPaid ? await demoPaymentById(deps, id) : undefined;
  if (payment) await report(payment, 'checkout.session.completed');
}

/** Lists the payments that were paid within a span of time, in the order of their ids. */
async function listPaid(
  { db, scope }: Deps,
  { from, until }: { from: Date; until: Date },
  position: string | null,
): Promise<PaidPaymentsPage> {
  const paid = await db
    .selectFrom('demo_payments')
    .select(['id', 'intent_id', 'amount_cents'])
    .where('scope', '=', scope)
    .where('state', '=', 'paid')
    .where('updated_at', '>=', from.toISOString())
    .where('updated_at', '<', until.toISOString())
    .where('id', '>', position ?? '')
    .orderBy('id')
    .limit(PAGE_SIZE)
    .execute();
  const payments = paid.map(({ id: payment_id, ...payment }) => ({ payment_id, currency: 'USD', ...payment }));
  return { payments, next: paid.length < PAGE_SIZE ? null : (paid.at(-1)?.id ?? null) };
}

/** The payment provider of the demo, which charges nothing. Like a real provider, it stores its own payments. */
export function createDemoProvider({ deps, secret, origin }: DemoOptions): PaymentProvider {
  const { db, scope, clock } = deps;
  const deriveSecret = (name: string) =>
    createHmac('sha256', secret).update(`demo payments ${name}`).digest('base64url');
  const store = async (intent: Intent, state: DemoPayment['state']): Promise<DemoPayment> => {
    const { amount_cents, title, return_path, saves_method } = intent;
    const [id, at] = [deriveSecret(intent.id), clock().toISOString()];
    const times = { created_at: at, updated_at: at };
    await db
      .insertInto('demo_payments')
      .values({ scope, id, intent_id: intent.id, state, amount_cents, title, return_path, saves_method, ...times })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await demoPaymentById(deps, id))!;
  };
  const hasExpired = (payment: DemoPayment) => payment.state === 'open' && isPageExpired(payment, clock());
  return {
    name: 'demo',
    webhook_secret: deriveSecret('webhooks'),
    checkout: async (intent) => {
      const { id } = await store(intent, 'open');
      return { provider_id: id, url: `${origin()}${DEMO_CHECKOUT}/${id}` };
    },
    charge: async (intent, { last4 }) => {
      const isDeclined = last4 === DECLINED_LAST4 || last4 === CHALLENGED_LAST4;
      const { id: provider_id, state } = await store(intent, isDeclined ? 'declined' : 'paid');
      if (last4 === CHALLENGED_LAST4) return { state: 'requires_action', provider_id };
      return { state: state === 'declined' ? 'failed' : 'succeeded', provider_id };
    },
    close: async (intent) => {
      await changeDemoPayment(deps, deriveSecret(intent.id), ['open'], 'expired');
    },
    refund: async (intent) => {
      if (!(await changeDemoPayment(deps, deriveSecret(intent.id), ['paid', 'refunded'], 'refunded')))
        throw new Error('the demo has no such payment to refund');
    },
    find: async (intent) => {
      const payment = await demoPaymentById(deps, deriveSecret(intent.id));
      const { amount_cents = 0, state } = payment ?? {};
      const isSaved = payment?.saves_method === true && state === 'paid';
      return {
        state: !payment ? 'unknown' : hasExpired(payment) ? 'expired' : states[payment.state],
        amount_cents,
        currency: 'USD',
        payment_id: payment?.id ?? null,
        method: isSaved ? { ...savedCard, customer_id: `demo-${intent.user_id}` } : null,
      };
    },
    listPaid: (range, position) => listPaid(deps, range, position),
  };
}
