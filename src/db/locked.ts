import { entityTables, type PhoneDb, type DeviceDb, type LockedOutbox, type SavedBlob } from './db.ts';
import type { BaseRow, Entry } from './entry.ts';
import { rebuild, type Actor, type AnyRow } from './view.ts';

// [Note: A locked outbox] Work that was not sent when a person logged out stays on the phone as ciphertext, under a key
// that the server gives to that person alone. Op ids and frozen texts stay what they are, so that putting it back twice,
// or after the server has had some of it, does nothing twice.

interface Packed {
  entries: Entry[];
  base: BaseRow[];
  blobs: (Omit<SavedBlob, 'data'> & { data: string })[];
}

const PIECE = 32_768;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

const keyOf = (key: string, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, [use]);

/** What waits, with the server's copies of its rows and the files it needs. */
async function packed(db: PhoneDb): Promise<Packed> {
  const entries = (await db.outbox.orderBy('seq').toArray()).map((entry): Entry => {
    const isClaimed = entry.state === 'sending';
    return isClaimed ? { ...entry, state: 'queued', lease: null } : entry;
  });
  const wanted = [...new Set(entries.flatMap((entry) => entry.blobs ?? []))];
  const blobs = (await db.blobs.bulkGet(wanted)).filter((blob) => blob !== undefined);
  return {
    entries,
    base: await db.base.toArray(),
    blobs: blobs.map((blob) => ({ ...blob, data: toBase64(new Uint8Array(blob.data)) })),
  };
}

/**
 * Keeps what waits in the outbox as ciphertext on this phone. `key` is base64 of 32 bytes. Gives how many writes there
 * are, background work left out. Throws what the disk throws; then nothing was kept.
 */
export async function lockOutbox(
  db: PhoneDb,
  device: DeviceDb,
  user_id: string,
  key: string,
  at: number,
): Promise<number> {
  const content = await packed(db);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(user_id) },
    await keyOf(key, 'encrypt'),
    new TextEncoder().encode(JSON.stringify(content)),
  );
  const count = content.entries.filter((entry) => !entry.background).length;
  await device.locked.put({ user_id, iv, data, count, at });
  return count;
}

async function opened({ user_id, iv, data }: LockedOutbox, key: string): Promise<Packed> {
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(user_id) },
    await keyOf(key, 'decrypt'),
    data,
  );
  return JSON.parse(new TextDecoder().decode(plain)) as Packed;
}

/** The newer of the copy that was kept and the one that this phone has fetched since. */
async function takeBase(db: PhoneDb, kept: BaseRow): Promise<void> {
  if (await db.base.get([kept.entity, kept.id])) return;
  const here = ((await db.table(kept.entity).get(kept.id)) as AnyRow | undefined) ?? null;
  const isNewer = here !== null && here.rev >= (kept.row?.rev ?? 0);
  await db.base.put(isNewer ? { ...kept, row: here } : kept);
}

/**
 * Puts locked work back into the outbox of the person it belongs to, after they logged in again. Gives how many writes
 * came back. False when the key does not fit or the data is damaged: then it stays where it is.
 */
export async function unlockOutbox(db: PhoneDb, device: DeviceDb, key: string, actor: Actor): Promise<number | false> {
  const locked = await device.locked.get(actor.user_id);
  if (!locked) return 0;
  const content = await opened(locked, key).catch(() => null);
  if (!content) return false;
  const blobs = content.blobs.map((blob) => ({ ...blob, data: fromBase64(blob.data).buffer }));
  await db.transaction('rw', [...entityTables(db), db.outbox, db.base, db.history, db.blobs], async () => {
    for (const blob of blobs) if (!(await db.blobs.get(blob.sha256))) await db.blobs.put(blob);
    for (const { seq: _, ...entry } of content.entries) {
      const isKnown = (await db.outbox.get({ op_id: entry.op_id })) ?? (await db.history.get(entry.op_id));
      if (!isKnown) await db.outbox.add(entry);
    }
    for (const row of content.base) {
      await takeBase(db, row);
      await rebuild(db, row.entity, row.id, actor);
    }
  });
  // Only now: a kill before this line finds the same op ids again.
  await device.locked.delete(actor.user_id);
  return locked.count;
}
