import { sql } from 'kysely';
import type { Notification } from '../../../contract/entities/notification.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Erasure, RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { personName } from '../contacts/person.ts';

const columns = [
  ...(['n.id', 'n.rev', 'n.kind', 'n.target_id', 'n.title', 'n.count', 'n.created_at', 'n.read_at'] as const),
  sql<string>`coalesce(${personName('b')}, '')`.as('by_name'),
] as const;

const notificationsOfCaller = ({ tx, caller }: RowsContext) =>
  tx
    .selectFrom('notifications as n')
    .leftJoin('users as b', (join) => join.onRef('b.scope', '=', 'n.scope').onRef('b.id', '=', 'n.by_id'))
    .where('n.scope', '=', caller.scope)
    .where('n.user_id', '=', caller.user_id);

const notDeleted = (context: RowsContext) => notificationsOfCaller(context).where('n.deleted_at', 'is', null);

export async function readChangedNotifications(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'notifications'>[]> {
  const rows = await notificationsOfCaller(context)
    .select([...columns, 'n.deleted_at'])
    .$call(inRevRange('n.rev', 'n.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readNotificationPage(
  context: RowsContext,
  after: string | null,
  limit: number,
): Promise<Notification[]> {
  const query = notDeleted(context).select(columns).orderBy('n.id').limit(limit);
  return (after === null ? query : query.where('n.id', '>', after)).execute();
}

export async function countNotifications(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function notificationById(context: RowsContext, id: string): Promise<Notification | null> {
  return (await notDeleted(context).select(columns).where('n.id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks a notification of the caller; returns undefined for a notification of another user. */
export function lockNotification(context: RowsContext, id: string): Promise<Notification | undefined> {
  return notDeleted(context).select(columns).where('n.id', '=', id).forUpdate('n').executeTakeFirst();
}

/** Locks the notifications with these ids that belong to the caller, in the order of their ids. */
export const lockOwnNotifications = ({ tx, caller }: RowsContext, ids: readonly string[]): Promise<unknown> =>
  tx
    .selectFrom('notifications')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Deletes the notifications of the user, and the notifications of other users about them or about their contacts. */
export async function eraseNotifications({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  await sql`update notifications set title = '', rev = ${rev}::bigint, updated_at = ${at}, deleted_at = ${at},
      deleted_by = ${user_id}
    where scope = ${scope} and (user_id = ${user_id} or person_id = ${user_id}
      or person_id in (select b.id from contacts b where b.scope = ${scope} and b.owner_id = ${user_id}))`.execute(tx);
}
