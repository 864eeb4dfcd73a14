import { sql, type RawBuilder } from 'kysely';
import { countedDonationStates } from '../../../contract/values.ts';
import type { Caller, HandlerContext } from '../../handlers.ts';
import { notDeletedPeopleWithoutJoin } from '../people/repository.ts';

export interface DonationTotals {
  total_donations_current: number;
  total_donations_prev: number;
}

/** SQL for the start of the current month in the caller's time zone. */
const monthStart = ({ time_zone }: Caller, now: string) =>
  sql`(date_trunc('month', ${now}::timestamptz at time zone ${time_zone}) at time zone ${time_zone})`;

export interface PeopleAndDonations extends DonationTotals {
  count: number;
}

/**
 * Returns the number of people in the caller's care, and the sum of their paid donations in cents: since the start of
 * this month in the caller's time zone, and in an interval of the same length before that. `matches` restricts the
 * people; their alias is `u`. With a filter, one query returns the number and the sums, because matching people is the
 * most expensive part; without a filter, an index counts the people faster. `known` is the number of people, if the
 * caller of this function already has it; only the sums are then read.
 */
export async function countPeopleAndDonations(
  context: HandlerContext,
  matches: RawBuilder<boolean>,
  isFiltered: boolean,
  known?: number,
): Promise<PeopleAndDonations> {
  const { caller, received_at, tx } = context;
  const now = sql`${received_at}::timestamptz`;
  const start = monthStart(caller, received_at);
  const cents = (isWithin: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(d.amount_cents) filter (where ${isWithin}), 0)::bigint`;
  return tx
    .with(
      (cte) => (isFiltered && known === undefined ? cte('matching').materialized() : cte('matching').notMaterialized()),
      () => notDeletedPeopleWithoutJoin(context).select('u.id').where(matches),
    )
    .selectFrom('donations as d')
    .select([
      known === undefined
        ? sql<number>`(select count(*)::int from matching)`.as('count')
        : sql<number>`${known}::int`.as('count'),
      cents(sql`d.paid_at >= ${start} and d.paid_at <= ${now}`).as('total_donations_current'),
      cents(sql`d.paid_at < ${start} and d.paid_at >= ${start} - (${now} - ${start})`).as('total_donations_prev'),
    ])
    .where('d.scope', '=', caller.scope)
    .where('d.state', 'in', countedDonationStates)
    .where(sql<boolean>`d.paid_at >= ${start} - (${now} - ${start})`)
    .where('d.donor_id', 'in', (is) => is.selectFrom('matching').select('id'))
    .executeTakeFirstOrThrow();
}
