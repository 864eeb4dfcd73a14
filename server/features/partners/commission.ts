import { sql } from 'kysely';
import type { Commission, CommissionMonth } from '../../../contract/api-calls/partners.ts';
import { manualMethods } from '../../../contract/values.ts';
import type { HandlerContext } from '../../handlers.ts';

/** Number of months that are shown. */
const MONTHS = 12;

const methods = sql.join(manualMethods.map((method) => sql.lit(method)));

// The planner overestimates the size of a branch and would read whole tables. Therefore a lateral subquery reads the
// rows of each person, and `offset 0` prevents the planner from merging the subquery into a join. The time then depends
// on the size of the branch, not on the size of the tables.

/**
 * SQL for the ids of the people below a person in the tree of referrers (the branch). The recursion also ends if the
 * tree contains a cycle, because `union` drops repeated rows.
 */
const branch = (scope: string, user_id: string) => sql`recursive branch (id) as (
  select u.id from users u where u.scope = ${scope} and u.referrer_id = ${user_id}
  union
  select u.id from branch b cross join lateral (
    select u.id from users u where u.scope = ${scope} and u.referrer_id = b.id offset 0) u)`;

/**
 * SQL for the payments and refunds of the branch: payments of subscriptions and card donations at the time of payment
 * and refund, and other donations at the time of confirmation. The fee that a donor adds to a donation is not included.
 */
const lines = (scope: string) => sql`
  select x.at, x.purpose, x.is_refund, x.cents from branch b cross join lateral (
    select e.at, i.purpose, e.to_state = 'refunded' as is_refund, coalesce(
        (select d.amount_cents from donations d
          where i.purpose = 'donation' and d.scope = i.scope and d.id = i.subject_id), i.amount_cents) as cents
    from payment_intents i cross join lateral (
      select e.at, e.to_state from payment_events e
      where e.scope = i.scope and e.intent_id = i.id and e.to_state in ('succeeded', 'refunded')
        and e.from_state is distinct from e.to_state offset 0) e
    where i.scope = ${scope} and i.user_id = b.id and i.purpose in ('subscription', 'donation')
    union all
    select d.decided_at, 'donation', false, d.amount_cents from donations d
    where d.scope = ${scope} and d.donor_id = b.id and d.state = 'confirmed' and d.method in (${methods}) offset 0) x`;

/**
 * Returns the commission of a partner by calendar month in UTC, latest first; null if the partner has no commission.
 */
export async function commissionOf(
  { tx, scope, received_at: at }: Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>,
  user_id: string,
  percent: number,
): Promise<Commission | null> {
  if (percent === 0) return null;
  const { rows } = await sql<CommissionMonth>`
    with ${branch(scope, user_id)}, months as (
      select to_char(x.at at time zone 'UTC', 'YYYY-MM') as month,
        coalesce(sum(x.cents) filter (where x.purpose = 'donation' and not x.is_refund), 0) as donations_cents,
        coalesce(sum(x.cents) filter (where x.purpose = 'subscription' and not x.is_refund), 0) as subscriptions_cents,
        coalesce(sum(x.cents) filter (where x.is_refund), 0) as refunds_cents
      from (${lines(scope)}) x group by 1 order by 1 desc limit ${MONTHS})
    select month, donations_cents::bigint, subscriptions_cents::bigint, refunds_cents::bigint,
      round((donations_cents + subscriptions_cents - refunds_cents) * ${percent}::int / 100)::bigint as commission_cents
    from months order by month desc`.execute(tx);
  const team = await tx
    .selectFrom('team_counts')
    .select('people')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return { percent, people: team?.people ?? 0, months: rows, at };
}
