import { dropSentBodies } from '../outbox/sent-bodies.ts';
import { savedSyncStatus } from '../queries/status.ts';
import type { PhoneDb } from './db.ts';

const RECEIPTS_KEPT_MS = 90 * 86_400_000;
const CLOSED_KEPT_MS = 90 * 86_400_000;

/** Time in ms for which the bodies of accepted writes are kept, so that they can be resent to a restored server. */
const SENT_BODIES_KEPT_MS = 14 * 86_400_000;

// [Note: Ranges with a lower bound] Where WebKit keeps databases in memory, as in private windows, it also indexes rows
// whose indexed value is null, and sorts them before all others. A range without a lower bound contains these rows.
// In clean-ups, such a range would delete open tasks, whose `closed_at` is null, along with the old closed ones.

/** Time in ms for which a ticket is still shown after another employee took it. */
const TAKEN_KEPT_MS = 86_400_000;

async function cleanTickets(db: PhoneDb, now: number): Promise<void> {
  const closed = await db.staff_tickets
    .where('closed_at')
    .between('', new Date(now - CLOSED_KEPT_MS).toISOString())
    .toArray();
  const others = await db.staff_tickets
    .where('[access+created_at]')
    .between(['other', ''], ['other', '\uffff'])
    .toArray();
  const outdated = others.filter(({ taken_at }) => now - Date.parse(taken_at ?? '') > TAKEN_KEPT_MS);
  for (const { id } of [...closed, ...outdated])
    if (!(await db.base.get(['staff_tickets', id]))) await db.staff_tickets.delete(id);
}

/** Drops the bodies of accepted writes after 14 days by the server's clock. */
async function dropOldBodies(db: PhoneDb, now: number): Promise<void> {
  const { clock_offset_ms } = await savedSyncStatus(db);
  const since = new Date(now + clock_offset_ms - SENT_BODIES_KEPT_MS).toISOString();
  await db.transaction('rw', [db.history, db.meta], () => dropSentBodies(db, { since }));
}

/**
 * Deletes receipts older than 90 days, tasks and tickets that were closed more than 90 days ago, tickets that another
 * employee took more than a day ago, and old bodies of accepted writes. Rows with waiting writes stay. Never deletes
 * outbox entries.
 */
export async function cleanUp(db: PhoneDb, now: number): Promise<void> {
  await db.history
    .where('server_time')
    .between('', new Date(now - RECEIPTS_KEPT_MS).toISOString())
    .delete();
  await dropOldBodies(db, now);
  const old = (await db.tasks
    .where('closed_at')
    .between('', new Date(now - CLOSED_KEPT_MS).toISOString())
    .primaryKeys()) as string[];
  const waiting = new Set(
    (await db.base.where('[entity+id]').between(['tasks', ''], ['tasks', '\uffff']).toArray()).map(({ id }) => id),
  );
  await db.tasks.bulkDelete(old.filter((id) => !waiting.has(id)));
  await cleanTickets(db, now);
}
