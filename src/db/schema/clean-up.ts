import type { PhoneDb } from './db.ts';

const HISTORY_MS = 90 * 86_400_000;
const CLOSED_MS = 90 * 86_400_000;

/** How long tickets that other employees took are still shown. */
const TAKEN_MS = 86_400_000;

async function cleanTickets(db: PhoneDb, now: number): Promise<void> {
  const closed = await db.staff_tickets
    .where('closed_at')
    .below(new Date(now - CLOSED_MS).toISOString())
    .toArray();
  const others = await db.staff_tickets
    .where('[access+created_at]')
    .between(['other', ''], ['other', '\uffff'])
    .toArray();
  const outdated = others.filter(({ taken_at }) => now - Date.parse(taken_at ?? '') > TAKEN_MS);
  for (const { id } of [...closed, ...outdated])
    if (!(await db.base.get(['staff_tickets', id]))) await db.staff_tickets.delete(id);
}

/** Deletes receipts, closed tasks and closed tickets older than 90 days. The outbox is never cleaned by age. */
export async function cleanUp(db: PhoneDb, now: number): Promise<void> {
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
  await cleanTickets(db, now);
}
