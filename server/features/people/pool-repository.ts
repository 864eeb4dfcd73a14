import { sql } from 'kysely';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { inPool } from './visible.ts';

const columns = [
  ...(['u.id', 'u.rev', 'u.first_name', 'u.country', 'u.language', 'u.source'] as const),
  sql<string>`coalesce(u.city, '')`.as('city'),
  sql<string>`coalesce(u.waiting_since, u.created_at)`.as('waiting_since'),
] as const;

const all = ({ tx, caller }: RowsContext) =>
  tx
    .selectFrom('users as u')
    .where('u.scope', '=', caller.scope)
    // The pool is visible to employees only.
    .where(sql<boolean>`${caller.is_staff}::boolean`);

export const waitingPeople = (context: RowsContext) => all(context).where(inPool('u')).select(columns);

/**
 * Returns leads that entered or left the pool or changed while in it; the devices of all employees need every such
 * change.
 */
export async function changedLeads(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'waiting_leads'>[]> {
  const at = sql<number>`(case when ${inPool('u')} then u.rev else u.claimed_rev end)`;
  const rows = await all(context)
    .select([...columns, inPool('u').as('is_waiting'), at.as('at_rev')])
    .where(
      sql<boolean>`((${inPool('u')} and u.rev > ${after} and u.rev <= ${upTo})
        or (not ${inPool('u')} and u.claimed_rev > ${after} and u.claimed_rev <= ${upTo}))`,
    )
    .orderBy(at)
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map(({ is_waiting, at_rev, ...row }) =>
    is_waiting ? { op: 'put', id: row.id, rev: row.rev, row } : { op: 'del', id: row.id, rev: Number(at_rev) },
  );
}

export function leadPage(context: RowsContext, after: string | null, limit: number): Promise<WaitingLead[]> {
  const query = waitingPeople(context).orderBy('u.id').limit(limit);
  return (after === null ? query : query.where('u.id', '>', after)).execute();
}

export async function countLeads(context: RowsContext): Promise<number> {
  const query = all(context)
    .where(inPool('u'))
    .select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function leadById(context: RowsContext, id: string): Promise<WaitingLead | null> {
  return (await waitingPeople(context).where('u.id', '=', id).executeTakeFirst()) ?? null;
}
