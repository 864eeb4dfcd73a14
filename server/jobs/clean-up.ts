import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { dropStaleAccountRows } from '../features/accounts/repository.ts';
import { dropOldLinks } from '../features/accounts/links.ts';
import { dropStaleBlobs } from '../features/blobs/repository.ts';
import { closeResolved } from '../features/tickets/auto-close.ts';
import { dropFailedJobs } from './runner.ts';

const DAY_MS = 86_400_000;
/** As long as a phone may stay offline and still catch up by its cursor. */
export const TOMBSTONE_DAYS = 90;
/** Longer than that: a phone that comes back may send again what was answered before it left. */
export const OP_DAYS = 120;

/** Files that no record names: for as long as a write that names one may be on its way. */
const BLOB_DAYS = 7;

/** People stay: comments and tasks name them. */
const tombstoned = [
  'categories',
  'lessons',
  'comments',
  'news',
  'events',
  'books',
  'tasks',
  'tickets',
  'contacts',
  'contact_categories',
  'interactions',
  'person_events',
  'handovers',
] as const;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

/** Deletes old tombstones of one table and gives the newest rev among them, 0 for none. */
async function dropTombstones(
  tx: Tx,
  scope: string,
  table: (typeof tombstoned)[number],
  before: string,
): Promise<number> {
  const { rows } = await sql<{ rev: number | null }>`with gone as (
      delete from ${sql.table(table)} where scope = ${scope} and deleted_at < ${before} returning rev)
    select max(rev)::bigint as rev from gone`.execute(tx);
  return rows[0]?.rev ?? 0;
}

/** Cursors up to the newest tombstone that goes can no longer be served: they are told to mirror anew. */
async function cleanScope(tx: Tx, scope: string, now: Date): Promise<void> {
  let horizon = 0;
  for (const table of tombstoned)
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
    .deleteFrom('sync_ops')
    .where('scope', '=', scope)
    .where('received_at', '<', daysBefore(now, OP_DAYS))
    .execute();
}

/** Drops tombstones, stored answers and files that no phone can ask for any more, and closes what waited
 * too long. Harmless to run twice or in two processes. */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  const scopes = await db.selectFrom('sync_counter').select('scope').execute();
  for (const { scope } of scopes) {
    await inTransaction(db, (tx) => cleanScope(tx, scope, now));
    await inTransaction(db, (tx) => closeResolved(tx, scope, now));
  }
  await inTransaction(db, (tx) => dropStaleBlobs(tx, daysBefore(now, BLOB_DAYS)));
  await dropStaleAccountRows(db, daysBefore(now, 1));
  await dropOldLinks(db, now);
  await dropFailedJobs(db, now);
}

const FIRST_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;

/** Cleans up soon after the start and then every six hours. Returns what stops it. */
export function cleanUpOnTimer({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): () => void {
  const run = () =>
    void cleanUp(db, clock()).catch((error: unknown) => log.error({ err: error }, 'the clean-up failed'));
  const first = setTimeout(run, FIRST_MS).unref();
  const later = setInterval(run, EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
}
