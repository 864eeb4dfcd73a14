import type { PushResult } from '../../contract/sync.ts';
import type { ParsedOp } from './parsed-op.ts';

const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Whether a result is a final refusal. The lane continues after a final refusal, which the user must resolve. After any
 * other failure the op is retried, so its lane must wait to keep the order.
 */
function isRefused({ status, code }: PushResult): boolean {
  return [403, 404, 409, 410, 422].includes(status) && code !== 'conflict' && code !== 'op_in_progress';
}

/**
 * Keeps track of the failures in a batch and of the ops that they block. [Note: What a failure holds] A conflict, an
 * unreadable op or a server error holds its lane: later ops in the lane are skipped. A refusal does not, unless the
 * refused op creates a record. Ops that depend on a failed op always wait.
 */
export class Lanes {
  private held = new Map<string, string>();
  private failed = new Map<string, string>();
  private readonly inBatch: ReadonlySet<string>;
  private done: Set<string>;

  /** `done` contains the ops of earlier pushes on which this batch depends and which have been completed. */
  constructor(inBatch: ReadonlySet<string>, done: ReadonlySet<string>) {
    this.inBatch = inBatch;
    this.done = new Set(done);
  }

  /** Returns a copy, for an attempt that may be rolled back. */
  copy(): Lanes {
    const copy = new Lanes(this.inBatch, this.done);
    copy.held = new Map(this.held);
    copy.failed = new Map(this.failed);
    return copy;
  }

  /** Returns the id of the op that this op must wait for, or null if it may run. */
  blockerOf({ op }: ParsedOp): string | null {
    const holder = this.held.get(op.lane);
    if (holder !== undefined) return holder;
    const missing = op.deps.find((dep) => !this.done.has(dep));
    return missing === undefined ? null : (this.failed.get(missing) ?? missing);
  }

  /** Returns the ids of dependencies outside the batch. Earlier pushes must have completed them. */
  static externalDeps(ops: readonly ParsedOp[]): string[] {
    const batchIds = new Set(ops.map(({ op }) => op.op_id));
    return [...new Set(ops.flatMap(({ op }) => op.deps))].filter((dep) => !batchIds.has(dep));
  }

  /** Records the result of an op. A failure may hold the lane of the op. */
  record(result: PushResult, lane: string | null, isCreate: boolean): void {
    if (isSuccess(result.status)) {
      this.done.add(result.op_id);
      return;
    }
    const cause = result.caused_by ?? result.op_id;
    if (this.inBatch.has(result.op_id)) this.failed.set(result.op_id, cause);
    if (lane !== null && !this.held.has(lane) && (isCreate || !isRefused(result))) this.held.set(lane, cause);
  }
}
