import { errorStatus } from '../../contract/error-status.ts';
import { Refused } from '../../contract/errors.ts';
import type { PushResult } from '../../contract/sync.ts';
import { holdsCounter, inSavepoint, currentUnitRev } from '../context.ts';
import type { Deps } from '../deps.ts';
import { isTransientError, LOCK_NOT_AVAILABLE, sqlState } from '../db/transaction.ts';
import type { Caller, HandlerContext } from '../handlers.ts';
import { outcomeOfError, refusalOf, type OpOutcome } from '../http/idempotency.ts';
import { logFailure } from '../log-failure.ts';
import { withAccessLoss } from './access-loss.ts';
import type { ClaimedOps } from './claimed-ops.ts';
import { correctedAt, failedResult, type ParsedOp } from './parsed-op.ts';
import { rowSources } from './rows.ts';
import { runWrite, type ParsedWrite } from './writes.ts';

/** What all units of a push share. */
export interface PushContext {
  deps: Deps;
  caller: Caller;
  device_id: string;
  /** The epoch that the device sent with the push. */
  epoch: string | undefined;
  /** Times at which the server first accepted the ops that the device sends again, by op id. */
  accepted: ReadonlyMap<string, string>;
  /**
   * Whether the ops are claimed one by one, so that an op that another transaction is running does not delay the
   * others.
   */
  claimsSeparately: boolean;
  /** Whether each unit runs in a savepoint, so that a failed unit can be rolled back without the others. */
  hasSavepoints: boolean;
}

/** Thrown by a unit that fails in a transaction without savepoints: its rows cannot be rolled back alone. */
export class NeedsSavepoints extends Error {}

/** A single op, or the ops of an atomic group, which take effect together or not at all. */
export type Unit = readonly ParsedOp[];

function writeOf(parsed: ParsedOp, { device_id, accepted }: PushContext, received_at: string): ParsedWrite {
  const { op, args } = parsed;
  const { id, op_id, base, base_rev } = op;
  const corrected_at = correctedAt(op, received_at);
  return { id, args, op_id, device_id, base, base_rev, corrected_at, accepted_at: accepted.get(op_id) };
}

/** Builds the result of a refusal, including the current row for the device to show. */
async function refusedResult(
  context: HandlerContext,
  parsed: ParsedOp,
  outcome: Extract<OpOutcome, { body: null }>,
): Promise<PushResult> {
  const { op, entity } = parsed;
  const { code, fields, row, rev } = outcome.refusal;
  const current = row === undefined ? await rowSources[entity].one(context, op.id) : null;
  return {
    op_id: op.op_id,
    status: outcome.status,
    code,
    ...(fields && { fields }),
    ...(row !== undefined && { row }),
    ...(rev !== undefined && { rev }),
    ...(current && { row: current, rev: current.rev }),
    replayed: outcome.replayed,
  };
}

async function resultOf(context: HandlerContext, parsed: ParsedOp, outcome: OpOutcome): Promise<PushResult> {
  if (outcome.refusal) return refusedResult(context, parsed, outcome);
  const { row, rev } = outcome.body as { row: unknown; rev: number };
  return { op_id: parsed.op.op_id, status: outcome.status, row, rev, replayed: outcome.replayed };
}

/** SQL states of errors that abort the whole transaction, so that no part of it can be kept. */
const abortingStates = /^(08|53|57P|40001|40P01)/;

/** Builds the result of an op whose error is not stored as its outcome. */
function errorResult({ deps }: PushContext, { op, kind }: ParsedOp, error: unknown): PushResult {
  if (error instanceof Refused) {
    const { code, fields } = refusalOf(error);
    return { op_id: op.op_id, status: errorStatus[code], code, ...(fields && { fields }) };
  }
  // SQL states of class 22 report a value that the database cannot store.
  if (sqlState(error)?.startsWith('22')) return failedResult(op.op_id, 'invalid');
  logFailure(deps.log, error, 'a write failed', { op_id: op.op_id, kind });
  return failedResult(op.op_id, isTransientError(error) ? 'unavailable' : 'internal');
}

/** Returns the results of a unit that was rolled back because one of its ops failed; the other ops get `skipped`. */
function failedResults(unit: Unit, failed: PushResult): PushResult[] {
  return unit.map(({ op }) =>
    op.op_id === failed.op_id ? failed : failedResult(op.op_id, 'skipped', { caused_by: failed.op_id }),
  );
}

/** Returns the results of a unit whose transaction failed. */
export const resultsOfFailedUnit = (push: PushContext, unit: Unit, error: unknown): PushResult[] =>
  failedResults(unit, errorResult(push, unit[0]!, error));

/** Thrown to roll back a unit because one of its ops was already refused in an earlier request. */
class RefusedBefore extends Error {
  readonly outcome: OpOutcome;
  constructor(outcome: OpOutcome) {
    super('refused before');
    this.outcome = outcome;
  }
}

/** Runs the ops of a unit and calls `begin` before each. Throws the error of the first op that fails. */
function runOps(
  context: HandlerContext,
  push: PushContext,
  claimed: ClaimedOps,
  unit: Unit,
  begin: (op: ParsedOp) => void,
): Promise<PushResult[]> {
  const { tx, received_at } = context;
  const run = async (): Promise<PushResult[]> => {
    const results: PushResult[] = [];
    for (const parsed of unit) {
      begin(parsed);
      let outcome = claimed.replay(parsed.operation);
      if (outcome?.refusal) throw new RefusedBefore(outcome);
      if (!outcome) {
        const body = await withAccessLoss(context, parsed.op, () =>
          runWrite(parsed.kind, context, writeOf(parsed, push, received_at)),
        );
        outcome = { status: 200, body, refusal: null, rev: currentUnitRev(tx), replayed: false };
        claimed.record(parsed.operation, outcome);
      }
      results.push(await resultOf(context, parsed, outcome));
    }
    return results;
  };
  if (!push.hasSavepoints || !unit.some(({ operation }) => claimed.mustRun(operation))) return run();
  return claimed.undoOnError(() => inSavepoint(tx, run));
}

/**
 * Runs a unit. If one of its ops fails, nothing of the unit is kept: that op gets its own status and the others of an
 * atomic group get `skipped`. Throws errors after which the transaction cannot go on.
 */
export async function runUnit(
  context: HandlerContext,
  push: PushContext,
  claimed: ClaimedOps,
  unit: Unit,
): Promise<PushResult[]> {
  let current = unit[0]!;
  try {
    return await runOps(context, push, claimed, unit, (op) => (current = op));
  } catch (error) {
    const state = sqlState(error) ?? '';
    const waitedTooLong = state === LOCK_NOT_AVAILABLE && holdsCounter(context.tx);
    if (abortingStates.test(state) || waitedTooLong) throw error;
    if (!push.hasSavepoints && unit.some(({ operation }) => claimed.mustRun(operation))) throw new NeedsSavepoints();
    if (error instanceof RefusedBefore) return failedResults(unit, await resultOf(context, current, error.outcome));
    // The row in the refusal of a group may contain changes that were rolled back, so it is replaced by the current
    // row.
    const plain = error instanceof Refused && unit.length > 1 ? new Refused(error.code, error.fields) : error;
    const outcome = outcomeOfError(plain);
    if (!outcome) return failedResults(unit, errorResult(push, current, error));
    claimed.record(current.operation, outcome);
    return failedResults(unit, await resultOf(context, current, outcome));
  }
}
