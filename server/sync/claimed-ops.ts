import { LOCK_NOT_AVAILABLE, setLockTimeout, sqlState } from '../db/transaction.ts';
import { inSavepoint } from '../context.ts';
import type { HandlerContext } from '../handlers.ts';
import {
  claimOps,
  LOCK_TIMEOUT_MS,
  replayOf,
  readStoredOps,
  storeOutcomes,
  type Operation,
  type OpOutcome,
  type StoredOp,
} from '../http/idempotency.ts';
import { Refused } from '../../contract/errors.ts';

/**
 * Lock timeout in ms for each op when the ops are claimed one by one, which happens after an attempt to claim all of
 * them together has timed out.
 */
const SINGLE_TIMEOUT_MS = 50;

/**
 * Claims the ops one by one, so that an op that another transaction is running does not prevent the others from being
 * claimed.
 */
async function claimEach(context: HandlerContext, ops: readonly Operation[]): Promise<Set<string>> {
  const claimed = new Set<string>();
  for (const op of ops) {
    try {
      const ids = await inSavepoint(context.tx, () => claimOps(context, [op], SINGLE_TIMEOUT_MS));
      for (const id of ids) claimed.add(id);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
  await setLockTimeout(context.tx, LOCK_TIMEOUT_MS);
  return claimed;
}

/** Thrown if another transaction is running one of the ops and does not end in time. */
export class ClaimTimeout extends Error {}

function claimTogether(context: HandlerContext, ops: readonly Operation[]): Promise<Set<string>> {
  return claimOps(context, ops).catch((error: unknown) => {
    throw sqlState(error) === LOCK_NOT_AVAILABLE ? new ClaimTimeout() : error;
  });
}

/** The ops of a batch, which one transaction claims together, and their outcomes, which it stores together. */
export class ClaimedOps {
  readonly #claimed: ReadonlySet<string>;
  readonly #earlier: ReadonlyMap<string, StoredOp>;
  readonly #outcomes = new Map<string, { hash: string; outcome: OpOutcome }>();

  private constructor(claimed: ReadonlySet<string>, earlier: ReadonlyMap<string, StoredOp>) {
    this.#claimed = claimed;
    this.#earlier = earlier;
  }

  /**
   * Claims the ops. If another transaction is running one of them, throws ClaimTimeout. With `separately`, claims the
   * other ops instead, and `replay` later throws `op_in_progress` for the op that is running.
   */
  static async claim(context: HandlerContext, ops: readonly Operation[], separately: boolean): Promise<ClaimedOps> {
    const byId = [...new Map(ops.map((op) => [op.op_id, op])).values()];
    const claimed = await (separately ? claimEach : claimTogether)(context, byId);
    const others = byId.map(({ op_id }) => op_id).filter((op_id) => !claimed.has(op_id));
    return new ClaimedOps(claimed, await readStoredOps(context, others));
  }

  /**
   * Returns the outcome of an op that ran before, in an earlier transaction or in this one, or null if it must run now.
   * Throws `op_in_progress`, `idempotency_key_reused`.
   */
  replay(op: Operation): OpOutcome | null {
    const own = this.#outcomes.get(op.op_id);
    if (own && own.hash !== op.request_hash) throw new Refused('idempotency_key_reused');
    if (own) return { ...own.outcome, replayed: true };
    return this.#claimed.has(op.op_id) ? null : replayOf(this.#earlier.get(op.op_id), op);
  }

  /** Whether this transaction has claimed the op and therefore runs it, unless an op before it fails. */
  mustRun(op: Operation): boolean {
    return this.#claimed.has(op.op_id);
  }

  record(op: Operation, outcome: OpOutcome): void {
    this.#outcomes.set(op.op_id, { hash: op.request_hash, outcome });
  }

  /** Calls `run`. If `run` throws, removes the outcomes that it has recorded. */
  async undoOnError<T>(run: () => Promise<T>): Promise<T> {
    const before = new Map(this.#outcomes);
    try {
      return await run();
    } catch (error) {
      for (const op_id of this.#outcomes.keys()) if (!before.has(op_id)) this.#outcomes.delete(op_id);
      throw error;
    }
  }

  /** Stores the recorded outcomes. Releases the ops that have no outcome, so that they can run again. */
  async store(context: HandlerContext): Promise<void> {
    const { tx, scope, caller } = context;
    const outcomes = new Map([...this.#outcomes].map(([op_id, { outcome }]) => [op_id, outcome]));
    await storeOutcomes(context, outcomes);
    const released = [...this.#claimed].filter((op_id) => !outcomes.has(op_id));
    if (released.length === 0) return;
    await tx
      .deleteFrom('sync_ops')
      .where('scope', '=', scope)
      .where('user_id', '=', caller.user_id)
      .where('op_id', 'in', released)
      .execute();
  }
}
