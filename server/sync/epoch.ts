import { sql } from 'kysely';
import { Refused } from '../../contract/errors.ts';
import { addAuditEntry } from '../audit.ts';
import type { Db, Tx } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { recordForNewEpoch } from '../features/statistics/record.ts';
import { rowSources } from './rows.ts';

// [Note: Epochs] When a backup is restored, or a failover loses the last writes, the counter returns to an earlier
// value, and would assign the same revisions again, to other rows. The epoch therefore identifies an uninterrupted
// history of the database. A request with another epoch is refused as a whole; the phone then fetches everything again,
// and sends its recent writes again. In a new epoch the revisions start at the current time in microseconds, which is
// above every revision of the lost history. All earlier rows, cursors and base revisions are therefore older than
// anything in the new epoch, even for phones with a version of the app that does not support epochs.

/** Throws `epoch_changed` for a request of another epoch. A request without an epoch is checked only by its cursors. */
export function checkEpoch(asked: string | undefined, epoch: string | undefined): void {
  if (asked !== undefined && epoch !== undefined && asked !== epoch) throw new Refused('epoch_changed');
}

/**
 * Thrown for a cursor of the current epoch that is ahead of the counter: the database has lost writes, but no new epoch
 * has been started.
 */
export class CursorAhead extends Refused {
  constructor() {
    super('epoch_changed');
  }
}

const MICROSECONDS = 1_000;

/** Gives all rows of the synced tables a new revision, so that they replace the copies on phones. */
async function renewRevs(tx: Tx, scope: string, rev: number): Promise<void> {
  const storages = new Map(Object.values(rowSources).map(({ storage }) => [storage.table, storage]));
  for (const { table, tombstones } of storages.values()) {
    // Tombstones keep their revision, because snapshots do not contain them. If tombstones got the new revision, the
    // clean-up would raise the horizon to it when it deletes the first of them.
    const living = tombstones ? sql` and deleted_at is null` : sql``;
    await sql`update ${sql.table(table)} set rev = ${rev} where scope = ${scope}${living}`.execute(tx);
  }
}

/** Why a new epoch begins; recorded in the audit log. */
export type EpochCause = 'restore' | 'command' | 'lost_writes';

/** The counter of a scope, locked by the transaction that may start a new epoch. */
export interface LockedCounter {
  scope: string;
  rev: number;
  epoch: string;
}

interface NewEpoch {
  cause?: EpochCause;
  /** Whether to start the epoch. Called after the counters have been locked. */
  isNeeded?: (counters: readonly LockedCounter[]) => boolean;
  /** A revision of the lost history; the revisions of the new epoch start above it, even if the clock was set back. */
  above?: number;
}

/**
 * Starts a new epoch in every scope of the database. After a restore, call it before a server uses the database. After
 * a failover that lost writes, it may run while servers are running. Returns the number of scopes.
 */
export function startNewEpoch(
  db: Db,
  now: Date,
  { cause = 'command', isNeeded = () => true, above = 0 }: NewEpoch = {},
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Lock the counters first, so that a write that has no revision yet gets one of the new epoch.
    const counters = await tx
      .selectFrom('sync_counter')
      .select(['scope', 'rev', 'epoch'])
      .orderBy('scope')
      .forUpdate()
      .execute();
    if (!isNeeded(counters)) return 0;
    for (const { scope, rev: lastRev } of counters) {
      const rev = Math.max(lastRev + 1, above + 1, now.getTime() * MICROSECONDS);
      await recordForNewEpoch(tx, scope, { last: lastRev, next: rev });
      await renewRevs(tx, scope, rev);
      await tx
        .updateTable('sync_counter')
        .set({ rev, horizon: rev, epoch: sql<string>`gen_random_uuid()::text`, epoch_began_at: now.toISOString() })
        .where('scope', '=', scope)
        .execute();
      await addAuditEntry(tx, {
        scope,
        at: now.toISOString(),
        action: 'epoch_begun',
        detail: { cause, last_rev: lastRev },
      });
    }
    return counters.length;
  });
}
