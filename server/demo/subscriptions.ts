import { uuidv7 } from 'uuidv7';
import { addPeriod } from '../../contract/states/subscription.ts';
import type { Plan } from '../../contract/entities/subscription.ts';
import type { SubscriptionPeriod } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';
import { planName } from '../features/subscription/labels.ts';
import { entitlementTimes } from '../features/subscription/entitlement.ts';
import { addToLedger } from './ledger.ts';

const DAY_MS = 86_400_000;

interface DemoPayment {
  package: string;
  period: SubscriptionPeriod;
  /** Days before the seeding, or `renewal` for a payment at the end of the previous period. */
  days_ago: number | 'renewal';
  status: 'paid' | 'failed';
}

/**
 * The payments of each subscriber, oldest first. The period of the last payment has not ended yet. A subscriber is
 * identified by email address or, without an account, by first name, as in the map of seeded ids.
 */
const paymentsOf: readonly (readonly [subscriber: string, payments: readonly DemoPayment[]])[] = [
  [
    'learner@example.org',
    [
      { package: 'packages/start.yaml', period: 'month', days_ago: 221, status: 'failed' },
      { package: 'packages/learn.yaml', period: 'half_year', days_ago: 200, status: 'paid' },
      { package: 'packages/learn.yaml', period: 'half_year', days_ago: 'renewal', status: 'paid' },
    ],
  ],
  ['Daniyar', [{ package: 'packages/learn.yaml', period: 'half_year', days_ago: 24, status: 'paid' }]],
  ['Lena', [{ package: 'packages/learn.yaml', period: 'half_year', days_ago: 9, status: 'paid' }]],
  ['Petra', [{ package: 'packages/learn.yaml', period: 'half_year', days_ago: 0.1, status: 'paid' }]],
];

interface Seeding {
  scope: string;
  now: Date;
  rev: number;
}

async function planOf(tx: Tx, scope: string, { package: path, period }: DemoPayment): Promise<Plan> {
  const pack = await tx
    .selectFrom('packages')
    .select(['id', 'title', 'prices'])
    .where('scope', '=', scope)
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  return { package_id: pack.id, title: pack.title, period, price_cents: pack.prices[period] ?? 0 };
}

/** Saves the card that is charged for the renewals of a subscriber. The card works only with the demo provider. */
async function addCard(tx: Tx, user_id: string, { scope, now }: Seeding): Promise<void> {
  const card = { customer_id: 'demo', method_id: 'demo-card', brand: 'visa', last4: '4242', exp_month: 8 };
  await tx
    .insertInto('payment_methods')
    .values({ scope, user_id, provider: 'demo', ...card, exp_year: 2030, updated_at: now.toISOString() })
    .execute();
}

interface PaidTime {
  plan: Plan;
  from: string;
  until: string;
}

async function saveSubscription(
  tx: Tx,
  user_id: string,
  { plan, from, until }: PaidTime,
  seeding: Seeding,
): Promise<void> {
  const { scope, rev, now } = seeding;
  const created_at = now.toISOString();
  const row = { rev, state: 'active' as const, plan: JSON.stringify(plan), started_at: from, until };
  await tx
    .insertInto('subscriptions')
    .values({ scope, user_id, ...row, next: null, next_try_at: null, is_entitled: true, created_at, updated_at: from })
    .execute();
  await tx
    .updateTable('users')
    .set(entitlementTimes({ state: 'active', until }))
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .execute();
}

/** Seeds subscriptions with their payments. Employees need no subscription. */
export async function seedSubscriptions(tx: Tx, ids: ReadonlyMap<string, string>, seeding: Seeding): Promise<void> {
  let receipt = 0;
  for (const [subscriber, payments] of paymentsOf)
    receipt = await seedPayments(tx, { user_id: ids.get(subscriber) ?? '', payments, receipt }, seeding);
}

/**
 * Seeds a subscription with these payments. `receipt` is the last receipt number that was used; returns the new last
 * number.
 */
async function seedPayments(
  tx: Tx,
  { user_id, payments, receipt: lastReceipt }: { user_id: string; payments: readonly DemoPayment[]; receipt: number },
  seeding: Seeding,
): Promise<number> {
  const { scope, now } = seeding;
  await addCard(tx, user_id, seeding);
  let receipt = lastReceipt;
  let current: PaidTime | null = null;
  for (const payment of payments) {
    const { days_ago, status, period } = payment;
    const plan = await planOf(tx, scope, payment);
    const paidSince = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
    const at: string = days_ago === 'renewal' ? (current?.until ?? now.toISOString()) : paidSince(days_ago);
    const until = status === 'paid' ? addPeriod(at, period) : null;
    if (until !== null) {
      receipt += 1;
      current = { plan, from: at, until };
    }
    const id = uuidv7();
    await addToLedger(tx, {
      ...{ scope, id, user_id, at, state: status === 'paid' ? 'succeeded' : 'failed', purpose: 'subscription' },
      ...{ subject_id: id, title: planName(plan, 'en'), amount_cents: plan.price_cents, return_path: '/subscription' },
      ...{ saves_method: true, is_off_session: false },
    });
    await tx
      .insertInto('subscription_lines')
      .values({
        ...{ scope, id, user_id, at, status, promo_code: null },
        ...{ title: JSON.stringify(plan.title), package_id: plan.package_id, period },
        ...{ price_cents: plan.price_cents, amount_cents: plan.price_cents },
        ...{ from_at: until && at, until_at: until, receipt_no: until === null ? null : receipt },
      })
      .execute();
  }
  if (current) await saveSubscription(tx, user_id, current, seeding);
  return receipt;
}
