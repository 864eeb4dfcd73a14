import type { EntityName } from '../../../contract/entities/stores.ts';

/** Result of the last attempt to reach the server. `portal`: a captive portal answered instead of the server. */
export type ConnectionState = 'unknown' | 'online' | 'offline' | 'no_answer' | 'portal';

/** Sync status, kept in meta so that every tab shows the same. Times are ISO, server time. */
export interface SyncStatus {
  connection: ConnectionState;
  last_sent_at: string | null;
  last_fetched_at: string | null;
  server_time: string | null;
  /** Server time minus device time, in ms. */
  clock_offset_ms: number;
  /** Progress of the first mirror, in rows; null once the mirror is complete. */
  first_fetch: { done: number; total: number } | null;
  /** Progress of the batch of writes that is being sent. */
  sending: { done: number; total: number } | null;
  /** When a failed sync cycle is retried: device time, ms. Null if the last cycle did not fail. */
  next_try_at?: number | null;
  gates: Gates;
  /** Whether work that was encrypted at a logout could not be decrypted; it stays stored. */
  locked_fault: boolean;
  /** Whether the user has paused syncing. */
  paused: boolean;
  /** Whether the server has blocked this user, as last reported to this device. */
  shut?: boolean;
  /** The documented calls that the server lacks, if it has only documented ones; absent for our own server. */
  limits?: readonly { name: string }[];
  /** Paths of the screens for which such a server offers nothing, so that links to them are hidden. */
  hidden?: readonly string[];
  /** The lists that could not be read last time, if the server has only documented calls; null if all were read. */
  unread?: UnreadLists | null;
}

/**
 * Lists that could not be read. `last_fetched_at`: the time (ISO, server time) of their data; null if they were never
 * read.
 */
export interface UnreadLists {
  last_fetched_at: string | null;
  lists: readonly { entity: EntityName; call: string }[];
}

/** Conditions that stop all sending. For entries that wait because of them, no attempt is counted. */
export interface Gates {
  auth: boolean;
  blocked: boolean;
  upgrade: boolean;
  storage_full: boolean;
  /** Device time, ms, until which no request is sent; 0 if requests may be sent. */
  retry_after: number;
  /** Device time, ms, at which the server asked to wait. */
  retry_asked_at?: number;
}

export const openGates: Gates = { auth: false, blocked: false, upgrade: false, storage_full: false, retry_after: 0 };

export const initialStatus: SyncStatus = {
  connection: 'unknown',
  last_sent_at: null,
  last_fetched_at: null,
  server_time: null,
  clock_offset_ms: 0,
  first_fetch: null,
  sending: null,
  gates: openGates,
  locked_fault: false,
  paused: false,
};

/** Adds defaults for missing fields to a stored status. */
export const withDefaults = (stored: Partial<SyncStatus> = {}): SyncStatus => ({
  ...initialStatus,
  ...stored,
  gates: { ...openGates, ...stored.gates },
});
