import { savedStatus } from '../queries/status.ts';
import type { PhoneDb } from './db.ts';

const HISTORY_MS = 90 * 86_400_000;
const CLOSED_MS = 90 * 86_400_000;

/**
 * How long the bodies of accepted writes are kept, so that they can be offered again to a restored server, and how much
 * text is kept at most.
 */
const SENT_BODY_MS = 14 * 86_400_000;
const MAX_SENT_BYTES = 5 * 1024 * 1024;
/** Browsers store text as UTF-16, with two bytes per character. */
const BYTES_PER_CHARACTER = 2;

// [Note: Ranges with a lower bound] Where WebKit keeps databases in memory, as in private windows, it also indexes rows
// whose value is null, below all others. A range without a lower bound contains them: it would delete the open tasks
// along with the old ones.

/** How long a ticket is still shown after another employee took it. */
const TAKEN_MS = 86_400_000;

async function cleanTickets(db: PhoneDb, now: number): Promise<void> {
  const closed = await db.staff_tickets
    .where('closed_at')
    .between('', new Date(now - CLOSED_MS).toISOString())
    .toArray();
  const others = await db.staff_tickets
    .where('[access+created_at]')
    .between(['other', ''], ['other', '\uffff'])
    .toArray();
  const outdated = others.filter(({ taken_at }) => now - Date.parse(taken_at ?? '') > TAKEN_MS);
  for (const { id } of [...closed, ...outdated])
    if (!(await db.base.get(['staff_tickets', id]))) await db.staff_tickets.delete(id);
}

/**
 * Drops the bodies of accepted writes after 14 days by the server's clock, and the oldest ones once they exceed 5 MB in
 * total.
 */
async function dropSentBodies(db: PhoneDb, now: number): Promise<void> {
  const { clock_offset_ms } = await savedStatus(db);
  const since = new Date(now + clock_offset_ms - SENT_BODY_MS).toISOString();
  const lines = await db.history.filter(({ sent }) => sent !== undefined).toArray();
  let bytes = 0;
  for (const { sent, ...line } of lines.toSorted((a, b) => b.sent!.place - a.sent!.place)) {
    bytes += sent!.text.length * BYTES_PER_CHARACTER;
    if (line.server_time < since || bytes > MAX_SENT_BYTES) await db.history.put(line);
  }
}

/** Deletes receipts, closed tasks and closed tickets older than 90 days. The outbox is never cleaned by age. */
export async function cleanUp(db: PhoneDb, now: number): Promise<void> {
  await db.history
    .where('server_time')
    .between('', new Date(now - HISTORY_MS).toISOString())
    .delete();
  await dropSentBodies(db, now);
  const old = (await db.tasks
    .where('closed_at')
    .between('', new Date(now - CLOSED_MS).toISOString())
    .primaryKeys()) as string[];
  const waiting = new Set(
    (await db.base.where('[entity+id]').between(['tasks', ''], ['tasks', '\uffff']).toArray()).map(({ id }) => id),
  );
  await db.tasks.bulkDelete(old.filter((id) => !waiting.has(id)));
  await cleanTickets(db, now);
}
