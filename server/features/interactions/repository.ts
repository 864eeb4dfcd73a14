import { sql, type RawBuilder } from 'kysely';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { survivorOf } from '../contacts/merge-repository.ts';
import { personName } from '../contacts/person.ts';
import { isInteractionVisible, isOwnerVisible, isPersonVisible } from '../contacts/visible.ts';

const columns = [
  ...(['i.id', 'i.rev', 'i.contact_id', 'i.user_id', 'i.phone_raw', 'i.kind', 'i.direction', 'i.at'] as const),
  ...(['i.duration_s', 'i.result', 'i.note', 'i.follow_up_at', 'i.task_id', 'i.author_id'] as const),
  ...(['i.created_at', 'i.updated_at'] as const),
  personName('a').as('author_name'),
] as const;

function visibleInteractions({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('interactions as i')
    .innerJoin('users as a', (join) => join.onRef('a.scope', '=', 'i.scope').onRef('a.id', '=', 'i.author_id'))
    .where('i.scope', '=', caller.scope)
    .where(isInteractionVisible(caller, 'i'));
}

const notDeleted = (context: RowsContext) => visibleInteractions(context).where('i.deleted_at', 'is', null);

export async function readChangedInteractions(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'interactions'>[]> {
  const rows = await visibleInteractions(context)
    .select([...columns, 'i.deleted_at'])
    .$call(inRevRange('i.rev', 'i.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

/**
 * SQL query for the ids of the interactions that the caller can see, as `isInteractionVisible` selects them. The query
 * looks up the caller's contacts and people in an index, as arrays: with subqueries, PostgreSQL would read the
 * interactions of the whole organisation, or search the index again for each of the contacts. For an admin, who can see
 * the interactions of all people, reading in the order of ids is faster.
 */
function visibleIds({ caller }: RowsContext): RawBuilder<unknown> {
  const { scope, user_id } = caller;
  const existing = sql`select i.id from interactions i where i.scope = ${scope} and i.deleted_at is null`;
  if (caller.user.is_superuser) return sql`(${existing} and ${isInteractionVisible(caller, 'i')})`;
  return sql`(
    ${existing} and i.contact_id is null and i.user_id is null and i.author_id = ${user_id}
    union ${existing} and i.contact_id = any(array(
      select b.id from contacts b where b.scope = ${scope} and ${isOwnerVisible(caller, 'b')}))
    union ${existing} and i.user_id = any(array(
      select p.id from users p where p.scope = ${scope} and ${isPersonVisible(caller, 'p')})))`;
}

export function readInteractionPage(context: RowsContext, after: string | null, limit: number): Promise<Interaction[]> {
  const ids = sql`array(select v.id from ${visibleIds(context)} v where v.id > ${after ?? ''} order by v.id limit ${limit})`;
  return notDeleted(context)
    .select(columns)
    .where(sql<boolean>`i.id = any(${ids})`)
    .orderBy('i.id')
    .execute();
}

export async function countInteractions(context: RowsContext): Promise<number> {
  const count = sql<{ count: number }>`select count(*)::int as count from ${visibleIds(context)} v`;
  return (await count.execute(context.tx)).rows[0]?.count ?? 0;
}

export async function interactionById(context: RowsContext, id: string): Promise<Interaction | null> {
  return (await notDeleted(context).select(columns).where('i.id', '=', id).executeTakeFirst()) ?? null;
}

export interface LockedInteraction {
  interaction: Interaction;
  field_revs: Record<string, number>;
  deleted_at: string | null;
  deleted_by: string | null;
}

/**
 * Locks an interaction of the caller, deleted or not. Returns undefined if it is missing, belongs to another user, or
 * is no longer visible to the caller.
 */
export async function lockOwnInteraction(context: RowsContext, id: string): Promise<LockedInteraction | undefined> {
  const row = await visibleInteractions(context)
    .select([...columns, 'i.field_revs', 'i.deleted_at', 'i.deleted_by'])
    .where('i.id', '=', id)
    .where('i.author_id', '=', context.caller.user_id)
    .forUpdate('i')
    .executeTakeFirst();
  if (!row) return undefined;
  const { field_revs, deleted_at, deleted_by, ...interaction } = row;
  return { interaction, field_revs, deleted_at, deleted_by };
}

/** Locks the given interactions that belong to the caller. */
export const lockOwnInteractions = (context: RowsContext, ids: readonly string[]): Promise<unknown> =>
  visibleInteractions(context)
    .select('i.id')
    .where('i.id', 'in', ids)
    .where('i.author_id', '=', context.caller.user_id)
    .orderBy('i.id')
    .forUpdate('i')
    .execute();

/** Id and owner of a contact. */
export type ContactTarget = Pick<Contact, 'id' | 'owner_id'>;

/**
 * Returns a contact, deleted or not; if it was merged, the contact into which it was merged; null if the caller cannot
 * see the contact.
 */
export async function contactTarget(context: RowsContext, id: string): Promise<ContactTarget | null> {
  const { tx, caller } = context;
  const row = await tx
    .selectFrom('contacts as c')
    .select(['c.id', 'c.owner_id', 'c.deleted_at'])
    .where('c.scope', '=', caller.scope)
    .where('c.id', '=', id)
    .where(isOwnerVisible(caller, 'c'))
    .executeTakeFirst();
  return row?.deleted_at === null ? row : ((await survivorOf(context, id)) ?? row ?? null);
}

/** Inserts an interaction; returns false if its id is already used. */
export async function insertInteraction(
  { tx, caller }: RowsContext,
  { author_name: _, ...row }: Interaction,
  corrected_at: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('interactions')
    .values({ ...row, corrected_at, scope: caller.scope, field_revs: '{}', deleted_at: null, deleted_by: null })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateInteraction(
  { tx, caller }: RowsContext,
  { id, direction, at, duration_s, result, note, follow_up_at, rev, updated_at }: Interaction,
  field_revs: Record<string, number>,
): Promise<void> {
  await tx
    .updateTable('interactions')
    .set({
      direction,
      at,
      duration_s,
      result,
      note,
      follow_up_at,
      rev,
      updated_at,
      field_revs: JSON.stringify(field_revs),
    })
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .execute();
}

export async function markInteractionDeleted(
  { tx, caller }: RowsContext,
  id: string,
  rev: number,
  at: string,
): Promise<void> {
  await tx
    .updateTable('interactions')
    .set({ rev, deleted_at: at, deleted_by: caller.user_id, updated_at: at })
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .execute();
}
