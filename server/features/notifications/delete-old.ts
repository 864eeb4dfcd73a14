import { sql } from 'kysely';
import { MAX_NOTIFICATIONS, NOTIFICATION_DAYS } from '../../../contract/notification-limits.ts';
import type { Tx } from '../../db/tables.ts';
import { incrementCounter } from '../../sync/counter.ts';

const DAY_MS = 86_400_000;

/** Deletes notifications that are older than 30 days, and those beyond the newest 200 of a user. */
export async function deleteOldNotifications(tx: Tx, scope: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFICATION_DAYS * DAY_MS).toISOString();
  const { rows } = await sql<{ id: string }>`select id from (
      select id, created_at, row_number() over (partition by user_id order by created_at desc, id desc) as place
      from notifications where scope = ${scope} and deleted_at is null) as n
    where created_at < ${before} or place > ${MAX_NOTIFICATIONS}`.execute(tx);
  if (rows.length === 0) return;
  const at = now.toISOString();
  const rev = await incrementCounter(tx, scope);
  await tx
    .updateTable('notifications')
    .set({ title: '', deleted_at: at, updated_at: at, rev })
    .where('scope', '=', scope)
    .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .execute();
}
