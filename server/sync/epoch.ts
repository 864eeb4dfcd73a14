import { sql } from 'kysely';
import { Refused } from '../../contract/errors.ts';
import type { Db, Tx } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { rowSources } from './rows.ts';

// [Note: Epochs] A restored backup, or a failover that lost the last writes, takes the counter back, and the same
// revisions are given out again for other rows. The epoch names one uninterrupted history: a request that names another
// one is refused as a whole, and the phone fetches everything again and offers its last writes again. Revisions go on at
// the time in microseconds, above every revision of any lost history, so that rows, cursors and base revisions from
// before are all older than anything in the new epoch: also for phones of a version that knows no epochs.

/** Throws `epoch_changed` for a request of another epoch. One that names none is judged by its cursors alone. */
export function checkEpoch(asked: string | undefined, epoch: string | undefined): void {
  if (asked !== undefined && epoch !== undefined && asked !== epoch) throw new Refused('epoch_changed');
}

/** A cursor ahead of the counter although its epoch is the current one: this database lost writes unnoticed. */
export class CursorAhead extends Refused {
  constructor() {
    super('epoch_changed');
  }
}

const MICROSECONDS = 1_000;

/** Gives the rows of a table a rev, so that each replaces the copy of any phone. */
async function raiseRows(tx: Tx, scope: string, rev: number): Promise<void> {
  const storages = new Map(Object.values(rowSources).map(({ storage }) => [storage.table, storage]));
  for (const { table, tombstones } of storages.values()) {
    // Snapshots contain no tombstones, and the clean-up deletes what is older than a dropped one.
    const living = tombstones ? sql` and deleted_at is null` : sql``;
    await sql`update ${sql.table(table)} set rev = ${rev} where scope = ${scope}${living}`.execute(tx);
  }
}

/**
 * Starts a new epoch in every scope of the database: after a restore, before anything is served, or after a failover
 * that lost writes, also while servers run. Returns the number of scopes.
 */
export function startNewEpoch(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Locked first: a write that has no rev yet gets one of the new epoch.
    const counters = await tx.selectFrom('sync_counter').select(['scope', 'rev']).forUpdate().execute();
    for (const counter of counters) {
      const rev = Math.max(counter.rev + 1, now.getTime() * MICROSECONDS);
      await raiseRows(tx, counter.scope, rev);
      await tx
        .updateTable('sync_counter')
        .set({ rev, horizon: rev, epoch: sql<string>`gen_random_uuid()::text` })
        .where('scope', '=', counter.scope)
        .execute();
    }
    return counters.length;
  });
}
