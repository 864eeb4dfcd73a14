import type { PhoneDb } from '../schema/db.ts';
import type { Entry } from './entry.ts';

/** Stores a receipt and removes the entry from the outbox. Call inside a transaction over `history` and `outbox`. */
export async function acknowledge(db: PhoneDb, entry: Entry, server_time: string, rev: number): Promise<void> {
  const { op_id, kind, entity, entity_id, title, at_client, background, absorbed } = entry;
  const line = { op_id, kind, entity, entity_id, title, at_client, server_time, rev, background };
  await db.history.put({ ...line, ...(absorbed && { absorbed }) });
  await db.outbox.delete(entry.seq!);
  const waiting = await db.outbox.where('state').equals('waiting_dep').toArray();
  for (const next of waiting) if (next.deps.includes(op_id)) await db.outbox.put({ ...next, state: 'queued' });
}
