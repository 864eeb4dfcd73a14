import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { addPeriod } from '../../contract/states/subscription.ts';
import type { Plan } from '../../contract/entities/subscription.ts';
import type { SubscriptionPeriod } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';
import { entitlementTimes } from '../features/subscription/entitlement.ts';

const DAY_MS = 86_400_000;

interface DemoPayment {
  package: string;
  period: SubscriptionPeriod;
  /** Days before the seeding; a renewal happens when the period before it ends. */
  days_ago: number | 'renewal';
  status: 'paid' | 'failed';
}

/** Payments of the demo learner, oldest first. The last one is running. */
const payments: readonly DemoPayment[] = [
  { package: 'packages/start.yaml', period: 'month', days_ago: 221, status: 'failed' },
  { package: 'packages/learn.yaml', period: 'half_year', days_ago: 200, status: 'paid' },
  { package: 'packages/learn.yaml', period: 'half_year', days_ago: 'renewal', status: 'paid' },
];

interface Seeding {
  scope: string;
  now: Date;
  rev: number;
}

async function planOf(tx: Tx, scope: string, { package: path, period }: DemoPayment): Promise<Plan> {
  const found = await tx
    .selectFrom('packages')
    .select(['id', 'title', 'prices'])
    .where('scope', '=', scope)
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  return { package_id: found.id, title: found.title, period, price_cents: found.prices[period] ?? 0 };
}

/** Gives the demo learner a subscription with a history. Employees need none. */
export async function seedSubscriptions(
  tx: Tx,
  ids: ReadonlyMap<string, string>,
  { scope, now, rev }: Seeding,
): Promise<void> {
  const user_id = ids.get('learner@example.org') ?? '';
  const created_at = now.toISOString();
  let receipt = 0;
  let end = created_at;
  for (const payment of payments) {
    const plan = await planOf(tx, scope, payment);
    const { days_ago } = payment;
    const at = days_ago === 'renewal' ? end : new Date(now.getTime() - days_ago * DAY_MS).toISOString();
    const isPaid = payment.status === 'paid';
    if (isPaid) receipt += 1;
    const until = isPaid ? addPeriod(at, payment.period) : null;
    end = until ?? end;
    await tx
      .insertInto('subscription_lines')
      .values({
        ...{ scope, id: uuidv7(), user_id, at, status: payment.status, promo_code: null },
        ...{ title: JSON.stringify(plan.title), package_id: plan.package_id, period: plan.period },
        ...{ price_cents: plan.price_cents, amount_cents: plan.price_cents },
        ...{ from_at: isPaid ? at : null, until_at: until, receipt_no: isPaid ? receipt : null },
      })
      .execute();
    if (!isPaid) continue;
    const values = { rev, state: 'active' as const, plan: JSON.stringify(plan), started_at: at, until };
    await tx
      .insertInto('subscriptions')
      .values({
        scope,
        user_id,
        ...values,
        next: null,
        next_try_at: null,
        is_entitled: true,
        created_at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.columns(['scope', 'user_id']).doUpdateSet(values))
      .execute();
    await tx
      .updateTable('users')
      .set({ ...entitlementTimes({ state: 'active', until }), updated_at: sql`updated_at` })
      .where('scope', '=', scope)
      .where('id', '=', user_id)
      .execute();
  }
}
