import { sql, type RawBuilder } from 'kysely';
import type { AccountingProblem } from '../../../contract/api-calls/accounting.ts';
import type { Db } from '../../db/tables.ts';

export type Problem = Omit<AccountingProblem, 'user_name'>;

export interface FoundProblems {
  /** The first problems of each kind, at most MAX_PER_KIND. */
  problems: Problem[];
  /** Number of all problems, including those beyond MAX_PER_KIND, which `problems` does not contain. */
  count: number;
}

const HOUR_MS = 3_600_000;
/** Time within which a payment must take effect or, if it is surplus, be refunded. */
export const EFFECT_WITHIN_MS = HOUR_MS;
/** How long after its expiry a payment may still be open, because some payment methods take days. */
export const CLOSED_WITHIN_MS = 72 * HOUR_MS;
/** Maximum number of problems of each kind in the report. */
export const MAX_PER_KIND = 50;

/** Queries for the problems of each kind, with the columns `payment_id`, `user_id`, `expected` and `found`. */
type Queries = Partial<Record<Problem['kind'], RawBuilder<unknown>>>;

/**
 * Checks the ledger itself: the recorded state changes of a payment must lead to its state without a gap, and no
 * payment may stay open.
 */
const ledgerQueries = (scope: string, closedBefore: string): Queries => ({
  ledger_state: sql`
    select i.id as payment_id, i.user_id, e.to_state as expected, i.state as found
    from payment_intents i left join lateral (
      select to_state from payment_events e where e.scope = i.scope and e.intent_id = i.id
      order by e.at desc, e.id desc limit 1) e on true
    where i.scope = ${scope} and e.to_state is distinct from i.state`,
  ledger_gap: sql`
    select i.id as payment_id, i.user_id, x.previous as expected, x.from_state as found
    from (select scope, intent_id, from_state, lag(to_state) over (partition by intent_id order by at, id) as previous
      from payment_events where scope = ${scope}) x
    join payment_intents i on i.scope = x.scope and i.id = x.intent_id
    where x.from_state is distinct from x.previous`,
  open_too_long: sql`
    select i.id as payment_id, i.user_id, null as expected, i.state as found from payment_intents i
    where i.scope = ${scope} and i.state in ('created', 'pending') and i.expires_at < ${closedBefore}`,
});

/** Checks that payments took effect on the records for which they were made. */
const effectQueries = (scope: string, paidBefore: string): Queries => ({
  payment_without_period: sql`
    select i.id as payment_id, i.user_id, 'paid' as expected, l.status as found
    from payment_intents i left join subscription_lines l on l.scope = i.scope and l.id = i.id
    where i.scope = ${scope} and i.purpose = 'subscription' and i.state = 'succeeded' and i.settled_at < ${paidBefore}
      and l.status is distinct from 'paid'`,
  period_without_payment: sql`
    select l.id as payment_id, l.user_id, 'succeeded' as expected, i.state as found
    from subscription_lines l left join payment_intents i on i.scope = l.scope and i.id = l.id
    where l.scope = ${scope} and l.status = 'paid' and l.amount_cents > 0
      and (i.state is null or i.state not in ('succeeded', 'refunded'))`,
  refund_with_period: sql`
    select l.id as payment_id, l.user_id, 'refunded' as expected, l.status as found
    from subscription_lines l join payment_intents i on i.scope = l.scope and i.id = l.id
    where l.scope = ${scope} and i.state = 'refunded' and l.status <> 'refunded'`,
  other_amount: sql`
    select l.id as payment_id, l.user_id, i.amount_cents::text as expected, l.amount_cents::text as found
    from subscription_lines l join payment_intents i on i.scope = l.scope and i.id = l.id
    where l.scope = ${scope} and l.amount_cents <> i.amount_cents`,
  payment_without_book: sql`
    select i.id as payment_id, i.user_id, null as expected, i.title as found
    from payment_intents i join users u on u.scope = i.scope and u.id = i.user_id and u.deleted_at is null
    left join library_items b on b.scope = i.scope and b.user_id = i.user_id and b.book_id = i.subject_id
    where i.scope = ${scope} and i.purpose = 'book' and i.state = 'succeeded' and i.settled_at < ${paidBefore}
      and b.bought_at is null`,
  payment_without_donation: sql`
    select i.id as payment_id, i.user_id, 'succeeded' as expected, d.state as found
    from payment_intents i left join donations d on d.scope = i.scope and d.intent_id = i.id
    where i.scope = ${scope} and i.purpose = 'donation' and i.state = 'succeeded' and i.settled_at < ${paidBefore}
      and d.state is distinct from 'succeeded'`,
  donation_without_payment: sql`
    select d.id as payment_id, d.donor_id as user_id, 'succeeded' as expected, i.state as found
    from donations d left join payment_intents i on i.scope = d.scope and i.id = d.intent_id
    where d.scope = ${scope} and d.method = 'card' and d.state = 'succeeded' and i.state is distinct from 'succeeded'`,
});

/** SQL that formats an instant as text. */
const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Checks that subscriptions last as long as the user has paid for. Only a refund may end a subscription before its last
 * paid period ends. Subscriptions without a line in the payment history began before that history existed.
 */
const subscriptionQueries = (scope: string): Queries => ({
  other_time: sql`
    select null as payment_id, s.user_id, ${instant('x.until')} as expected, ${instant('s.until')} as found
    from subscriptions s join (
      select user_id, max(until_at) filter (where status = 'paid') as until, bool_or(status = 'refunded') as has_refund
      from subscription_lines where scope = ${scope} group by user_id) x on x.user_id = s.user_id
    where s.scope = ${scope} and not (s.until is not distinct from x.until or (x.has_refund and s.until < x.until))
      and (x.until is not null or s.plan is not null) and not (x.until is null and x.has_refund)`,
  other_access: sql`
    select null as payment_id, s.user_id, ${instant('s.until')} as expected, ${instant('u.subscribed_until')} as found
    from subscriptions s join users u on u.scope = s.scope and u.id = s.user_id and u.deleted_at is null
    where s.scope = ${scope} and s.until is distinct from u.subscribed_until`,
});

async function run(db: Db, kind: Problem['kind'], query: RawBuilder<unknown>): Promise<FoundProblems> {
  const { rows } = await sql<Omit<Problem, 'kind'> & { count: number }>`
    select q.*, count(*) over ()::int as count from (${query}) q order by user_id, payment_id limit ${MAX_PER_KIND}`.execute(
    db,
  );
  return { problems: rows.map(({ count: _, ...row }) => ({ kind, ...row })), count: rows[0]?.count ?? 0 };
}

/**
 * Checks the ledger itself, and compares it with the records for which its payments were made. Each query reads one
 * snapshot of the database.
 */
export async function findProblems(db: Db, scope: string, now: Date): Promise<FoundProblems> {
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  const queries: Queries = {
    ...ledgerQueries(scope, before(CLOSED_WITHIN_MS)),
    ...effectQueries(scope, before(EFFECT_WITHIN_MS)),
    ...subscriptionQueries(scope),
  };
  const all: FoundProblems = { problems: [], count: 0 };
  for (const [kind, query] of Object.entries(queries)) {
    const { problems, count } = await run(db, kind as Problem['kind'], query);
    all.problems.push(...problems);
    all.count += count;
  }
  return all;
}
