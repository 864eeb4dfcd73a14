import './known-writes.ts';
import { entityTables, type PhoneDb, type DeviceDb, type LockedOutbox, type SavedBlob } from '../schema/db.ts';
import type { BaseRow, Entry } from './entry.ts';
import { rebuild, type Actor, type AnyRow } from './view.ts';

// [Note: A locked outbox] Work that was not sent when a person logged out stays on the phone as ciphertext, under a key
// that the server gives to that person alone. Op ids and frozen texts stay what they are, so that putting it back twice,
// or after the server has had some of it, does nothing twice. What could not be opened so far is never overwritten.

/** Parts a person's id from the time of an earlier log-out whose work still lies here. */
const ASIDE = '/';
const ownerOf = (row: LockedOutbox): string => row.user_id.split(ASIDE)[0] ?? '';

/** All that is locked for this person, the latest first. */
export async function lockedFor(device: DeviceDb, user_id: string): Promise<LockedOutbox[]> {
  const rows = await device.locked.where('user_id').startsWith(user_id).toArray();
  return rows.toSorted((a, b) => b.at - a.at);
}

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

export interface Locking {
  user_id: string;
  /** Base64 of 32 bytes. */
  key: string;
  /** Phone's clock, ms; the same for everything that one log-out locks. */
  at: number;
  /** What must hold from the moment on at which the work is locked; in the same transaction. */
  also: () => Promise<void>;
}

/**
 * Keeps what waits in the outbox as ciphertext on this phone. Gives the last place of the outbox that it saw. Throws
 * what the disk throws; then nothing was kept.
 */
export async function lockOutbox(db: PhoneDb, device: DeviceDb, { user_id, key, at, also }: Locking): Promise<number> {
  const content = await packed(db);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(user_id) },
    await keyOf(key, 'encrypt'),
    new TextEncoder().encode(JSON.stringify(content)),
  );
  const count = content.entries.filter((entry) => !entry.background).length;
  await device.transaction('rw', device.locked, device.values, async () => {
    const before = await device.locked.get(user_id);
    if (before && before.at !== at) await device.locked.put({ ...before, user_id: `${user_id}${ASIDE}${before.at}` });
    if (content.entries.length > 0) await device.locked.put({ user_id, iv, data, count, at });
    else await device.locked.delete(user_id);
    await also();
  });
  return content.entries.at(-1)?.seq ?? Number.NEGATIVE_INFINITY;
}

async function opened(row: LockedOutbox, key: string): Promise<Packed> {
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: row.iv, additionalData: new TextEncoder().encode(ownerOf(row)) },
    await keyOf(key, 'decrypt'),
    row.data,
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

/** Before everything that was written since: a lane keeps the order in which its writes were made. */
async function putFirst(db: PhoneDb, entries: readonly Entry[]): Promise<void> {
  const missing: Entry[] = [];
  for (const entry of entries) {
    const isKnown = (await db.outbox.get({ op_id: entry.op_id })) ?? (await db.history.get(entry.op_id));
    if (!isKnown) missing.push(entry);
  }
  const first = (await db.outbox.orderBy('seq').first())?.seq ?? 0;
  const from = Math.min(first, 0) - missing.length;
  await db.outbox.bulkAdd(missing.map((entry, index) => ({ ...entry, seq: from + index })));
}

async function putBack(db: PhoneDb, content: Packed, actor: Actor): Promise<void> {
  const blobs = content.blobs.map((blob) => ({ ...blob, data: fromBase64(blob.data).buffer }));
  await db.transaction('rw', [...entityTables(db), db.outbox, db.base, db.history, db.blobs], async () => {
    for (const blob of blobs) if (!(await db.blobs.get(blob.sha256))) await db.blobs.put(blob);
    await putFirst(db, content.entries);
    for (const row of content.base) {
      await takeBase(db, row);
      await rebuild(db, row.entity, row.id, actor);
    }
  });
}

/**
 * Puts locked work back into the outbox of the person it belongs to, after they logged in again. Gives how many writes
 * came back. False when the key does not fit some of it or it is damaged: that stays where it is.
 */
export async function unlockOutbox(db: PhoneDb, device: DeviceDb, key: string, actor: Actor): Promise<number | false> {
  let count = 0;
  let isWhole = true;
  for (const row of await lockedFor(device, actor.user_id)) {
    const content = await opened(row, key).catch(() => null);
    if (content) {
      await putBack(db, content, actor);
      // Only now: a kill before this line finds the same op ids again.
      await device.locked.delete(row.user_id);
      count += row.count;
    } else isWhole = false;
  }
  return isWhole && count;
}
