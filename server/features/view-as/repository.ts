import { sql, type Selectable } from 'kysely';
import type { AccountView } from '../../../contract/entities/account-view.ts';
import type { AccountViewsTable } from '../../db/account-tables.ts';
import type { Tx, Db, User } from '../../db/tables.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';
import { isViewableBy } from './visible.ts';

export type StoredView = Selectable<AccountViewsTable>;

const columns = [
  ...(['w.id', 'w.rev', 'w.created_at as started_at', 'w.ended_at', 'w.expires_at'] as const),
  sql<string>`coalesce(${personName('v')}, '')`.as('viewer_name'),
] as const;

/** Selects the views in which another user viewed the app as the caller. */
const viewsOfCaller = ({ tx, caller }: RowsContext) =>
  tx
    .selectFrom('account_views as w')
    .leftJoin('users as v', (join) => join.onRef('v.scope', '=', 'w.scope').onRef('v.id', '=', 'w.viewer_id'))
    .where('w.scope', '=', caller.scope)
    .where('w.target_id', '=', caller.user_id);

export async function readChangedAccountViews(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'account_views'>[]> {
  const rows = await viewsOfCaller(context)
    .select(columns)
    .$call(inRevRange('w.rev', 'w.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => ({ op: 'put', id: row.id, rev: row.rev, row }));
}

export function readAccountViewPage(context: RowsContext, after: string | null, limit: number): Promise<AccountView[]> {
  const query = viewsOfCaller(context).select(columns).orderBy('w.id').limit(limit);
  return (after === null ? query : query.where('w.id', '>', after)).execute();
}

export async function countAccountViews(context: RowsContext): Promise<number> {
  const query = viewsOfCaller(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function accountViewById(context: RowsContext, id: string): Promise<AccountView | null> {
  return (await viewsOfCaller(context).select(columns).where('w.id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the account of a person as whom the caller may view the app; undefined for anyone else. */
export function viewableUser(tx: Tx | Db, caller: Caller, user_id: string): Promise<User | undefined> {
  return tx
    .selectFrom('users as u')
    .selectAll('u')
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', user_id)
    .where('u.id', '<>', caller.user_id)
    .where(isViewableBy(caller, 'u'))
    .executeTakeFirst();
}

/** Returns a view that is still open at `now` (ISO). */
export function findOpenView(db: Db, scope: string, id: string, now: string): Promise<StoredView | undefined> {
  return db
    .selectFrom('account_views')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Stores the screen that is open in a view. Returns whether the screen has changed. */
export async function savePage(tx: Tx, scope: string, id: string, page: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_views')
    .set({ page })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .where('page', 'is distinct from', page)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the open views of a viewer, or one view by its id. */
export function lockOpenViews(
  tx: Tx,
  scope: string,
  which: { viewer_id: string } | { id: string },
): Promise<StoredView[]> {
  const query = tx.selectFrom('account_views').selectAll().where('scope', '=', scope).where('ended_at', 'is', null);
  const selected = 'id' in which ? query.where('id', '=', which.id) : query.where('viewer_id', '=', which.viewer_id);
  return selected.orderBy('id').forUpdate().execute();
}
