import type { Selectable } from 'kysely';
import { transition } from '../../contract/states/machine.ts';
import { paymentMachine, type PaymentCommand } from '../../contract/states/payment.ts';
import type { PaymentEventsTable } from '../../server/db/payment-tables.ts';
import type { SubscriptionLinesTable } from '../../server/db/subscription-tables.ts';
import type { StoredDonation } from '../../server/features/donations/card-repository.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import { checkDonations, donationChargeError } from './final-donation-checks.ts';
import type { Payment } from './provider.ts';
import { costOf } from './shop.ts';
import type { YearWorld } from './world.ts';

type Line = Selectable<SubscriptionLinesTable>;
type Event = Selectable<PaymentEventsTable>;

interface Ledger {
  intents: Map<string, Intent>;
  lines: Map<string, Line>;
  donations: Map<string, StoredDonation>;
  events: Map<string, Event[]>;
  /** Intents that were paid with a wrong amount, as shown to an admin. */
  mismatches: Set<string>;
}

async function ledgerOf({ server }: YearWorld): Promise<Ledger> {
  const { db, deps } = server;
  const { scope } = deps;
  const intents = await db.selectFrom('payment_intents').selectAll().where('scope', '=', scope).execute();
  const lines = await db.selectFrom('subscription_lines').selectAll().where('scope', '=', scope).execute();
  const donations = await db.selectFrom('donations').selectAll().where('scope', '=', scope).execute();
  const events = await db.selectFrom('payment_events').selectAll().where('scope', '=', scope).orderBy('id').execute();
  const audited = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('scope', '=', scope)
    .where('action', '=', 'payment_of_other_amount')
    .execute();
  return {
    intents: new Map(intents.map((intent) => [intent.id, intent])),
    lines: new Map(lines.map((line) => [line.id, line])),
    donations: new Map(donations.map((donation) => [donation.id, donation])),
    events: Map.groupBy(events, ({ intent_id }) => intent_id),
    mismatches: new Set(audited.map(({ detail }) => (detail as { intent_id: string }).intent_id)),
  };
}

/**
 * Checks that every charge has exactly one period or donation, or was refunded. A charge with a wrong amount has none.
 */
function checkPayment(world: YearWorld, ledger: Ledger, payment: Payment): void {
  const { intents, lines, donations, mismatches } = ledger;
  const { intent: asked, amount_cents, state } = payment;
  const [intent, line] = [intents.get(asked.id), lines.get(asked.id)];
  const name = `${payment.id} of ${world.nameOf(asked)}`;
  const isDonation = asked.purpose === 'donation';
  const report = (seen: string) =>
    world.report(isDonation ? 'donations' : 'charge and period', `${name} ${seen}`, asked.user_id);
  if (amount_cents !== asked.amount_cents) {
    const isAccepted = isDonation
      ? donations.get(asked.subject_id)?.intent_id === asked.id && intent?.state === 'succeeded'
      : line?.status === 'paid';
    if (isAccepted) report(`paid ${amount_cents} instead of ${asked.amount_cents}, and was accepted`);
    if (state === 'succeeded' && !mismatches.has(asked.id)) report('has another amount, and no admin was told');
    return;
  }
  if (isDonation) {
    const fault = donationChargeError(ledger, payment);
    return fault === null ? undefined : report(fault);
  }
  if (!intent || !line) return report('has no intent or no line');
  if (state === 'succeeded' && (intent.state !== 'succeeded' || line.status !== 'paid'))
    report(`was charged; its intent is ${intent.state} and its period ${line.status}`);
  if (state === 'refunded' && (intent.state !== 'refunded' || line.status !== 'refunded'))
    report(`was refunded; its intent is ${intent.state} and its period ${line.status}`);
}

/** Checks that a period has a charge, whose amount is the price of the period. */
function checkLine(world: YearWorld, { id, user_id, status, amount_cents, ...line }: Line, charged: Set<string>): void {
  if (status !== 'paid' || (amount_cents === 0 && line.promo_code === world.shop.trial.code)) return;
  const report = (seen: string) => world.report('period and charge', `${world.nameOf({ id })} ${seen}`, user_id);
  if (!charged.has(id)) report('has a paid period, and no charge');
  const cost = line.period === null ? null : costOf(world.shop, { ...line, period: line.period });
  if (amount_cents !== cost) report(`cost ${amount_cents} instead of ${cost}`);
}

const commands = Object.keys(paymentMachine.commands) as PaymentCommand[];

const isLegal = ({ from_state, to_state }: Event): boolean =>
  from_state === null
    ? to_state === 'created'
    : commands.some((command) => {
        const result = transition(paymentMachine, from_state, command);
        return result.kind === 'transition' && result.to === to_state;
      });

/** Checks that the events of an intent are a valid sequence that ends in the state of the intent. */
function checkEvents(world: YearWorld, intent: Intent, events: readonly Event[] = []): void {
  const changes = events.filter(({ cause }) => cause !== 'other_amount');
  const isPath = changes.every((event, index) => event.from_state === (changes[index - 1]?.to_state ?? null));
  if (isPath && changes.every(isLegal) && changes.at(-1)?.to_state === intent.state) return;
  const path = changes.map(({ from_state, to_state, cause }) => `${from_state}-${to_state} (${cause})`).join(', ');
  world.report('states', `${world.nameOf(intent)} is ${intent.state} after ${path}`, intent.user_id);
}

function checkSums(world: YearWorld, { intents, events }: Ledger): void {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const exactPayments = world.provider.payments.filter(
    ({ amount_cents, intent }) => amount_cents === intent.amount_cents,
  );
  for (const state of ['succeeded', 'refunded'] as const) {
    const provider = sum(
      exactPayments.filter((payment) => payment.state === state).map(({ amount_cents }) => amount_cents),
    );
    const own = [...intents.values()].filter((intent) => intent.state === state);
    const ledger = sum(own.map(({ amount_cents }) => amount_cents));
    const last = [...intents.values()].filter(({ id }) => {
      return events.get(id)?.findLast(({ cause }) => cause !== 'other_amount')?.to_state === state;
    });
    const derived = sum(last.map(({ amount_cents }) => amount_cents));
    if (provider !== ledger || derived !== ledger)
      world.report('sums', `${state}: provider ${provider}, ledger ${ledger}, events ${derived}`, null);
  }
}

function checkOpen(world: YearWorld, { intents }: Ledger): void {
  const seen = new Set<string>();
  for (const { id, state, user_id, purpose, subject_id, expires_at } of intents.values()) {
    if (state !== 'created' && state !== 'pending') continue;
    const key = `${user_id} ${purpose} ${subject_id}`;
    if (seen.has(key)) world.report('one open intent', `${world.nameOf({ id })} is a second open one`, user_id);
    seen.add(key);
    const isProcessing = world.provider
      .paymentsOf(user_id)
      .some((payment) => payment.intent.id === id && payment.state === 'processing');
    if (expires_at < world.agenda.iso && !isProcessing)
      world.report('states', `${world.nameOf({ id })} is open after its time`, user_id);
  }
}

async function checkJobs(world: YearWorld): Promise<void> {
  const { db, deps } = world.server;
  const jobs = await db.selectFrom('jobs').selectAll().where('scope', '=', deps.scope).execute();
  // A page that could not be closed before the job was given up has expired in the meantime.
  const isOver = ({ kind, failed_at }: (typeof jobs)[number]) => kind === 'close_payment_page' && failed_at !== null;
  for (const { kind, last_error } of jobs.filter((job) => !isOver(job)))
    world.report('server', `the job ${kind} is left: ${last_error}`, null);
}

/** Compares the whole ledger with the records of the provider, after all faults have ended. */
export async function checkYear(world: YearWorld): Promise<void> {
  const ledger = await ledgerOf(world);
  const charged = world.provider.payments.filter(({ state }) => state === 'succeeded' || state === 'refunded');
  for (const payment of charged) checkPayment(world, ledger, payment);
  const kept = new Set(charged.filter(({ state }) => state === 'succeeded').map(({ intent }) => intent.id));
  for (const line of ledger.lines.values()) checkLine(world, line, kept);
  for (const intent of ledger.intents.values()) checkEvents(world, intent, ledger.events.get(intent.id));
  checkDonations(world, ledger, kept);
  checkSums(world, ledger);
  checkOpen(world, ledger);
  await checkJobs(world);
}
