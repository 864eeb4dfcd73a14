import type { Generated } from 'kysely';
import type { Json } from './synced.ts';

/**
 * The rev counter of a scope. Tombstones with a rev up to `horizon` may have been deleted, so older cursors can no
 * longer be served. `epoch` identifies the history of the database to which the revisions belong.
 */
export interface SyncCounterTable {
  scope: string;
  rev: number;
  horizon: Generated<number>;
  epoch: Generated<string>;
  /** Null for the first epoch. */
  epoch_began_at: Generated<string | null>;
}

/**
 * A write of a user. `status` is null while the write runs; afterwards, `status` and `result` are its stored outcome.
 */
export interface SyncOpsTable {
  scope: string;
  user_id: string;
  op_id: string;
  device_id: string | null;
  kind: string;
  request_hash: string;
  status: number | null;
  result: Json<unknown> | null;
  rev: number | null;
  received_at: string;
}

/** Records the rev at which a user lost access to a record. */
export interface AccessRevocationsTable {
  scope: string;
  user_id: string;
  entity: string;
  entity_id: string;
  rev: number;
}

export interface SyncDevicesTable {
  scope: string;
  device_id: string;
  user_id: string;
  last_push_at: string | null;
  last_pull_at: string | null;
  cursor_rev: number | null;
  app_version: string | null;
  clock_offset_ms: number | null;
  name: string | null;
  pending: number | null;
  oldest_pending_at: string | null;
  revoked_at: string | null;
}
