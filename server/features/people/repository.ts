import { sql } from 'kysely';
import type { Person } from '../../../contract/entities/person.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { personName } from '../contacts/person.ts';
import { isSubscribedAt } from '../subscription/entitlement.ts';
import { isInCareOfCaller } from './visible.ts';

/** The columns of a person, some of which depend on the time of the request. */
export const personColumns = ({ received_at }: RowsContext) =>
  [
    ...(['u.id', 'u.rev', 'u.first_name', 'u.last_name', 'u.phone', 'u.phone_invalid', 'u.email'] as const),
    ...(['u.telegram', 'u.country', 'u.address', 'u.language', 'u.date_birth', 'u.status'] as const),
    ...(['u.responsible_id', 'u.tags', 'u.groups', 'u.source', 'u.do_not_contact', 'u.notes'] as const),
    ...(['u.gender', 'u.work_zone'] as const),
    ...(['u.is_blocked', 'u.waiting_since', 'u.next_step_at', 'u.returns_at', 'u.created_at', 'u.updated_at'] as const),
    ...(['u.partner_since', 'u.company', 'u.partner_note', 'u.commission_percent', 'u.partner_files'] as const),
    sql<string>`coalesce(u.middle_name, '')`.as('middle_name'),
    sql<string>`coalesce(u.city, '')`.as('city'),
    isSubscribedAt('u', received_at).as('is_subscribed'),
    sql<boolean>`(u.password_hash is not null)`.as('has_login'),
    personName('r').as('responsible_name'),
  ] as const;

/** All people of the scope, joined with the name of the responsible employee. */
export function allPeople({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('users as u')
    .leftJoin('users as r', (join) => join.onRef('r.scope', '=', 'u.scope').onRef('r.id', '=', 'u.responsible_id'))
    .where('u.scope', '=', caller.scope);
}

/** People in the caller's care, including removed ones. */
const ownPeople = (context: RowsContext) => allPeople(context).where(isInCareOfCaller(context.caller, 'u'));

export const notDeletedPeople = (context: RowsContext) => ownPeople(context).where('u.deleted_at', 'is', null);

/**
 * The same people as `notDeletedPeople`, without a join of the responsible employee. Use it to count and sort: with the
 * unused join, the planner would not answer the query from an index alone.
 */
export const notDeletedPeopleWithoutJoin = ({ tx, caller }: RowsContext) =>
  tx
    .selectFrom('users as u')
    .where('u.scope', '=', caller.scope)
    .where(isInCareOfCaller(caller, 'u'))
    .where('u.deleted_at', 'is', null);

export async function readChangedPeople(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'people'>[]> {
  const rows = await ownPeople(context)
    .select([...personColumns(context), 'u.deleted_at'])
    .$call(inRevRange('u.rev', 'u.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readPeoplePage(context: RowsContext, after: string | null, limit: number): Promise<Person[]> {
  const query = notDeletedPeople(context).select(personColumns(context)).orderBy('u.id').limit(limit);
  return (after === null ? query : query.where('u.id', '>', after)).execute();
}

export async function countPeople(context: RowsContext): Promise<number> {
  const query = notDeletedPeopleWithoutJoin(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function personById(context: RowsContext, id: string): Promise<Person | null> {
  return (
    (await notDeletedPeople(context).select(personColumns(context)).where('u.id', '=', id).executeTakeFirst()) ?? null
  );
}
