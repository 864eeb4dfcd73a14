import type { PhoneDb } from '../schema/db.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';
import type { SentBody } from './entry.ts';

/**
 * Maximum total size of the bodies of accepted writes, which are kept so that they can be sent again to a restored
 * server.
 */
const MAX_SENT_BYTES = 5 * 1024 * 1024;
/**
 * Total size to which the bodies are reduced when they exceed the maximum. It is lower than the maximum, because
 * dropping bodies reads all receipts and must not happen with each acknowledgement.
 */
const TARGET_SENT_BYTES = 4 * 1024 * 1024;
/** Browsers store text as UTF-16, with two bytes per character. */
const BYTES_PER_CHARACTER = 2;

const bytesOf = ({ text }: SentBody): number => text.length * BYTES_PER_CHARACTER;

interface Limits {
  /** ISO server time; bodies accepted before it are dropped. */
  since?: string;
  maxBytes?: number;
}

/**
 * Drops the bodies of accepted writes that are too old, and then the oldest ones until the total size is within the
 * limit. Receipts stay. Call inside a transaction over history and meta.
 */
export async function dropSentBodies(db: PhoneDb, { since = '', maxBytes = MAX_SENT_BYTES }: Limits): Promise<void> {
  const receipts = await db.history.filter(({ sent }) => sent !== undefined).toArray();
  let [totalBytes, keptBytes] = [0, 0];
  for (const { sent, ...receipt } of receipts.toSorted((a, b) => b.sent!.place - a.sent!.place)) {
    const bytes = bytesOf(sent!);
    totalBytes += bytes;
    if (receipt.server_time < since || totalBytes > maxBytes) await db.history.put(receipt);
    else keptBytes += bytes;
  }
  await saveMeta(db, 'sent_bytes', keptBytes);
}

/** Adds a newly stored body to the total size, and drops the oldest bodies if the total now exceeds the maximum. */
export async function countSentBody(db: PhoneDb, body: SentBody): Promise<void> {
  const before = await savedMeta(db, 'sent_bytes');
  // Databases of earlier versions have no count yet.
  const total = before === undefined ? Infinity : before + bytesOf(body);
  if (total > MAX_SENT_BYTES) await dropSentBodies(db, { maxBytes: TARGET_SENT_BYTES });
  else await saveMeta(db, 'sent_bytes', total);
}
