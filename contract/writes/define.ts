import type { CallName } from '../api-calls/index.ts';
import type { RowOf } from '../entities/index.ts';
import type { EntityName } from '../entities/stores.ts';
import type { z } from '../zod.ts';

/** Context in which `optimistic` runs: user, device and time. */
export interface WriteContext {
  user_id: string;
  user_name: string;
  device_id: string;
  is_manager: boolean;
  /** Id of the row to be written. */
  id: string;
  /** Time by the device's clock, ISO. It may be wrong, so the server stores its own time as well. */
  at: string;
}

/**
 * The documented call that has the same effect as a write, for servers without the sync calls. Where it is null, the
 * write is not available on such servers.
 */
export interface Documented<Row, A> {
  call: CallName;
  to_body(args: A, id: string, row: Row | null): Record<string, unknown>;
  /** Returns the row contained in the call's reply, or null if the reply has no row. */
  from_body(reply: unknown): unknown;
}

export type WriteMode = 'create' | 'patch' | 'command' | 'delete';

/**
 * A kind of write that can be queued. Modes: `create` creates the row; `patch` changes the fields in its args to the
 * given values, which the server merges field by field; `command` is an action with preconditions; `delete` removes
 * the row. `optimistic` is a pure function that returns the row to show, or null to remove it; it throws Refused if the
 * write is invalid.
 */
export interface Write<K extends EntityName = EntityName, A = unknown> {
  entity: K;
  mode: WriteMode;
  /** Version of the shape of the args. The server accepts every version that was current within the last 120 days. */
  v: number;
  args: z.ZodMiniType<A>;
  /** Converts args of an earlier version; throws if that is not possible. */
  upcast?(args: unknown, from: number): unknown;
  /** Name of a separate lane, so that other writes to the same record need not wait for this write. */
  lane?: string;
  /** Returns the SHA-256 of each file that must be uploaded before this write is sent. */
  blobs?(args: NoInfer<A>): readonly string[];
  /** Background writes are not counted in the sync pill, and the sync centre summarises them in one line. */
  background?: true;
  /**
   * Whether the write contains the only copy of the user's work. It then cannot be undone while it is unsent, because
   * the work would be lost.
   */
  only_copy?: true;
  optimistic(row: RowOf<K> | null, args: NoInfer<A>, context: WriteContext): RowOf<K> | null;
  documented: Documented<RowOf<K>, NoInfer<A>> | null;
}

export function defineWrite<K extends EntityName, A>(write: Write<K, A>): Write<K, A> {
  return write;
}

/** Returns the row with a patch applied to it. Fields that are undefined in the patch stay unchanged. */
export function applyPatch<Row extends object>(row: Row, patch: Partial<Record<keyof Row, unknown>>): Row {
  const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return { ...row, ...changes };
}
