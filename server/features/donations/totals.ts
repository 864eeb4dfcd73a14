import { sql, type RawBuilder } from 'kysely';
import { countedDonationStates } from '../../../contract/values.ts';
import type { Caller, HandlerContext } from '../../handlers.ts';
import { notDeletedPeople } from '../people/repository.ts';

export interface DonationTotals {
  total_donations_current: number;
  total_donations_prev: number;
}

/** SQL for the start of the current month in the caller's time zone. */
const monthStart = ({ time_zone }: Caller, now: string) =>
  sql`(date_trunc('month', ${now}::timestamptz at time zone ${time_zone}) at time zone ${time_zone})`;

/**
 * Returns the sum of the donations of the caller's people whose money has arrived, in cents: since the start of this
 * month in the caller's time zone, and in an interval of the same length before that. `matches` restricts the people;
 * their alias is `u`.
 */
export async function donationTotals(context: HandlerContext, matches: RawBuilder<boolean>): Promise<DonationTotals> {
  const { caller, received_at } = context;
  const now = sql`${received_at}::timestamptz`;
  const start = monthStart(caller, received_at);
  const cents = (isWithin: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(d.amount_cents) filter (where ${isWithin}), 0)::bigint`;
  return notDeletedPeople(context)
    .innerJoin('donations as d', (join) => join.onRef('d.scope', '=', 'u.scope').onRef('d.donor_id', '=', 'u.id'))
    .select([
      cents(sql`d.paid_at >= ${start} and d.paid_at <= ${now}`).as('total_donations_current'),
      cents(sql`d.paid_at < ${start} and d.paid_at >= ${start} - (${now} - ${start})`).as('total_donations_prev'),
    ])
    .where('d.state', 'in', countedDonationStates)
    .where(sql<boolean>`d.paid_at >= ${start} - (${now} - ${start})`)
    .where(matches)
    .executeTakeFirstOrThrow();
}
