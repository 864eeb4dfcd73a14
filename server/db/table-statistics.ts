import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Statistics target of ANALYZE, which samples 300 times as many rows. 3,000 rows per table suffice to estimate sizes,
 * and a large table blocks the server only briefly.
 */
const STATISTICS_TARGET = 10;

/** Updates the statistics from which the planner estimates the size of each of the given tables. */
export async function analyzeTables(db: Db, names: readonly string[]): Promise<void> {
  for (const name of names) {
    // Each table has a transaction of its own, so that requests can run between them.
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('default_statistics_target', ${String(STATISTICS_TARGET)}, true)`.execute(tx);
      await sql`analyze ${sql.table(name)}`.execute(tx);
    });
  }
}

/**
 * Analyzes all tables. The embedded database never does this by itself: it would keep the plans that it made while the
 * tables were empty, and read whole tables for every write.
 */
export async function updateTableStatistics(db: Db): Promise<void> {
  // ANALYZE of a partitioned table includes its partitions.
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  );
  await analyzeTables(
    db,
    rows.map(({ name }) => name),
  );
}

const FIRST_DELAY_MS = 30_000;
const INTERVAL_MS = 10 * 60_000;

/** Runs `update` soon after the start and then every ten minutes. Returns a function that stops the timer. */
export function updateStatisticsOnTimer(update: () => Promise<void>, logFailure: (error: unknown) => void): () => void {
  const run = () => void update().catch(logFailure);
  const first = setTimeout(run, FIRST_DELAY_MS).unref();
  const later = setInterval(run, INTERVAL_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
}
