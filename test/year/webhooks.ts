import { signWebhook } from '../../server/features/payments/signature.ts';
import { webhookPath } from '../../server/features/payments/webhook.ts';
import type { Payment, Session } from './provider.ts';
import { HOUR } from './provider-faults.ts';
import type { YearWorld } from './world.ts';

/** A webhook event of the simulated provider. `object` has Stripe's format. */
export interface SentEvent {
  id: string;
  type: string;
  user_id: string;
  intent_id: string;
  amount_cents: number;
  object: Record<string, unknown>;
}

const MAX_REPEATS = 5;

/** Sends the provider's webhooks, some of which are lost, repeated, late or out of order. */
export class Webhooks {
  private readonly world: YearWorld;
  private count = 0;

  constructor(world: YearWorld) {
    this.world = world;
  }

  session(type: string, { id, intent, payment }: Session): void {
    const amount_cents = payment?.amount_cents ?? intent.amount_cents;
    const status = { payment_intent: payment?.id ?? null, payment_status: payment ? 'paid' : 'unpaid' };
    const object = { id, client_reference_id: intent.id, amount_total: amount_cents, currency: 'usd', ...status };
    this.send({ type, user_id: intent.user_id, intent_id: intent.id, amount_cents, object }, false);
  }

  /** Reports that a payment has succeeded or failed. */
  payment({ id, intent, amount_cents, state }: Payment): void {
    const type = state === 'failed' ? 'payment_intent.payment_failed' : 'payment_intent.succeeded';
    const object = { id, metadata: { intent_id: intent.id }, amount: amount_cents, currency: 'usd' };
    this.send({ type, user_id: intent.user_id, intent_id: intent.id, amount_cents, object }, false);
  }

  /**
   * Sends the report of a refund until it arrives, because nothing else reports a refund that was made on the
   * provider's own site.
   */
  refund({ id, intent, amount_cents }: Payment): void {
    const money = { amount: amount_cents, currency: 'usd', refunded: true };
    const object = { payment_intent: id, metadata: { intent_id: intent.id }, ...money };
    this.send({ type: 'charge.refunded', user_id: intent.user_id, intent_id: intent.id, amount_cents, object }, true);
  }

  private send(fields: Omit<SentEvent, 'id'>, isKept: boolean): void {
    const { world } = this;
    this.count += 1;
    const event = { id: `evt_${this.count}`, ...fields };
    const delays = world.faults.deliveries(isKept);
    if (delays.length === 0) world.note(`${event.id} ${event.type} is lost`, event.user_id);
    // Two copies of a webhook may also arrive at the same moment.
    const isAtOnce = delays.length > 1 && world.chance.happens(0.5);
    if (isAtOnce) world.schedule(delays[0]!, () => this.arrive(event, delays.length));
    else for (const delay of delays) world.schedule(delay, () => this.arrive(event, 1));
  }

  private async arrive(event: SentEvent, copies: number, repeats = 0): Promise<void> {
    const { world } = this;
    world.note(`${event.id} ${event.type} arrives${copies > 1 ? ` ${copies} times` : ''}`, event.user_id);
    const deliver = () => Promise.all(Array.from({ length: copies }, () => this.post(event)));
    const statuses = await (world.plants.aroundWebhook?.(event, deliver) ?? deliver());
    if (statuses.every((status) => status === 200)) return;
    world.note(`${event.id} was answered with ${statuses.join(', ')}`, event.user_id);
    if (repeats < MAX_REPEATS) world.schedule(HOUR, () => this.arrive(event, 1, repeats + 1));
    else world.report('webhooks', `${event.id} ${event.type} was never accepted`, event.user_id);
  }

  private async post({ id, type, object }: SentEvent): Promise<number> {
    const { server, agenda, provider } = this.world;
    const body = JSON.stringify({ id, type, data: { object } });
    const signature = signWebhook(provider.webhook_secret, body, agenda.date);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const reply = await server.app.inject({ method: 'POST', url: webhookPath(provider), headers, payload: body });
    return reply.statusCode;
  }
}
