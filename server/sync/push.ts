import type { z } from '../../contract/zod.ts';
import { errorStatus } from '../../contract/error-status.ts';
import { Refused } from '../../contract/errors.ts';
import type { PushBody, PushReply, PushResult } from '../../contract/sync.ts';
import { currentRev, inSavepoint, withContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { sqlState } from '../db/transaction.ts';
import type { Caller, HandlerContext } from '../handlers.ts';
import { refusalOf, runOnce, type OpOutcome } from '../http/idempotency.ts';
import { counterOf } from './counter.ts';
import { recordPush } from './devices.ts';
import { checkEpoch } from './epoch.ts';
import { withAccessLoss } from './access-loss.ts';
import { Lanes } from './lanes.ts';
import { correctedAt, failure, parsedOp, type ParsedOp } from './parsed-op.ts';
import { rowSources } from './rows.ts';
import { runWrite, type ParsedWrite } from './writes.ts';

function writeOf(parsed: ParsedOp, { device_id, accepted }: Batch, received_at: string): ParsedWrite {
  const { op, args } = parsed;
  const { id, op_id, base, base_rev } = op;
  const corrected_at = correctedAt(op, received_at);
  return { id, args, op_id, device_id, base, base_rev, corrected_at, accepted_at: accepted.get(op_id) };
}

/** Runs one op in an open transaction, exactly once no matter how often it arrives. */
function runOp(context: HandlerContext, parsed: ParsedOp, batch: Batch): Promise<OpOutcome> {
  return runOnce(context, parsed.operation, async () => ({
    status: 200,
    body: await withAccessLoss(context, parsed.op, () =>
      runWrite(parsed.kind, context, writeOf(parsed, batch, context.received_at)),
    ),
  }));
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

interface Batch {
  deps: Deps;
  caller: Caller;
  device_id: string;
  /** Times at which the ops that are offered again were first accepted, by op id. */
  accepted: ReadonlyMap<string, string>;
}

/** SQL states of transient errors: connection lost, lock timeout, transaction aborted. */
const transientStates = /^(08|53|57P|55P03|40001|40P01)/;

/** Builds the result of an op whose error aborted the transaction. */
function errorResult({ deps }: Batch, { op, kind }: ParsedOp, error: unknown): PushResult {
  if (error instanceof Refused) {
    const { code, fields } = refusalOf(error);
    return { op_id: op.op_id, status: errorStatus[code], code, ...(fields && { fields }) };
  }
  const state = sqlState(error) ?? '';
  // Class 22: a value that the database cannot store.
  if (state.startsWith('22')) return failure(op.op_id, 'invalid');
  deps.log.error({ err: error, op_id: op.op_id, kind }, 'a write failed');
  return failure(op.op_id, transientStates.test(state) ? 'unavailable' : 'internal');
}

async function runSingle(batch: Batch, parsed: ParsedOp): Promise<PushResult[]> {
  try {
    const run = async (context: HandlerContext) => resultOf(context, parsed, await runOp(context, parsed, batch));
    return [await withContext(batch.deps, batch.caller, run)];
  } catch (error) {
    return [errorResult(batch, parsed, error)];
  }
}

/** Thrown to roll back the savepoint of an atomic group. */
class GroupRefused extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/** Runs an atomic group in one transaction. If an op fails, it gets its own status, and the other ops get `skipped`. */
async function runGroup(batch: Batch, group: readonly ParsedOp[]): Promise<PushResult[]> {
  let current = group[0]!;
  const skipOthers = (failed: PushResult) =>
    group.map(({ op }) =>
      op.op_id === failed.op_id ? failed : failure(op.op_id, 'skipped', { caused_by: failed.op_id }),
    );
  const attempt = (context: HandlerContext) =>
    inSavepoint(context.tx, async () => {
      const results: PushResult[] = [];
      for (current of group) {
        const outcome = await runOp(context, current, batch);
        if (outcome.refusal) throw new GroupRefused(new Refused(outcome.refusal.code, outcome.refusal.fields));
        results.push(await resultOf(context, current, outcome));
      }
      return results;
    });
  try {
    return await withContext(batch.deps, batch.caller, async (context) => {
      try {
        return await attempt(context);
      } catch (error) {
        if (!(error instanceof GroupRefused)) throw error;
        const refuse = () => Promise.reject(error.refused);
        return skipOthers(await resultOf(context, current, await runOnce(context, current.operation, refuse)));
      }
    });
  } catch (error) {
    return skipOthers(errorResult(batch, current, error));
  }
}

/**
 * Returns the units of a batch: ops of the same atomic group form one unit, at the position of the first of them; every
 * other op is a unit of its own.
 */
function atomicUnits(ops: readonly ParsedOp[]): ParsedOp[][] {
  const units = new Map<string, ParsedOp[]>();
  for (const parsed of ops) {
    const key = parsed.op.atomic_group ?? parsed.op.op_id;
    units.set(key, [...(units.get(key) ?? []), parsed]);
  }
  return [...units.values()];
}

async function runUnit(batch: Batch, lanes: Lanes, unit: readonly ParsedOp[]): Promise<PushResult[]> {
  const unitIds = new Set(unit.map(({ op }) => op.op_id));
  const cause = unit.map((parsed) => lanes.blockerOf(parsed)).find((id) => id !== null && !unitIds.has(id));
  if (cause) return unit.map(({ op }) => failure(op.op_id, 'skipped', { caused_by: cause }));
  const [first] = unit;
  return unit.length === 1 && first ? runSingle(batch, first) : runGroup(batch, unit);
}

async function completedOps({ deps, caller }: Batch, op_ids: readonly string[]): Promise<Set<string>> {
  if (op_ids.length === 0) return new Set();
  const rows = await deps.db
    .selectFrom('sync_ops')
    .select('op_id')
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('op_id', 'in', op_ids)
    .where('status', '=', 200)
    .execute();
  return new Set(rows.map((row) => row.op_id));
}

/**
 * Runs a batch in order, with one transaction per unit. It does not throw if an op fails, because each op has its own
 * result.
 */
async function runBatch(
  batch: Batch,
  values: readonly unknown[],
): Promise<{ results: PushResult[]; clock_offset_ms: number | null }> {
  const read = values.map((value) => parsedOp(value, batch.device_id));
  const ops = read.filter((item) => 'op' in item);
  const lanes = new Lanes(new Set(ops.map(({ op }) => op.op_id)), await completedOps(batch, Lanes.externalDeps(ops)));
  const results: PushResult[] = [];
  const units = atomicUnits(ops);
  for (const item of read) {
    if ('fields' in item) {
      const result = failure(item.op_id, 'invalid', { fields: item.fields });
      lanes.record(result, item.lane, false);
      results.push(result);
      continue;
    }
    const unit = units.find(([first]) => first === item);
    if (!unit) continue;
    const unitResults = await runUnit(batch, lanes, unit);
    for (const [index, result] of unitResults.entries())
      lanes.record(result, unit[index]!.op.lane, unit[index]!.isCreate);
    results.push(...unitResults);
  }
  return { results, clock_offset_ms: ops.at(-1)?.op.clock_offset_ms ?? null };
}

/**
 * Runs a push and records the state of the device. It opens its own transactions, so it must not be called within one.
 * Throws `epoch_changed` if the device must first offer earlier writes again.
 */
export async function runPush(deps: Deps, caller: Caller, body: z.infer<typeof PushBody>): Promise<PushReply> {
  const { device_id, app_version, device_name, pending, ops } = body;
  // The epoch is read before the ops run: if it changes while they run, the device must offer these ops again.
  const { epoch } = await counterOf(deps.db, caller.scope);
  checkEpoch(body.epoch, epoch);
  const accepted = new Map(body.accepted?.map(({ op_id, at }) => [op_id, at]));
  const { results, clock_offset_ms } = await runBatch({ deps, caller, device_id, accepted }, ops);
  const server_time = deps.clock().toISOString();
  const device = { device_id, app_version, device_name, pending, clock_offset_ms };
  await recordPush(deps.db, caller, { ...device, at: server_time });
  return { results, rev: await currentRev(deps.db, caller.scope), epoch, server_time };
}
