import type { EntityName } from '../../../contract/entities/stores.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { WriteName } from '../../../contract/writes/index.ts';

/** State of a queued write. The states and transitions are described in docs/sync.md, "States of an outbox entry". */
export type EntryState = 'queued' | 'waiting_dep' | 'sending' | 'conflict' | 'rejected' | 'parked' | 'blocked';

export interface EntryError {
  status: number;
  code: ErrorCode | null;
  fields?: Record<string, unknown>;
  at: number;
}

/** A queued write. Contains no header, token or URL. */
export interface Entry {
  /** Position in the outbox, assigned by the database. */
  seq?: number;
  op_id: string;
  lane: string;
  deps: string[];
  atomic_group: string | null;
  kind: WriteName;
  v: number;
  entity: EntityName;
  entity_id: string;
  args: unknown;
  /** Old values of the fields that a patch changes; null otherwise. */
  base: Record<string, unknown> | null;
  base_rev: number;
  /** Name of the record in the sync centre; may be empty. */
  title: string;
  state: EntryState;
  /**
   * Exact text of the op at its first attempt. Once it is set, only the dependencies of the entry may change; see
   * leave-epoch.ts.
   */
  frozen: string | null;
  attempts_net: number;
  attempts_srv: number;
  /** Earliest time of the next attempt, device time, ms. */
  next_at: number;
  lease: { holder: string; until: number } | null;
  error: EntryError | null;
  supersedes: string | null;
  /** When the user made the write: device time, ms. */
  at_client: number;
  clock_offset_ms: number;
  app_version: string;
  user_id: string;
  device_id: string;
  size_bytes: number;
  /** SHA-256 of files that must be uploaded first. */
  blobs?: string[];
  /** Op ids of writes that were merged into this one. */
  absorbed?: string[];
  /** 1 if the user moved the lane of this entry to the front; otherwise absent. */
  priority?: number;
  /** 1 for background work, which is not counted in the sync pill. */
  background: 0 | 1;
  /** Set if the write cannot be undone; see Write in contract/writes/define.ts. */
  only_copy?: true;
  /**
   * Set if the write is sent again after the server's epoch ended: the time at which the server accepted it in the old
   * epoch; ISO, server time. See leave-epoch.ts.
   */
  accepted_at?: string;
}

/** The data that is needed to send an accepted write again to a server that has lost it. */
export interface SentBody {
  /** The exact text that was sent. */
  text: string;
  /** Position in the order in which the server accepted this device's writes: one higher for each acknowledgement. */
  place: number;
  app_version: string;
  blobs?: string[];
}

/** The receipt of a write that the server has accepted. It is kept for 90 days. */
export interface Receipt {
  op_id: string;
  kind: WriteName;
  entity: EntityName;
  entity_id: string;
  title: string;
  at_client: number;
  /** Server time of the acknowledgement, ISO. */
  server_time: string;
  rev: number;
  absorbed?: string[];
  background: 0 | 1;
  /** The body that was sent; kept for 14 days, see sent-bodies.ts. */
  sent?: SentBody;
}

/** The server's copy of a row, kept while the row has waiting writes. */
export interface BaseRow {
  entity: EntityName;
  id: string;
  row: { id: string; rev: number } | null;
  /** True if the last snapshot did not contain the row. Such a row is deleted once it has no waiting write. */
  unseen?: true;
}

/**
 * States in which a write is applied on top of the server's row for display. Refused, conflicting and blocked writes
 * are not applied.
 */
export const foldedStates: readonly EntryState[] = ['queued', 'waiting_dep', 'sending', 'parked'];

/** States in which a write needs a decision by the user. */
export const attentionStates: readonly EntryState[] = ['conflict', 'rejected', 'parked', 'blocked'];

/** Whether a write was never sent and is still queued, so that its content may change. */
export const isUnsent = ({ frozen, state }: Entry): boolean =>
  frozen === null && (state === 'queued' || state === 'waiting_dep');

/** Whether a write can be undone. */
export const isUndoable = (entry: Entry): boolean => isUnsent(entry) && !entry.only_copy;

/**
 * Whether a refused write to a record that was deleted on the server can be replaced with a write that restores the
 * record. See: restoreDeleted.
 */
export const isRestorable = ({ entity, kind }: Pick<Entry, 'entity' | 'kind'>): boolean =>
  (entity === 'contacts' || entity === 'landing_blocks') && !/(delete|merge)$/.test(kind);
