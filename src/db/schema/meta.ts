import type { Cursors } from '../../../contract/sync.ts';
import type { PhoneDb } from './db.ts';
import type { SyncStatus } from './sync-status.ts';

/** Values of a user's database by key: the state of sync between its cycles, and small values of the screens. */
export interface MetaValues {
  /** The access token; the authoritative copy, since workers cannot read localStorage. */
  token: string | null;
  /** Key that encrypts the copy of the token in localStorage; it cannot be exported. */
  token_key: CryptoKey;
  status: Partial<SyncStatus>;
  /**
   * The server's revision up to which each group of entities is mirrored; a group without a cursor needs a snapshot.
   */
  cursors: Cursors;
  /** The server's epoch, to which cursors and receipts belong; absent until the server has first sent it. */
  epoch: string;
  /**
   * Number of writes that the server has acknowledged so far. Receipts are numbered with it, in the order of effect.
   */
  acknowledged: number;
  /** Size of the bodies of accepted writes in all receipts; see sent-bodies.ts. */
  sent_bytes: number;
  /** The snapshot in progress. */
  snapshot: { group: string; next: string | null; as_of: number; done: number; total: number } | null;
  /**
   * Row counts of the first mirror: `fetched` counts the rows of groups that are complete, `to_come` those of groups
   * whose fetch has not begun.
   */
  mirrored_rows: { fetched: number; to_come: number };
  /** Whether every mirrored row is in the window of its entity, so that none has to be deleted; see windows.ts. */
  windows_trimmed: boolean;
  /** Device time, ms, at which an expired cursor or a new epoch last made this device fetch everything again. */
  resnapshot_at: number;
  cleaned_at: number;
  /** Present if this database mirrors an API that has only the documented calls; see docs/foreign-api.md. */
  documented: true;
  /**
   * Documented calls that this API does not have. `until`: device time (ms) from which the call is tried again; null if
   * the configuration lists the call as missing, so that it is never tried.
   */
  missing_calls: readonly { name: string; until: number | null }[];
  /** Device time, ms, of the last comparison with the server's digest. */
  digest_at: number;
  /** Device times, ms: the server accepts no file before `until`; `asked_at` is when it asked this device to wait. */
  uploads_wait: { asked_at: number; until: number };
  /** What was deleted because the phone was full; kept until the user has read the notice. */
  room_made: FreedSpace | null;
  /** Whether the user has paused syncing. */
  paused: boolean;
  /** Base64 key that encrypts unsent work at logout. */
  outbox_key: string;
  /** A call that was started on this phone and is not logged yet. `started_at` is device time, ms. */
  call_intent: CallIntent | null;
  /** Hashes of evicted book files; see evictedBooks. */
  books_left: string[];
  /** Marks this database as a partial copy of the one in the default bucket; see move-user-db.ts. */
  copying: true;
  /** Ids of the user's own handovers whose outcome was read and dismissed, latest last. */
  handovers_seen: string[];
  /** Base URL of the landing pages, without a slash at the end; null if the server has no origin for them. */
  landing_url: string | null;
  /** The latest account view by a manager that this device has announced to the user: its start (ISO). */
  view_told: string;
  /** The last reminder about the end of the paid time that the user closed. */
  reminder_seen: { until: string; days: number };
  /** The records that the user opened last on this device, latest first. */
  recent_records: RecentRecord[];
}

/** A record that was opened on this device. */
export interface RecentRecord {
  kind: 'person' | 'contact' | 'task' | 'ticket' | 'request' | 'lesson' | 'book';
  id: string;
}

/** What was deleted because the phone was full. `at` is device time, ms. */
export interface FreedSpace {
  files: number;
  bytes: number;
  at: number;
}

/** A call that was started on this phone, with what the user has entered about it so far. */
export interface CallIntent {
  contact_id: string | null;
  /** The called person; null or absent if the call was to a contact or a bare number. */
  user_id?: string | null;
  name: string;
  number: string;
  /** When the call was started: device time, ms. */
  started_at: number;
  /** The task that this call started; absent if there is none, or if it was already running. */
  task_id?: string;
  /** Id of the resulting row, so that saving again after the app was killed writes the same row. */
  id?: string;
  /** The form as filled in so far. */
  draft?: unknown;
  /** Earlier calls that were not logged either, latest first. */
  earlier?: CallIntent[];
}

/** Returns a stored value, or undefined. */
export async function savedMeta<K extends keyof MetaValues>(db: PhoneDb, key: K): Promise<MetaValues[K] | undefined> {
  return (await db.meta.get(key))?.value as MetaValues[K] | undefined;
}

/** Returns several stored values, read in one transaction. On a slow phone this takes as long as reading one value. */
export async function savedMetas<K extends keyof MetaValues>(
  db: PhoneDb,
  ...keys: K[]
): Promise<Partial<Pick<MetaValues, K>>> {
  const rows = await db.meta.bulkGet(keys);
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.key, row.value]] : []))) as Partial<Pick<MetaValues, K>>;
}

export async function saveMeta<K extends keyof MetaValues>(db: PhoneDb, key: K, value: MetaValues[K]): Promise<void> {
  await db.meta.put({ key, value });
}
