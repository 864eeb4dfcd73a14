import type { FastifyInstance } from 'fastify';
import { Refused } from '../../../contract/errors.ts';
import { inScope } from '../../context.ts';
import { applyOutcome } from './apply-outcome.ts';
import { parseEvent, type PaymentReport, type ProviderEvent } from './stripe-events.ts';
import { intentAtProvider, intentById } from './intents.ts';
import type { Payments } from './payments.ts';
import type { Intent, PaymentProvider } from './provider.ts';
import type { LedgerContext } from './purpose.ts';
import { hasValidSignature } from './signature.ts';

const MAX_BODY_BYTES = 256 * 1024;

/** Returns the path to which a provider sends its webhooks. */
export const webhookPath = (provider: Pick<PaymentProvider, 'name'>): string =>
  `/api/payments/webhook/${provider.name}`;

/** Records an event as processed. Returns false if the event was already recorded. */
async function claimEvent(
  { tx, scope, received_at }: LedgerContext,
  provider: string,
  { id, type }: ProviderEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_events')
    .values({ scope, provider, id, type, received_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function intentOf(
  context: LedgerContext,
  provider: Intent['provider'],
  { intent_id, payment_id }: PaymentReport,
): Promise<Intent | undefined> {
  const intentByPayment = async () =>
    payment_id === null ? undefined : intentAtProvider(context, provider, payment_id);
  const intent = intent_id === null ? await intentByPayment() : await intentById(context, intent_id);
  return intent?.provider === provider ? intent : undefined;
}

/**
 * Processes a webhook. The event and its effect are stored in one transaction, so that the provider repeats a failed
 * webhook, and a repeated webhook has no effect. An unknown intent is not an error, because it may belong to another
 * server that uses the same provider account. Throws `invalid` for a wrong or old signature.
 */
export async function receiveWebhook({ deps, provider }: Payments, body: string, signature: string): Promise<void> {
  const { log, scope, clock } = deps;
  if (!hasValidSignature(provider.webhook_secret, body, signature, clock())) throw new Refused('invalid');
  const event = parseEvent(body);
  if (!event) throw new Refused('invalid');
  const { report } = event;
  if (!report) return;
  await inScope(deps, scope, async (context) => {
    if (!(await claimEvent(context, provider.name, event))) return;
    const intent = await intentOf(context, provider.name, report);
    if (!intent)
      return log.info({ event_id: event.id, type: event.type }, 'a webhook is about no intent of this server');
    if (report.only_off_session && !intent.is_off_session) return;
    await applyOutcome(context, intent, report, { log, cause: 'webhook', provider_event_id: event.id });
  });
}

/** Adds the route for the webhooks of the payment provider. The signature is computed over the unparsed body. */
export async function registerWebhook(app: FastifyInstance, payments: Payments): Promise<void> {
  await app.register(async (part) => {
    part.removeAllContentTypeParsers();
    part.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    part.post<{ Body: string | null }>(
      webhookPath(payments.provider),
      { bodyLimit: MAX_BODY_BYTES, schema: { hide: true } },
      async ({ body, headers }) => {
        const signature = headers['stripe-signature'];
        await receiveWebhook(payments, body ?? '', typeof signature === 'string' ? signature : '');
        return { received: true };
      },
    );
  });
}
