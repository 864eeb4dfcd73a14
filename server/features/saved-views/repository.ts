import { sql } from 'kysely';
import type { SavedView } from '../../../contract/entities/saved-view.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Erasure, RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';

const columns = ['id', 'rev', 'table', 'name', 'params', 'position', 'created_at', 'updated_at'] as const;

const ofCaller = ({ tx, caller }: RowsContext) =>
  tx.selectFrom('saved_views').where('scope', '=', caller.scope).where('owner_id', '=', caller.user_id);

const notDeleted = (context: RowsContext) => ofCaller(context).where('deleted_at', 'is', null);

export async function readChangedSavedViews(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'saved_views'>[]> {
  const rows = await ofCaller(context)
    .select([...columns, 'deleted_at'])
    .$call(inRevRange('rev', 'id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readSavedViewPage(context: RowsContext, after: string | null, limit: number): Promise<SavedView[]> {
  const query = notDeleted(context).select(columns).orderBy('id').limit(limit);
  return (after === null ? query : query.where('id', '>', after)).execute();
}

export async function countViews(context: RowsContext, table?: SavedView['table']): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  const { count } = await (table ? query.where('table', '=', table) : query).executeTakeFirstOrThrow();
  return count;
}

export async function savedViewById(context: RowsContext, id: string): Promise<SavedView | null> {
  return (await notDeleted(context).select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks the views with these ids that belong to the caller, in the order of their ids. */
export const lockOwnViews = (context: RowsContext, ids: readonly string[]): Promise<unknown> =>
  ofCaller(context).select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();

export interface LockedView {
  view: SavedView;
  field_revs: Record<string, number>;
  deleted_at: string | null;
  deleted_by: string | null;
}

/** Locks a view of the caller, deleted or not; returns undefined for a view of another user. */
export async function lockView(context: RowsContext, id: string): Promise<LockedView | undefined> {
  const row = await ofCaller(context)
    .select([...columns, 'field_revs', 'deleted_at', 'deleted_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { field_revs, deleted_at, deleted_by, ...view } = row;
  return { view, field_revs, deleted_at, deleted_by };
}

/** Inserts a view of the caller; returns false if its id is already used. */
export async function insertView({ tx, caller }: RowsContext, view: SavedView): Promise<boolean> {
  const owner = { scope: caller.scope, owner_id: caller.user_id };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('saved_views')
    .values({
      ...view,
      ...owner,
      params: JSON.stringify(view.params),
      field_revs: '{}',
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateView(
  { tx, caller }: RowsContext,
  { id, name, params, position, rev, updated_at }: SavedView,
  field_revs: Record<string, number>,
): Promise<void> {
  const changed = { name, params: JSON.stringify(params), position, rev, updated_at };
  await tx
    .updateTable('saved_views')
    .set({ ...changed, field_revs: JSON.stringify(field_revs) })
    .where('scope', '=', caller.scope)
    .where('owner_id', '=', caller.user_id)
    .where('id', '=', id)
    .execute();
}

export async function dropView({ tx, caller }: RowsContext, id: string, rev: number, at: string): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ rev, deleted_at: at, deleted_by: caller.user_id, updated_at: at })
    .where('scope', '=', caller.scope)
    .where('owner_id', '=', caller.user_id)
    .where('id', '=', id)
    .execute();
}

/** Deletes the user's views, because their filters may contain names of people. */
export async function eraseViews({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ name: '', params: '{}', rev, deleted_at: at, deleted_by: user_id, updated_at: at })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .execute();
}
