import type { z } from '../../contract/zod.ts';
import { Refused } from '../../contract/errors.ts';
import type { PushBody, PushReply, PushResult } from '../../contract/sync.ts';
import { inScope, newestRevOf, returnUnusedRevs, startUnit } from '../context.ts';
import { storeDailyCounts } from '../daily-limit.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../db/tables.ts';
import { sqlState } from '../db/transaction.ts';
import type { Caller, HandlerContext } from '../handlers.ts';
import { WorkQueue } from '../work-queue.ts';
import { ClaimedOps, ClaimTimeout } from './claimed-ops.ts';
import { counterOf } from './counter.ts';
import { recordPush } from './devices.ts';
import { checkEpoch } from './epoch.ts';
import { Lanes } from './lanes.ts';
import { failedResult, parseOp, type ParsedOp, type UnreadableOp } from './parsed-op.ts';
import { loadPushingCaller } from './pushing-caller.ts';
import { lockRows } from './row-locks.ts';
import { resultsOfFailedUnit, NeedsSavepoints, runUnit, type PushContext, type Unit } from './unit.ts';

/** The result of running the items of a batch, in one transaction or in several. */
interface ItemsResult {
  results: PushResult[];
  lanes: Lanes;
  /** The counter after the last transaction; null if all of them failed. */
  counter: { rev: number; epoch: string | undefined } | null;
}

/** Returns the results of a unit that must wait for a failed op, or null if it may run. */
function skipIfBlocked(lanes: Lanes, unit: Unit): PushResult[] | null {
  const unitIds = new Set(unit.map(({ op }) => op.op_id));
  const cause = unit.map((parsed) => lanes.blockerOf(parsed)).find((id) => id !== null && !unitIds.has(id));
  return cause ? unit.map(({ op }) => failedResult(op.op_id, 'skipped', { caused_by: cause })) : null;
}

type Item = UnreadableOp | Unit;
const isUnit = (item: Item): item is Unit => Array.isArray(item);

/**
 * Calls `run` for each unit that need not wait for a failed op. Returns the results of all ops, in the order of the
 * items.
 */
async function runInOrder(
  items: readonly Item[],
  lanes: Lanes,
  run: (unit: Unit) => PushResult[] | Promise<PushResult[]>,
): Promise<PushResult[]> {
  const results: PushResult[] = [];
  for (const item of items) {
    if (!isUnit(item)) {
      const result = failedResult(item.op_id, 'invalid', { fields: item.fields });
      lanes.record(result, item.lane, false);
      results.push(result);
      continue;
    }
    const unitResults = skipIfBlocked(lanes, item) ?? (await run(item));
    for (const [index, result] of unitResults.entries())
      lanes.record(result, item[index]!.op.lane, item[index]!.isCreate);
    results.push(...unitResults);
  }
  return results;
}

/** Runs items in one transaction. See: [Note: Batches] */
async function runTransaction(
  context: HandlerContext,
  push: PushContext,
  items: readonly Item[],
  lanes: Lanes,
): Promise<ItemsResult> {
  const { tx, scope } = context;
  const { caller, counter } = await loadPushingCaller(context, push);
  checkEpoch(push.epoch, counter.epoch);
  const current: HandlerContext = { ...context, caller };
  const units = items.filter(isUnit);
  const ops = units.flat();
  const claimed = await ClaimedOps.claim(
    current,
    ops.map(({ operation }) => operation),
    push.claimsSeparately,
  );
  const opsToRun = ops.filter(({ operation }) => claimed.mustRun(operation));
  if (opsToRun.length > 1) await lockRows(current, opsToRun, push);
  let left = units.length;
  const results = await runInOrder(items, lanes, (unit) => {
    startUnit(tx, left);
    left -= 1;
    const received_at = push.deps.clock().toISOString();
    return runUnit({ ...current, received_at }, push, claimed, unit);
  });
  await storeDailyCounts(current);
  await claimed.store(current);
  await returnUnusedRevs(tx, scope);
  return { results, lanes, counter: { ...counter, rev: newestRevOf(tx) ?? counter.rev } };
}

/**
 * How many times a batch is tried as a whole before it is split. For a single unit, the usual number of attempts
 * applies.
 */
const BATCH_ATTEMPTS = 2;

/**
 * Runs the items of a batch in one transaction. If the database rejects the transaction, each half of the items gets a
 * transaction of its own, and so on down to single units. A single unit that fails gets the error as its result; if the
 * database cannot be reached, all units get the error. Several units first run without savepoints, because a savepoint
 * costs more than most writes; if one of the units fails, the batch runs again with savepoints. Throws Refused if the
 * caller may not push.
 */
async function runItems(push: PushContext, items: readonly Item[], lanes: Lanes): Promise<ItemsResult> {
  const { deps, caller } = push;
  const isSplittable = items.length > 1;
  const pushMode = { ...push, hasSavepoints: push.hasSavepoints || !isSplittable };
  const attempt = () =>
    inScope(
      deps,
      caller.scope,
      (context) => runTransaction({ ...context, caller }, pushMode, items, lanes.copy()),
      isSplittable ? BATCH_ATTEMPTS : undefined,
    );
  try {
    return await attempt();
  } catch (error) {
    // Refusals of single ops are returned as results. A Refused that is thrown here concerns the whole request.
    if (error instanceof Refused) throw error;
    if (error instanceof NeedsSavepoints) return runItems({ ...push, hasSavepoints: true }, items, lanes);
    if (error instanceof ClaimTimeout && !push.claimsSeparately)
      return runItems({ ...push, claimsSeparately: true }, items, lanes);
    const state = sqlState(error);
    if (isSplittable && state !== null && !/^(08|53|57P)/.test(state)) {
      const middle = items.length >> 1;
      const first = await runItems(push, items.slice(0, middle), lanes);
      const second = await runItems(push, items.slice(middle), first.lanes);
      return { ...second, counter: second.counter ?? first.counter, results: [...first.results, ...second.results] };
    }
    const failed = lanes.copy();
    const results = await runInOrder(items, failed, (unit) => resultsOfFailedUnit(push, unit, error));
    return { results, lanes: failed, counter: null };
  }
}

/** Returns the units of a batch, each at the position of its first op, and the unreadable ops between them. */
function itemsOf(read: readonly (ParsedOp | UnreadableOp)[]): Item[] {
  const items = new Map<string | UnreadableOp, Item>();
  for (const item of read) {
    if ('fields' in item) {
      items.set(item, item);
      continue;
    }
    const key = item.op.atomic_group ?? item.op.op_id;
    const before = items.get(key) ?? [];
    items.set(key, isUnit(before) ? [...before, item] : [item]);
  }
  return [...items.values()];
}

async function findCompletedOps({ deps, caller }: PushContext, op_ids: readonly string[]): Promise<Set<string>> {
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
 * How many pushes run at the same time in a process. More would not be faster, because they wait for each other at the
 * counter, and each occupies a database connection; the remaining connections of the pool stay free for reads.
 */
export const PUSHES_AT_ONCE = 6;
/** How many further pushes may wait. If there are more, devices are told to try again later. */
const WAITING_PUSHES = 1_000;

const queues = new WeakMap<Db, WorkQueue>();

function queueOf(db: Db): WorkQueue {
  const queue = queues.get(db) ?? new WorkQueue({ workers: PUSHES_AT_ONCE, length: WAITING_PUSHES });
  queues.set(db, queue);
  return queue;
}

/**
 * Runs a push and records the state of the device. It opens its own transactions, so it must not be called within one.
 * An op that fails has its own result. Throws `epoch_changed` if the device must first send earlier writes again, and
 * `unauthorized`, `blocked` or `device_revoked` if the caller may no longer push.
 */
export async function runPush(deps: Deps, caller: Caller, body: z.infer<typeof PushBody>): Promise<PushReply> {
  const { device_id, app_version, device_name, pending } = body;
  const accepted = new Map(body.accepted?.map(({ op_id, at }) => [op_id, at]));
  const mode = { claimsSeparately: false, hasSavepoints: false };
  const push: PushContext = { deps, caller, device_id, epoch: body.epoch, accepted, ...mode };
  const read = body.ops.map((value) => parseOp(value, device_id));
  const ops = read.filter((item) => 'op' in item);
  const lanes = new Lanes(
    new Set(ops.map(({ op }) => op.op_id)),
    await findCompletedOps(push, Lanes.externalDeps(ops)),
  );
  const { results, counter } = await queueOf(deps.db).run(() => runItems(push, itemsOf(read), lanes));
  const server_time = deps.clock().toISOString();
  const clock_offset_ms = ops.at(-1)?.op.clock_offset_ms ?? null;
  const device = { device_id, app_version, device_name, pending, clock_offset_ms };
  await recordPush(deps.db, caller, { ...device, at: server_time });
  const { rev, epoch } = counter ?? (await counterOf(deps.db, caller.scope));
  return { results, rev, epoch, server_time };
}
