import { sql } from 'kysely';
import type { Db, Tx } from './db/tables.ts';
import type { Deps } from './deps.ts';
import { inTransaction, setLockTimeout } from './db/transaction.ts';
import type { Caller, HandlerContext } from './handlers.ts';
import type { Audience } from './pokes.ts';
import { CommittedRefusal } from './http/with-current-row.ts';
import { incrementCheckedCounter } from './sync/checked-counter.ts';

/**
 * Side effects that a transaction has accumulated so far. Rolling back a savepoint restores the state at that
 * savepoint.
 */
interface Progress {
  /** The rev with which the current unit writes rows; null until the unit needs one. */
  rev: number | null;
  /** The newest rev that was given to a unit. */
  newest: number | null;
  /** How many revs above the newest are reserved for later units. */
  reserved: number;
  /** How many units the transaction still has, including the current one. */
  units: number;
  audience: Set<string> | 'all' | null;
  /** Ids of users whose sessions the transaction has ended. */
  ended: readonly string[];
  hasJobs: boolean;
}

const progressByTx = new WeakMap<Tx, Progress>();

function addAudience(progress: Progress, audience: Audience): void {
  if (audience === 'all' || progress.audience === 'all') progress.audience = 'all';
  else progress.audience = new Set([...(progress.audience ?? []), ...audience]);
}

/** How long, in ms, a transaction with several units waits for a row lock while it holds the counter. */
export const HOLDING_COUNTER_TIMEOUT_MS = 50;

/**
 * Returns the next rev. The first unit that needs a rev reserves one for each remaining unit, so that the transaction
 * increments the counter only once. See: [Note: Batches]
 */
async function takeRev(deps: Deps, tx: Tx, scope: string, progress: Progress): Promise<number> {
  if (progress.newest === null || progress.reserved === 0) {
    const { units } = progress;
    progress.newest = (await incrementCheckedCounter(deps, tx, scope, units)) - units;
    progress.reserved = units;
    if (units > 1) await setLockTimeout(tx, HOLDING_COUNTER_TIMEOUT_MS);
  }
  progress.reserved -= 1;
  progress.newest += 1;
  return progress.newest;
}

/** Creates the context of an open transaction, without a caller, and starts to track its progress. */
function contextOn(deps: Deps, tx: Tx, scope: string): Omit<HandlerContext, 'caller'> {
  const initialProgress = { rev: null, newest: null, reserved: 0, units: 1 };
  const progress: Progress = { ...initialProgress, audience: null, ended: [], hasJobs: false };
  progressByTx.set(tx, progress);
  return {
    tx,
    scope,
    received_at: deps.clock().toISOString(),
    nextRev: async () => (progress.rev ??= await takeRev(deps, tx, scope, progress)),
    poke: (audience) => addAudience(progress, audience),
    sessionsEnded: (user_id) => {
      progress.ended = [...progress.ended, user_id];
    },
  };
}

type Settled<T> = { value: T } | { refused: CommittedRefusal };

async function settle<T>(run: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await run };
  } catch (error) {
    if (error instanceof CommittedRefusal) return { refused: error };
    throw error;
  }
}

/**
 * Runs one transaction in a scope, without a caller. Pokes, which make devices pull, are sent only after the commit.
 * The database may abort the transaction, and `run` is then called again, so `run` must have no effects outside the
 * transaction.
 */
export async function inScope<T>(
  deps: Deps,
  scope: string,
  run: (context: Omit<HandlerContext, 'caller'>) => Promise<T>,
  attempts?: number,
): Promise<T> {
  const { settled, progress } = await inTransaction(
    deps.db,
    async (tx) => {
      const settled = await settle(run(contextOn(deps, tx, scope)));
      return { settled, progress: progressByTx.get(tx) };
    },
    attempts,
  );
  if (progress?.newest && progress.audience) {
    const audience = progress.audience === 'all' ? 'all' : [...progress.audience];
    deps.pokes.announce({ scope, rev: progress.newest, audience });
  }
  if (progress && progress.ended.length > 0) deps.pokes.announceEnded({ scope, ended_sessions_of: progress.ended });
  if (progress?.hasJobs) deps.onJobsAdded?.();
  if ('refused' in settled) throw settled.refused;
  return settled.value;
}

/** Runs one transaction for a caller. See: inScope. */
export function withContext<T>(deps: Deps, caller: Caller, run: (context: HandlerContext) => Promise<T>): Promise<T> {
  return inScope(deps, caller.scope, (context) => run({ ...context, caller }));
}

/**
 * Runs a part of a transaction that may fail without affecting the rest. If it throws, its rows, rev and pokes are
 * rolled back and the error is rethrown.
 */
export async function inSavepoint<T>(tx: Tx, run: () => Promise<T>): Promise<T> {
  const progress = progressByTx.get(tx);
  const before = progress && { ...progress };
  await sql`savepoint part`.execute(tx);
  try {
    const value = await run();
    await sql`release savepoint part`.execute(tx);
    return value;
  } catch (error) {
    // Also release the savepoint: otherwise a nested savepoint of the same name would hide the outer savepoint.
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    if (progress && before) Object.assign(progress, before);
    throw error;
  }
}

/** Begins a unit with a rev of its own. `units` is the number of units left, including this one. */
export function startUnit(tx: Tx, units: number): void {
  const progress = progressByTx.get(tx);
  if (progress) Object.assign(progress, { rev: null, units });
}

/** Gives back the revs that were reserved for units which wrote nothing. Call it at the end of the transaction. */
export async function returnUnusedRevs(tx: Tx, scope: string): Promise<void> {
  const progress = progressByTx.get(tx);
  if (!progress || progress.reserved === 0) return;
  await tx.updateTable('sync_counter').set({ rev: progress.newest! }).where('scope', '=', scope).execute();
  progress.reserved = 0;
}

/** Whether the transaction has incremented the counter, so that other writes wait for it. */
export const holdsCounter = (tx: Tx): boolean => newestRevOf(tx) !== null;

/** Returns the newest rev that the transaction has given to a unit, or null. */
export const newestRevOf = (tx: Tx): number | null => progressByTx.get(tx)?.newest ?? null;

/** Records that the transaction has queued a job. */
export function markJobAdded(tx: Tx): void {
  const progress = progressByTx.get(tx);
  if (progress) progress.hasJobs = true;
}

/** Returns the rev with which the current unit writes rows, or null if the unit has not needed one yet. */
export function currentUnitRev(tx: Tx): number | null {
  return progressByTx.get(tx)?.rev ?? null;
}

/** Returns the newest committed rev of a scope. */
export async function currentRev(tx: Tx | Db, scope: string): Promise<number> {
  const row = await tx.selectFrom('sync_counter').select('rev').where('scope', '=', scope).executeTakeFirst();
  return row?.rev ?? 0;
}
