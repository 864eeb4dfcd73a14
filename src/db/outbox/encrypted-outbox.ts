import type { PhoneDb, DeviceDb, EncryptedOutbox, SavedBlob } from '../schema/db.ts';
import { entityTables } from '../schema/entity-tables.ts';
import type { BaseRow, Entry } from './entry.ts';
import { withFirstPositions } from './place-first.ts';
import { loadWrites } from './write-registry.ts';
import { rebuildRow, type Actor, type AnyRow } from './view.ts';

// [Note: The encrypted outbox] Work that was unsent at logout stays on the phone as ciphertext, under a key that the
// server returns only to that user. Op ids and frozen texts are kept, so that nothing is applied twice if the outbox is
// restored twice or the server has already received part of it. Work that could not be decrypted is never overwritten.

/**
 * Separates the user id from the time of the logout in the keys of older encrypted outboxes. The key of a user's latest
 * encrypted outbox is the user id alone.
 */
const SEPARATOR = '/';
const ownerOf = (row: EncryptedOutbox): string => row.user_id.split(SEPARATOR)[0] ?? '';

/** Returns the encrypted outboxes of a user, latest first. */
export async function encryptedOutboxes(device: DeviceDb, user_id: string): Promise<EncryptedOutbox[]> {
  const rows = await device.locked.where('user_id').startsWith(user_id).toArray();
  return rows.toSorted((a, b) => b.at - a.at);
}

/** The outbox with the server's copies of its rows and the files it needs. */
export interface OutboxContent {
  entries: Entry[];
  base: BaseRow[];
  blobs: (Omit<SavedBlob, 'data'> & { data: string })[];
}

const CHUNK = 32_768;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

const keyOf = (key: string, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, [use]);

/** Collects the outbox, the server's copies of the rows that it changes, and the files that it needs. */
export async function readOutboxContent(db: PhoneDb): Promise<OutboxContent> {
  const entries = (await db.outbox.orderBy('seq').toArray()).map((entry): Entry => {
    const isClaimed = entry.state === 'sending';
    return isClaimed ? { ...entry, state: 'queued', lease: null } : entry;
  });
  const hashes = [...new Set(entries.flatMap((entry) => entry.blobs ?? []))];
  const blobs = (await db.blobs.bulkGet(hashes)).filter((blob) => blob !== undefined);
  return {
    entries,
    base: await db.base.toArray(),
    blobs: blobs.map((blob) => ({ ...blob, data: toBase64(new Uint8Array(blob.data)) })),
  };
}

export interface EncryptOptions {
  user_id: string;
  /** The key with which the outbox is encrypted: Base64 of 32 bytes. */
  key: string;
  /** Device time, ms; the same for all data that one logout encrypts. */
  at: number;
  /** Runs in the transaction that stores the ciphertext. */
  alsoInTransaction: () => Promise<void>;
}

/**
 * Encrypts the outbox and stores the ciphertext on this phone. Returns the highest `seq` in it, or -Infinity for an
 * empty outbox. Throws on storage errors, in which case nothing was stored.
 */
export async function encryptOutbox(
  db: PhoneDb,
  device: DeviceDb,
  { user_id, key, at, alsoInTransaction }: EncryptOptions,
): Promise<number> {
  const content = await readOutboxContent(db);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(user_id) },
    await keyOf(key, 'encrypt'),
    new TextEncoder().encode(JSON.stringify(content)),
  );
  const count = content.entries.filter((entry) => !entry.background).length;
  await device.transaction('rw', device.locked, device.values, async () => {
    const before = await device.locked.get(user_id);
    if (before && before.at !== at)
      await device.locked.put({ ...before, user_id: `${user_id}${SEPARATOR}${before.at}` });
    if (content.entries.length > 0) await device.locked.put({ user_id, iv, data, count, at });
    else await device.locked.delete(user_id);
    await alsoInTransaction();
  });
  return content.entries.at(-1)?.seq ?? Number.NEGATIVE_INFINITY;
}

async function decrypt(row: EncryptedOutbox, key: string): Promise<OutboxContent> {
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: row.iv, additionalData: new TextEncoder().encode(ownerOf(row)) },
    await keyOf(key, 'decrypt'),
    row.data,
  );
  return JSON.parse(new TextDecoder().decode(plain)) as OutboxContent;
}

/**
 * Stores the base row of a restored outbox, unless the row already has a base. If a newer version of the row has been
 * fetched since, that version becomes the base.
 */
async function restoreBase(db: PhoneDb, restored: BaseRow): Promise<void> {
  if (await db.base.get([restored.entity, restored.id])) return;
  const currentRow = ((await db.table(restored.entity).get(restored.id)) as AnyRow | undefined) ?? null;
  const isNewer = currentRow !== null && currentRow.rev >= (restored.row?.rev ?? 0);
  await db.base.put(isNewer ? { ...restored, row: currentRow } : restored);
}

/**
 * Inserts restored entries before all entries of the outbox. Entries that are already in the outbox or the history are
 * skipped. Returns the inserted entries.
 */
async function prependEntries(db: PhoneDb, entries: readonly Entry[]): Promise<Entry[]> {
  const missing: Entry[] = [];
  for (const entry of entries) {
    const existing = (await db.outbox.get({ op_id: entry.op_id })) ?? (await db.history.get(entry.op_id));
    if (!existing) missing.push(entry);
  }
  await db.outbox.bulkAdd(withFirstPositions(missing, await db.outbox.orderBy('seq').toArray()));
  return missing;
}

/**
 * Adds unsent work to a database. Writes that this database has already sent, or that already wait in its outbox, are
 * recognised by their op ids and skipped; rows whose only writes were skipped stay as they are.
 */
export async function restoreOutboxContent(db: PhoneDb, content: OutboxContent, actor: Actor): Promise<void> {
  await loadWrites();
  const blobs = content.blobs.map((blob) => ({ ...blob, data: fromBase64(blob.data).buffer }));
  await db.transaction('rw', [...entityTables(db), db.outbox, db.base, db.history, db.blobs], async () => {
    for (const blob of blobs) if (!(await db.blobs.get(blob.sha256))) await db.blobs.put(blob);
    const added = await prependEntries(db, content.entries);
    const changedRows = new Set(added.map(({ entity, entity_id }) => `${entity}:${entity_id}`));
    for (const row of content.base) {
      if (!changedRows.has(`${row.entity}:${row.id}`)) continue;
      await restoreBase(db, row);
      await rebuildRow(db, row.entity, row.id, actor);
    }
  });
}

/**
 * Decrypts the stored outboxes of the user after login and restores their entries. Returns the number of writes in
 * these outboxes, not counting background work, or false if an outbox could not be decrypted; that outbox stays stored.
 */
export async function decryptOutbox(db: PhoneDb, device: DeviceDb, key: string, actor: Actor): Promise<number | false> {
  let count = 0;
  let isComplete = true;
  for (const row of await encryptedOutboxes(device, actor.user_id)) {
    const content = await decrypt(row, key).catch(() => null);
    if (content) {
      await restoreOutboxContent(db, content, actor);
      // The stored copy is deleted last: if the app is killed before this line, the next attempt recognises the
      // restored op ids.
      await device.locked.delete(row.user_id);
      count += row.count;
    } else isComplete = false;
  }
  return isComplete && count;
}
