import { sql } from 'kysely';
import type { Database, Db, Tx } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { dropStaleAccountRows } from '../features/accounts/repository.ts';
import { dropOldLinks } from '../features/accounts/links.ts';
import { dropStaleBlobs } from '../features/blobs/repository.ts';
import { dropOldImports } from '../features/imports/old-imports.ts';
import { deleteOldNotifications } from '../features/notifications/delete-old.ts';
import { dropEndedSubscriptions } from '../features/push/subscriptions.ts';
import { closeResolvedTickets } from '../features/tickets/auto-close.ts';
import { dropPastViews } from '../landing/views/announce.ts';
import { rowSources } from '../sync/rows.ts';
import { dropFailedJobs } from './runner.ts';

const DAY_MS = 86_400_000;
/** Number of days for which a device may stay offline and still catch up from its cursor. */
export const TOMBSTONE_DAYS = 90;
/**
 * Number of days for which the outcomes of ops are stored. It is larger than TOMBSTONE_DAYS, because a device that was
 * offline may repeat ops that the server processed before.
 */
export const OUTCOME_DAYS = 120;

/**
 * Number of days for which files that belong to no record are stored, because the write that refers to such a file may
 * still arrive.
 */
const BLOB_DAYS = 7;

/** Tables in which deleted rows stay as tombstones. */
const tombstoneTables = new Set(
  Object.values(rowSources).flatMap(({ storage }) => (storage.tombstones ? [storage.table] : [])),
);

/** Number of days for which ids of payment events are stored. A provider repeats an event for at most three days. */
const PROVIDER_EVENT_DAYS = 30;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

/** Deletes old tombstones of a table. Returns the newest rev among them, or 0 if there were none. */
async function dropTombstones(tx: Tx, scope: string, table: keyof Database, before: string): Promise<number> {
  const { rows } = await sql<{ rev: number | null }>`with deleted as (
      delete from ${sql.table(table)} where scope = ${scope} and deleted_at < ${before} returning rev)
    select max(rev)::bigint as rev from deleted`.execute(tx);
  return rows[0]?.rev ?? 0;
}

/**
 * Deletes the old rows of one scope, and raises the horizon to the rev of the newest deleted tombstone: devices with
 * older cursors must then fetch a snapshot.
 */
async function cleanScope(tx: Tx, scope: string, now: Date): Promise<void> {
  let horizon = 0;
  for (const table of tombstoneTables)
    horizon = Math.max(horizon, await dropTombstones(tx, scope, table, daysBefore(now, TOMBSTONE_DAYS)));
  if (horizon > 0) {
    await tx
      .updateTable('sync_counter')
      .set({ horizon: sql`greatest(horizon, ${horizon})` })
      .where('scope', '=', scope)
      .execute();
    for (const table of ['access_revocations', 'ticket_claims'] as const)
      await tx.deleteFrom(table).where('scope', '=', scope).where('rev', '<=', horizon).execute();
  }
  await tx.deleteFrom('lead_exclusions').where('scope', '=', scope).where('until', '<', now.toISOString()).execute();
  await tx
    .deleteFrom('provider_events')
    .where('scope', '=', scope)
    .where('received_at', '<', daysBefore(now, PROVIDER_EVENT_DAYS))
    .execute();
}

/** Maximum number of outcomes that are deleted in one transaction. */
export const OUTCOMES_PER_BATCH = 5_000;

/** Deletes the outcomes of old ops in batches, because there are many, and pushes write to the same table. */
async function dropOldOutcomes(db: Db, scope: string, before: string): Promise<void> {
  for (let deleted = OUTCOMES_PER_BATCH; deleted === OUTCOMES_PER_BATCH;) {
    const { numAffectedRows } = await sql`delete from sync_ops where scope = ${scope} and (user_id, op_id) in (
      select user_id, op_id from sync_ops where scope = ${scope} and received_at < ${before}
      order by received_at limit ${OUTCOMES_PER_BATCH})`.execute(db);
    deleted = Number(numAffectedRows ?? 0n);
  }
}

/**
 * Deletes everything that is stored only for a limited time, such as tombstones, outcomes of ops, files without a
 * record, old notifications and ended sessions, and closes tickets that have been resolved long enough. Can safely run
 * twice, or in two processes at the same time.
 */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  const scopes = await db.selectFrom('sync_counter').select('scope').execute();
  for (const { scope } of scopes) {
    await inTransaction(db, (tx) => cleanScope(tx, scope, now));
    await dropOldOutcomes(db, scope, daysBefore(now, OUTCOME_DAYS));
    await inTransaction(db, (tx) => closeResolvedTickets(tx, scope, now));
    await inTransaction(db, (tx) => deleteOldNotifications(tx, scope, now));
  }
  await inTransaction(db, (tx) => dropStaleBlobs(tx, daysBefore(now, BLOB_DAYS)));
  await dropStaleAccountRows(db, daysBefore(now, 1), now.toISOString());
  await dropEndedSubscriptions(db, now.toISOString());
  await dropOldLinks(db, now);
  await dropFailedJobs(db, now);
  await dropOldImports(db, now);
  await dropPastViews(db, now);
}
