import type { PhoneDb } from './db.ts';

const HISTORY_MS = 90 * 86_400_000;
const CLOSED_MS = 90 * 86_400_000;

/** Receipts and closed tasks older than 90 days leave the phone. The outbox is never cleaned by age. */
export async function clean(db: PhoneDb, now: number): Promise<void> {
  await db.history
    .where('server_time')
    .below(new Date(now - HISTORY_MS).toISOString())
    .delete();
  const old = (await db.tasks
    .where('closed_at')
    .below(new Date(now - CLOSED_MS).toISOString())
    .primaryKeys()) as string[];
  const waiting = new Set(
    (await db.base.where('[entity+id]').between(['tasks', ''], ['tasks', '\uffff']).toArray()).map(({ id }) => id),
  );
  await db.tasks.bulkDelete(old.filter((id) => !waiting.has(id)));
}
