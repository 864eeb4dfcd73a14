import { Refused } from '../../contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Replica } from '../db/replica.ts';
import type { Db, Tx } from '../db/tables.ts';
import type { Caller } from '../handlers.ts';
import { counterOf } from './counter.ts';

/** Milliseconds before each attempt to read from a replica, which usually lags behind by only a few milliseconds. */
const REPLICA_DELAYS_MS = [0, 10, 20];

const inSnapshot = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(run);

interface Counter {
  rev: number;
  epoch: string | undefined;
}

/**
 * Runs `run` in a snapshot of the replica that includes the revision `needed`. Returns null if the replica does not
 * have the revision in time, or belongs to another epoch.
 */
async function onReplica<T>(
  { db }: Replica,
  { scope, needed }: { scope: string; needed: Counter },
  run: (tx: Tx) => Promise<T>,
): Promise<{ value: T } | null> {
  for (const delay of REPLICA_DELAYS_MS) {
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const result = await inSnapshot(db, async (tx) => {
      const { rev, epoch } = await counterOf(tx, scope);
      return rev >= needed.rev && epoch === needed.epoch ? { value: await run(tx) } : null;
    });
    if (result) return result;
  }
  return null;
}

/**
 * Runs `run` in one database snapshot, so that the counter, the rows and the ops that it reads are consistent with each
 * other. The snapshot is taken on a replica if the replica has everything that the primary database had committed when
 * the request was authorised. A device therefore never receives an older state than before, nor a state from before a poke.
 */
export async function readSnapshot<T>(
  { db, replica }: Pick<Deps, 'db' | 'replica'>,
  { scope, seen }: Caller,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (replica?.isUsable() && seen) {
    try {
      const result = await onReplica(replica, { scope, needed: seen.counter }, run);
      if (result) return result.value;
    } catch (error) {
      if (error instanceof Refused) throw error;
      replica.fail(error);
    }
  }
  return inSnapshot(db, run);
}
