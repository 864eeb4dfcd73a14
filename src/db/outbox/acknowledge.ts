import type { PhoneDb } from '../schema/db.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';
import { releaseDependents } from './dependents.ts';
import type { Entry, SentBody } from './entry.ts';
import { countSentBody } from './sent-bodies.ts';
import type { Actor } from './view.ts';

/** The server's acknowledgement of a write. `replayed` means that the server had already accepted it before. */
export interface Acknowledgement {
  server_time: string;
  rev: number;
  replayed?: boolean | undefined;
}

/**
 * Returns the data with which an accepted write can be sent again if the server loses it. The data includes the
 * position of the write among all acknowledged writes, which this function counts. Returns undefined if the write was
 * never sent.
 */
async function sentBodyOf(db: PhoneDb, { frozen, app_version, blobs }: Entry): Promise<SentBody | undefined> {
  if (frozen === null) return undefined;
  const place = ((await savedMeta(db, 'acknowledged')) ?? 0) + 1;
  await saveMeta(db, 'acknowledged', place);
  return { text: frozen, place, app_version, ...(blobs && { blobs }) };
}

/**
 * Stores a receipt and removes the entry from the outbox. Call inside a transaction over all entity tables, `outbox`,
 * `base`, `history` and `meta`. Acknowledge writes in the order in which they took effect.
 */
export async function acknowledge(
  db: PhoneDb,
  entry: Entry,
  acknowledgement: Acknowledgement,
  actor: Actor,
): Promise<void> {
  const { op_id, kind, entity, entity_id, title, at_client, background, absorbed, accepted_at } = entry;
  const { rev, replayed } = acknowledgement;
  const server_time = (replayed && accepted_at) || acknowledgement.server_time;
  const receipt = { op_id, kind, entity, entity_id, title, at_client, server_time, rev, background };
  const sent = await sentBodyOf(db, entry);
  await db.history.put({ ...receipt, ...(absorbed && { absorbed }), ...(sent && { sent }) });
  if (sent) await countSentBody(db, sent);
  await db.outbox.delete(entry.seq!);
  await releaseDependents(db, entry, actor);
  const waiting = await db.outbox.where('state').equals('waiting_dep').toArray();
  for (const next of waiting) if (next.deps.includes(op_id)) await db.outbox.put({ ...next, state: 'queued' });
}
