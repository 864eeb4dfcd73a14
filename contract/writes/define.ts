import type { CallName } from '../calls/index.ts';
import type { RowOf } from '../entities/index.ts';
import type { EntityName } from '../entities/stores.ts';
import type { z } from '../zod.ts';

/** Who acts, with which phone, and when by that phone's clock: all that an optimistic step may know. */
export interface WriteContext {
  user_id: string;
  user_name: string;
  device_id: string;
  is_manager: boolean;
  /** The row that the write is about. */
  id: string;
  /** The phone's clock, ISO. A claim; the server keeps its own time beside it. */
  at: string;
}

/** The documented call that a write stands for, at a server without the sync calls. Null: not offered there. */
export interface Documented<Row, A> {
  call: CallName;
  to_body(args: A, id: string, row: Row | null): Record<string, unknown>;
  /** The row inside the call's reply, or null when the reply carries none. */
  from_body(reply: unknown): unknown;
}

export type WriteMode = 'create' | 'patch' | 'command' | 'delete';

/**
 * A queued write. `create` makes the row, `patch` changes named fields (its args are the new values, merged field by
 * field on the server), `command` is a step with guards, `delete` takes the row away. `optimistic` is pure and gives the
 * row as the screen shows it; null takes the row away; a Refused says that the step is illegal here.
 */
export interface Write<K extends EntityName = EntityName, A = unknown> {
  entity: K;
  mode: WriteMode;
  /** Version of the args' shape. The server takes every version of the last 120 days. */
  v: number;
  args: z.ZodMiniType<A>;
  /** Args of an earlier version as this one has them; throws for what cannot be carried over. */
  upcast?(args: unknown, from: number): unknown;
  /** A second lane of the record, for what must not hold up the rest. */
  lane?: string;
  /** SHA-256 of the files that must be on the server before this may go. */
  blobs?(args: NoInfer<A>): readonly string[];
  /** Kept out of the pill and folded into one line of the sync centre. */
  background?: true;
  optimistic(row: RowOf<K> | null, args: NoInfer<A>, context: WriteContext): RowOf<K> | null;
  documented: Documented<RowOf<K>, NoInfer<A>> | null;
}

export function defineWrite<K extends EntityName, A>(write: Write<K, A>): Write<K, A> {
  return write;
}

/** A patch of fields; those that stand at undefined are left alone. */
export function applyPatch<Row extends object>(row: Row, patch: Partial<Record<keyof Row, unknown>>): Row {
  const set = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return { ...row, ...set };
}
