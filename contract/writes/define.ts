import type { CallName } from '../calls/index.ts';
import type { RowOf } from '../entities/index.ts';
import type { EntityName } from '../entities/stores.ts';
import type { z } from '../zod.ts';

/** Context of an optimistic step: actor, device and the device's clock. */
export interface WriteContext {
  user_id: string;
  user_name: string;
  device_id: string;
  is_manager: boolean;
  /** Id of the row that is written. */
  id: string;
  /** Device time, ISO. A claim: the server stores its own time as well. */
  at: string;
}

/** The documented call equivalent to a write, for servers without the sync calls. Null: not available there. */
export interface Documented<Row, A> {
  call: CallName;
  to_body(args: A, id: string, row: Row | null): Record<string, unknown>;
  /** Returns the row from the call's reply, or null if it has none. */
  from_body(reply: unknown): unknown;
}

export type WriteMode = 'create' | 'patch' | 'command' | 'delete';

/**
 * A queued write. `create` makes the row, `patch` changes named fields (its args are the new values, merged field by
 * field on the server), `command` is a guarded step, `delete` removes the row. `optimistic` is pure and returns the row
 * to show; null removes the row; it throws Refused for an invalid step.
 */
export interface Write<K extends EntityName = EntityName, A = unknown> {
  entity: K;
  mode: WriteMode;
  /** Version of the args' shape. The server accepts every version of the last 120 days. */
  v: number;
  args: z.ZodMiniType<A>;
  /** Converts args of an earlier version; throws if that is not possible. */
  upcast?(args: unknown, from: number): unknown;
  /** A second lane of the record, for writes that must not block the others. */
  lane?: string;
  /** SHA-256 of the files that must be uploaded before this write is sent. */
  blobs?(args: NoInfer<A>): readonly string[];
  /** Not counted in the sync pill; summed up in one line of the sync centre. */
  background?: true;
  optimistic(row: RowOf<K> | null, args: NoInfer<A>, context: WriteContext): RowOf<K> | null;
  documented: Documented<RowOf<K>, NoInfer<A>> | null;
}

export function defineWrite<K extends EntityName, A>(write: Write<K, A>): Write<K, A> {
  return write;
}

/** Applies a patch; fields that are undefined are left unchanged. */
export function applyPatch<Row extends object>(row: Row, patch: Partial<Record<keyof Row, unknown>>): Row {
  const set = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return { ...row, ...set };
}
