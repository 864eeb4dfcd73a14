import type { Generated } from 'kysely';
import type { Json } from './synced.ts';

/** `horizon`: tombstones up to this rev may have been deleted, so older cursors cannot be served. */
export interface SyncCounterTable {
  scope: string;
  rev: number;
  horizon: Generated<number>;
}

/** One write of one user: `status` is null while it runs; afterwards `status` and `result` are the stored outcome. */
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

/** A user lost access to a record with this rev. */
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
