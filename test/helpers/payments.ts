import { randomUUID } from 'node:crypto';
import { inScope } from '../../server/context.ts';
import { saveMethod, savedMethodOf } from '../../server/features/payments/intents.ts';
import { openIntent, type IntentRequest } from '../../server/features/payments/ledger.ts';
import { getCheckoutUrl, type Payments } from '../../server/features/payments/payments.ts';
import type { StripeOptions } from '../../server/features/payments/stripe-request.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import { signWebhook } from '../../server/features/payments/signature.ts';
import { webhookPath } from '../../server/features/payments/webhook.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { addBook } from './books.ts';
import { openTestServer, type TestClock, type TestServer, type TestUser } from './server.ts';

const PRICE = 500;

/** Opens a payment intent for a book. Does not call the provider. */
export function openBookIntent(
  { server, payments }: Pick<PaymentServer, 'server' | 'payments'>,
  { id: user_id }: Pick<TestUser, 'id'>,
  { subject_id, ...fields }: Pick<IntentRequest, 'subject_id'> & Partial<IntentRequest>,
): Promise<Intent> {
  const book = {
    purpose: 'book' as const,
    title: 'The Kettle',
    amount_cents: PRICE,
    return_path: `/books/${subject_id}`,
  };
  return inScope(server.deps, server.scope, (context) =>
    openIntent(context, payments.provider, { user_id, subject_id, ...book, ...fields }),
  );
}

/**
 * Returns an event of the provider about a payment, in Stripe's format. `fields` replace fields of the event's object.
 */
function eventOf(
  type: string,
  { id, amount_cents, provider_id }: Intent,
  fields: Record<string, unknown> = {},
): string {
  const money = { amount: amount_cents, amount_total: amount_cents, currency: 'usd' };
  const payment = { payment_intent: provider_id, payment_status: 'paid', ...money };
  const object = {
    id: provider_id ?? 'charge',
    client_reference_id: id,
    metadata: { intent_id: id },
    ...payment,
    ...fields,
  };
  return JSON.stringify({ id: `evt_${randomUUID()}`, type, data: { object } });
}

const runJobs = ({ deps, payments, demo_webhooks }: TestServer): Promise<number> => {
  const mailer = { send: async () => undefined };
  return runDueJobs(deps, jobHandlers(deps, { mailer, public_url: 'http://localhost:8080', payments, demo_webhooks }));
};

/** Opens a server with the payment provider of the demo, and helpers for tests of payments. */
export async function openPaymentServer({
  demo = true,
  ...options
}: { demo?: boolean; stripe?: StripeOptions; clock?: TestClock } = {}) {
  const server: TestServer = await openTestServer({ app: { demo }, ...options });
  const payments = server.payments as Payments;
  const { db, scope, deps } = server;
  const intent = ({ id }: Pick<Intent, 'id'>): Promise<Intent> =>
    db.selectFrom('payment_intents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const post = async (payload: string, signature: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const url = webhookPath(payments.provider);
    return (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  const postSigned = (body: string) =>
    post(body, signWebhook(payments.provider.webhook_secret, body, server.clock.now()));
  const report = (type: string, of: Intent, fields: Record<string, unknown> = {}) =>
    postSigned(eventOf(type, of, fields));
  /** Creates a book and opens its payment page. */
  const openBook = async (who: TestUser, fields: Partial<IntentRequest> = {}) => {
    const subject_id = await addBook(server, { price_cents: PRICE });
    const created = await openBookIntent({ server, payments }, who, { subject_id, ...fields });
    const url = await getCheckoutUrl(payments, created);
    return { subject_id, url, intent: await intent(created) };
  };
  return {
    server,
    payments,
    intent,
    post,
    postSigned,
    report,
    openBook,
    event: eventOf,
    /** Creates a book, and buys it on the payment page of the demo. */
    buyNewBook: async (who: TestUser) => {
      const created = await openBook(who);
      await server.landing.inject({ method: 'POST', url: new URL(created.url).pathname });
      return created;
    },
    intentsOf: (subject_id: string): Promise<Intent[]> =>
      db.selectFrom('payment_intents').selectAll().where('subject_id', '=', subject_id).orderBy('id').execute(),
    /** Returns all states that a payment has had, in chronological order. */
    statesOf: async ({ id }: Pick<Intent, 'id'>): Promise<string[]> => {
      const events = db.selectFrom('payment_events').select('to_state').where('intent_id', '=', id).orderBy('id');
      return (await events.execute()).map(({ to_state }) => to_state);
    },
    owns: async ({ id }: TestUser, book_id: string): Promise<boolean> => {
      const item = db.selectFrom('library_items').select('bought_at').where('user_id', '=', id);
      return (await item.where('book_id', '=', book_id).executeTakeFirst())?.bought_at != null;
    },
    cardOf: ({ id: user_id }: TestUser) =>
      savedMethodOf({ tx: db, scope }, { user_id, provider: payments.provider.name }),
    saveCard: ({ id: user_id }: TestUser, last4: string) => {
      const card = { customer_id: 'customer', method_id: 'card', brand: 'visa', last4, exp_month: 12, exp_year: 2034 };
      return inScope(deps, scope, (context) =>
        saveMethod(context, { user_id, provider: payments.provider.name, settled_at: null }, card),
      );
    },
    runJobs: () => runJobs(server),
  };
}

export type PaymentServer = Awaited<ReturnType<typeof openPaymentServer>>;
