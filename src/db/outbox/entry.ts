import type { EntityName } from '../../../contract/entities/stores.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { WriteName } from '../../../contract/writes/index.ts';

/** Where a queued write stands. The states and what leads out of them: docs/sync.md, "The life of an entry". */
export type EntryState = 'queued' | 'waiting_dep' | 'sending' | 'conflict' | 'rejected' | 'parked' | 'blocked';

export interface EntryError {
  status: number;
  code: ErrorCode | null;
  fields?: Record<string, unknown>;
  at: number;
}

/** A promise to send. Holds no header, token or URL. */
export interface Entry {
  /** Local order; given by the database. */
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
  /** Old values of a patch's fields; null otherwise. */
  base: Record<string, unknown> | null;
  base_rev: number;
  /** What the row was before, for words like "Undo"; null for a create. */
  title: string;
  state: EntryState;
  /** The exact text first sent. Once it stands here the entry never changes again. */
  frozen: string | null;
  attempts_net: number;
  attempts_srv: number;
  /** Not before this moment of the phone's clock, in ms. */
  next_at: number;
  lease: { holder: string; until: number } | null;
  error: EntryError | null;
  supersedes: string | null;
  /** Phone's clock, in ms. */
  at_client: number;
  clock_offset_ms: number;
  app_version: string;
  user_id: string;
  device_id: string;
  size_bytes: number;
  /** SHA-256 of files that must be on the server before this goes. */
  blobs?: string[];
  /** Writes that went into this one before it was sent. */
  absorbed?: string[];
  /** Lanes that the person put first go before the others. */
  priority?: number;
  /** 1 for background work, which never counts in the pill. */
  background: 0 | 1;
}

/** A write the server took: kept for 90 days as a receipt. */
export interface Receipt {
  op_id: string;
  kind: WriteName;
  entity: EntityName;
  entity_id: string;
  title: string;
  at_client: number;
  /** Server's time of the acknowledgement, ISO. */
  server_time: string;
  rev: number;
  absorbed?: string[];
  background: 0 | 1;
}

/** The server's copy of a row, kept only while the row has waiting writes. */
export interface BaseRow {
  entity: EntityName;
  id: string;
  row: { id: string; rev: number } | null;
}

/** Writes whose effect the screen shows on top of the server's row. Refused and clashing ones do not count as done. */
export const foldedStates: readonly EntryState[] = ['queued', 'waiting_dep', 'sending', 'parked'];

/** Writes that need the person. */
export const needsAttention: readonly EntryState[] = ['conflict', 'rejected', 'parked', 'blocked'];

/** May this write still be taken back? Not once its text was sent, and not while later ones of its row build on it. */
export function isUndoable(entry: Entry): boolean {
  return entry.frozen === null && (entry.state === 'queued' || entry.state === 'waiting_dep');
}
