import { sql } from 'kysely';
import { stores } from '../../../contract/entities/stores.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { isInPool } from './visible.ts';

const { window } = stores.waiting_leads;

/** SQL expression for the time since which a lead has been waiting. `alias` is the alias of `users` in the query. */
const since = (alias: string) =>
  sql<string>`coalesce(${sql.ref(`${alias}.waiting_since`)}, ${sql.ref(`${alias}.created_at`)})`;

const columns = [
  ...(['u.id', 'u.rev', 'u.first_name', 'u.country', 'u.language', 'u.source'] as const),
  sql<string>`coalesce(u.city, '')`.as('city'),
  since('u').as('waiting_since'),
] as const;

const poolLeads = ({ tx, caller }: RowsContext) =>
  tx
    .selectFrom('users as u')
    .where('u.scope', '=', caller.scope)
    // Only employees can see the pool.
    .where(sql<boolean>`${caller.is_staff}::boolean`);

export const waitingPeople = (context: RowsContext) => poolLeads(context).where(isInPool('u')).select(columns);

/** SQL query for the ids of the leads that devices mirror, with their places in the order of waiting, starting at 1. */
const windowPlaces = ({ caller }: RowsContext) => sql<{ id: string; place: number }>`(
  select p.id, row_number() over (order by ${since('p')}, p.id) as place from users p
  where p.scope = ${caller.scope} and ${isInPool('p')} order by ${since('p')}, p.id limit ${window.size})`;

/**
 * [Note: Windows] Devices mirror the leads that have waited longest. The set of these leads, the window, is not stored:
 * each pull, snapshot and digest computes the window from the current rows. Their results therefore agree at any rev,
 * and writes need not update a window.
 *
 * A lead can move into the window without a new rev, because others have left the pool. If `left` leads have left since
 * the cursor, up to `left` leads that were behind the window at the cursor are now at its last places. The leads at its
 * last `left` places are therefore sent as well, with the rev at which the first lead left; a device may already have
 * some of them. The device itself drops the leads behind the window (src/db/outbox/windows.ts). This works because the
 * order on the device is never outdated: leads that have left the pool or returned to it are reported even if they were
 * behind the window.
 */
const changedIds = (context: RowsContext, after: number, upTo: number) => {
  const { scope } = context.caller;
  return sql`(
    with places as materialized ${windowPlaces(context)},
      departures as (select claimed_rev from users
        where scope = ${scope} and claimed_rev > ${after} order by claimed_rev limit ${window.size})
    select p.id from users p where p.scope = ${scope} and p.rev > ${after} and p.rev <= ${upTo} and ${isInPool('p')}
      and (p.claimed_rev is not null or p.id in (select id from places))
    union select p.id from users p
      where p.scope = ${scope} and p.claimed_rev > ${after} and p.claimed_rev <= ${upTo} and not ${isInPool('p')}
    union select id from places where place > ${window.size} - (select count(*) from departures)
      and (select min(claimed_rev) from departures) <= ${upTo})`;
};

/**
 * Returns leads that entered the pool or the window, left it, or changed in it. The devices of all employees need every
 * such change. See: [Note: Windows]
 */
export async function readChangedLeads(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'waiting_leads'>[]> {
  const at = sql<number>`(case when not ${isInPool('u')} then u.claimed_rev
    when u.rev > ${after} and u.rev <= ${upTo} then u.rev
    else (select min(claimed_rev) from users where scope = ${context.caller.scope} and claimed_rev > ${after}) end)`;
  const rows = await poolLeads(context)
    .select([...columns, isInPool('u').as('is_waiting'), at.as('at_rev')])
    .where(sql<boolean>`u.id in ${changedIds(context, after, upTo)}`)
    .orderBy(at)
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map(({ is_waiting, at_rev, ...row }) => {
    const { id } = row;
    const rev = Number(at_rev);
    return is_waiting ? { op: 'put', id, rev, row } : { op: 'del', id, rev };
  });
}

export function readLeadPage(context: RowsContext, after: string | null, limit: number): Promise<WaitingLead[]> {
  const ids = sql`array(select w.id from ${windowPlaces(context)} w where w.id > ${after ?? ''}
    order by w.id limit ${limit})`;
  return waitingPeople(context)
    .where(sql<boolean>`u.id = any(${ids})`)
    .orderBy('u.id')
    .execute();
}

export async function countLeads(context: RowsContext): Promise<number> {
  if (!context.caller.is_staff) return 0;
  const count = sql<{ count: number }>`select count(*)::int as count from ${windowPlaces(context)} w`;
  return (await count.execute(context.tx)).rows[0]?.count ?? 0;
}

export async function leadById(context: RowsContext, id: string): Promise<WaitingLead | null> {
  return (await waitingPeople(context).where('u.id', '=', id).executeTakeFirst()) ?? null;
}
