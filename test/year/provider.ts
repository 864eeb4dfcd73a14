import type {
  Charge,
  Intent,
  PaymentProvider,
  ProviderPayment,
  SavedMethod,
} from '../../server/features/payments/provider.ts';
import { PAGE_EXPIRES_AFTER_MS } from '../../server/features/payments/provider.ts';
import { DAY } from './provider-faults.ts';
import type { YearWorld } from './world.ts';

/** A payment as the provider records it. If it is `succeeded` or `refunded`, money was charged. */
export interface Payment {
  id: string;
  intent: Intent;
  amount_cents: number;
  state: 'processing' | 'succeeded' | 'failed' | 'refunded';
}

/** A payment page. */
interface Session {
  id: string;
  intent: Intent;
  opened_at: number;
  state: 'open' | 'complete' | 'expired';
  payment: Payment | null;
}

/** Time after which a provider deletes an idempotency key. */
const KEY_MS = DAY;

type Answer = { value: unknown } | { error: Error };

const providerStates: Record<Payment['state'], ProviderPayment['state']> = {
  processing: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  refunded: 'refunded',
};
const nothing: ProviderPayment = { state: 'unknown', amount_cents: 0, currency: '', payment_id: null, method: null };

/**
 * A simulated payment provider. The ledger is compared with the records of the provider, which are always right.
 * `faults` of the world determine which calls to the provider fail.
 */
export class SimProvider implements PaymentProvider {
  readonly name = 'demo';
  readonly webhook_secret = 'the secret of the simulated provider';
  readonly payments: Payment[] = [];
  private readonly byUser = new Map<string, Payment[]>();
  private readonly sessions = new Map<string, Session>();
  private readonly keys = new Map<string, Answer & { at: number }>();
  private readonly limits = new WeakMap<AbortSignal, AbortController>();
  private readonly world: YearWorld;
  private count = 0;

  constructor(world: YearWorld) {
    this.world = world;
  }

  /** Returns the signal that aborts a call if the provider is too slow. */
  limit = (): AbortSignal => {
    const controller = new AbortController();
    this.limits.set(controller.signal, controller);
    return controller.signal;
  };

  private newId(kind: string): string {
    this.count += 1;
    return `${kind}_${this.count}`;
  }

  /**
   * Runs `act` for the first call with an idempotency key, and repeats its response for later calls. Errors are also
   * stored under the key.
   */
  private once(key: string, isError: boolean, act: () => unknown): unknown {
    const known = this.keys.get(key);
    const isKeyKnown = known !== undefined && this.world.now - known.at < KEY_MS;
    const value = isKeyKnown ? null : act();
    const answer: Answer = isError ? { error: new Error('the provider responded with 500') } : { value };
    const found = isKeyKnown ? known : answer;
    if (!isKeyKnown) this.keys.set(key, { ...answer, at: this.world.now });
    if ('error' in found) throw found.error;
    return found.value;
  }

  /** Sends a call through the network to the provider. */
  private async send<T>(what: string, intent: Intent, signal: AbortSignal, act: (isError: boolean) => T): Promise<T> {
    const outcome = this.world.faults.callOutcome(this.world.now);
    this.world.note(`${what} ${this.world.nameOf(intent)}${outcome === 'fine' ? '' : `: ${outcome}`}`, intent.user_id);
    if (outcome === 'down' || outcome === 'lost') throw new Error('the provider cannot be reached');
    const result = act(outcome === 'error');
    if (outcome === 'reply_lost') throw new Error('the connection was lost');
    if (outcome !== 'slow') return result;
    this.limits.get(signal)?.abort();
    return new Promise<never>(() => undefined);
  }

  checkout: PaymentProvider['checkout'] = async (asked, _return_url, signal) => {
    const intent = this.world.plants.onCall?.(asked) ?? asked;
    return this.send('opens the page of', intent, signal, (isError) => {
      const session = this.once(intent.idempotency_key, isError, () => this.openSession(intent)) as Session;
      return { provider_id: session.id, url: `https://pay.example/${session.id}` };
    });
  };

  private openSession(intent: Intent): Session {
    const id = this.newId('cs');
    const session: Session = { id, intent, opened_at: this.world.now, state: 'open', payment: null };
    this.sessions.set(id, session);
    this.world.agenda.after(PAGE_EXPIRES_AFTER_MS, () => this.expire(session));
    return session;
  }

  private expire(session: Session): void {
    if (session.state !== 'open') return;
    session.state = 'expired';
    this.world.webhooks.session('checkout.session.expired', session);
  }

  charge: PaymentProvider['charge'] = async (asked, _method, signal) => {
    const intent = this.world.plants.onCall?.(asked) ?? asked;
    return this.send('charges', intent, signal, (isError) => {
      return this.once(intent.idempotency_key, isError, () => this.chargeCard(intent)) as Charge;
    });
  };

  paymentsOf(user_id: string): readonly Payment[] {
    return this.byUser.get(user_id) ?? [];
  }

  private pay(intent: Intent, amount_cents: number, state: Payment['state']): Payment {
    const payment: Payment = { id: this.newId('pi'), intent, amount_cents, state };
    this.payments.push(payment);
    this.byUser.set(intent.user_id, [...this.paymentsOf(intent.user_id), payment]);
    this.world.note(`payment ${payment.id} of ${this.world.nameOf(intent)} is ${state}`, intent.user_id);
    return payment;
  }

  private chargeCard(intent: Intent): Charge {
    const { card } = this.world.memberOf(intent.user_id);
    const isSlow = card === 'good' && this.world.faults.isSlowCharge();
    const payment = this.pay(
      intent,
      intent.amount_cents,
      isSlow ? 'processing' : card === 'good' ? 'succeeded' : 'failed',
    );
    if (isSlow) this.world.agenda.after((1 + this.world.chance.next() * 3) * DAY, () => this.finish(payment));
    else this.world.webhooks.payment(payment);
    if (card === 'confirm') return { state: 'requires_action', provider_id: payment.id };
    return { state: isSlow ? 'pending' : card === 'good' ? 'succeeded' : 'failed', provider_id: payment.id };
  }

  private finish(payment: Payment): void {
    payment.state = this.world.chance.happens(0.7) ? 'succeeded' : 'failed';
    this.world.note(`payment ${payment.id} is ${payment.state} after days`, payment.intent.user_id);
    this.world.webhooks.payment(payment);
  }

  close: PaymentProvider['close'] = (intent, signal) =>
    this.send('closes the page of', intent, signal, () => {
      const session = this.sessions.get(intent.provider_id ?? '');
      if (session) this.expire(session);
    });

  refund: PaymentProvider['refund'] = (intent, signal) =>
    this.send('refunds', intent, signal, () => {
      const payment = this.payments.find(({ id }) => id === intent.payment_id);
      if (!payment) throw new Error('the provider has no such payment');
      this.refundPayment(payment);
    });

  /** Refunds the full amount of a payment, either for the server or on the provider's own site. */
  refundPayment(payment: Payment): void {
    if (payment.state !== 'succeeded') return;
    payment.state = 'refunded';
    this.world.note(`payment ${payment.id} is refunded`, payment.intent.user_id);
    this.world.webhooks.refund(payment);
  }

  find: PaymentProvider['find'] = (intent, method, signal) =>
    this.send('is asked about', intent, signal, () =>
      intent.is_off_session ? this.findCharge(intent, method) : this.findSession(intent),
    );

  /** Only the nightly check of the accounts lists payments, and this check does not run in the simulation. */
  listPaid: PaymentProvider['listPaid'] = () => Promise.reject(new Error('the year lists no payments'));

  private findCharge(intent: Intent, method: SavedMethod | null): ProviderPayment {
    const { provider_id } = intent;
    const isPaymentOfIntent = (payment: Payment) =>
      provider_id === null ? method !== null && payment.intent.id === intent.id : payment.id === provider_id;
    return this.found(this.payments.find(isPaymentOfIntent));
  }

  private found(payment: Payment | undefined): ProviderPayment {
    if (!payment) return nothing;
    const { id: payment_id, amount_cents, state } = payment;
    return { state: providerStates[state], amount_cents, currency: 'USD', payment_id, method: null };
  }

  private findSession(intent: Intent): ProviderPayment {
    const session = this.sessions.get(intent.provider_id ?? '');
    if (!session) return nothing;
    if (!session.payment) return { ...nothing, state: session.state === 'expired' ? 'expired' : 'open' };
    const card = { customer_id: intent.user_id, method_id: 'card', brand: 'visa', last4: '4242' };
    return { ...this.found(session.payment), method: { ...card, exp_month: 12, exp_year: 2034 } };
  }

  /**
   * Simulates the payer paying on the page, unless the payment session is closed, already paid or expired. Returns
   * whether the payer paid.
   */
  payOnPage(url: string): boolean {
    const session = this.sessions.get(url.replace('https://pay.example/', ''));
    if (session?.state !== 'open') return false;
    const { intent } = session;
    const chargesOtherAmount = this.world.faults.chargesOtherAmount();
    session.state = 'complete';
    session.payment = this.pay(
      intent,
      chargesOtherAmount ? Math.ceil(intent.amount_cents / 10) : intent.amount_cents,
      'succeeded',
    );
    this.world.webhooks.session('checkout.session.completed', session);
    if (this.world.chance.happens(0.3)) this.world.webhooks.payment(session.payment);
    return true;
  }
}

export type { Session };
