import type { Cursors } from '../../../contract/sync.ts';
import type { PhoneDb } from './db.ts';
import type { FreedSpace } from '../storage/free-up-space.ts';
import type { SyncStatus } from '../queries/status.ts';

/** What sync remembers between turns, key by key. */
export interface MetaValues {
  /** The access token; its only true copy, since workers cannot read localStorage. */
  token: string | null;
  status: Partial<SyncStatus>;
  /** Rev up to which each group is mirrored; a group without one still needs its snapshot. */
  cursors: Cursors;
  /** The snapshot under way. */
  snapshot: { group: string; next: string | null; as_of: number; done: number; total: number } | null;
  /** Phone's clock, ms, of the last snapshot that an expired cursor asked for. */
  resnapshot_at: number;
  cleaned_at: number;
  /** Phone's clock, ms, of the last comparison with the server's digest. */
  digest_at: number;
  /** Phone's clock, ms: the server takes no file before `until`. */
  uploads_wait: { asked_at: number; until: number };
  /** What was given up on a full phone, until the person has read it. */
  room_made: FreedSpace | null;
  /** The person stopped sending and fetching. */
  paused: boolean;
  /** Base64; locks what is not sent when this person logs out. */
  outbox_key: string;
  /** A call that was begun from here and not yet written down. `started_at` is the phone's clock, ms. */
  call_intent: CallIntent | null;
  /** See booksLeft. */
  books_left: string[];
  /** Own handovers whose fate was read and put away; the latest last. */
  handovers_seen: string[];
}

/** A call that was begun on this phone, and what was already answered about it. */
export interface CallIntent {
  contact_id: string | null;
  /** Somebody whom an employee looks after. */
  user_id?: string | null;
  name: string;
  number: string;
  /** Phone's clock, ms. */
  started_at: number;
  /** The row it will be: whoever was killed in the middle of saving saves the same one again. */
  id?: string;
  /** Answers given so far. */
  draft?: unknown;
  /** Calls before this one that were not written down either, the latest first. */
  earlier?: CallIntent[];
}

/** A remembered value, or undefined. */
export async function savedMeta<K extends keyof MetaValues>(db: PhoneDb, key: K): Promise<MetaValues[K] | undefined> {
  return (await db.meta.get(key))?.value as MetaValues[K] | undefined;
}

export async function saveMeta<K extends keyof MetaValues>(db: PhoneDb, key: K, value: MetaValues[K]): Promise<void> {
  await db.meta.put({ key, value });
}

/** Changes parts of the status in one transaction; nothing is written when nothing changes. */
export async function saveStatus(db: PhoneDb, change: Partial<SyncStatus>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const status = (await savedMeta(db, 'status')) ?? {};
    const next = { ...status, ...change };
    if (JSON.stringify(next) !== JSON.stringify(status)) await saveMeta(db, 'status', next);
  });
}
