import { sql } from 'kysely';
import { migrations, type Migration } from '../migrations/index.ts';
import type { Db } from './tables.ts';
import { inTransaction, sqlState } from './transaction.ts';

/** SQL states that "create table if not exists" reports if two servers run it at the same moment. */
const concurrentCreationStates = new Set(['23505', '42P07']);

async function createMigrationsTable(db: Db): Promise<void> {
  try {
    await sql`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(db);
  } catch (error) {
    if (!concurrentCreationStates.has(sqlState(error) ?? '')) throw error;
  }
}

/**
 * Applies the migrations of `list` that are missing, each in its own transaction, and returns their names. If two
 * servers start at the same time, a table lock ensures that no migration is applied twice. The lock ends with the
 * transaction, so that it also works through a pooler.
 */
export async function migrate(db: Db, list: readonly Migration[] = migrations): Promise<string[]> {
  await createMigrationsTable(db);
  const recorded = await db.selectFrom('migrations').select('name').execute();
  const missing = list.filter(({ name }) => !recorded.some((row) => row.name === name));
  const applied: string[] = [];
  for (const migration of missing) {
    await inTransaction(db, async (tx) => {
      await sql`lock table migrations in exclusive mode`.execute(tx);
      const appliedBefore = await tx
        .selectFrom('migrations')
        .select('name')
        .where('name', '=', migration.name)
        .execute();
      if (appliedBefore.length > 0) return;
      await migration.up(tx);
      await tx.insertInto('migrations').values({ name: migration.name }).execute();
      applied.push(migration.name);
    });
  }
  return applied;
}
