import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import type { Db } from './tables.ts';
import { inTransaction, sqlState } from './transaction.ts';

/** "if not exists" still collides when two servers create the table in the same moment. */
const createdByAnother = new Set(['23505', '42P07']);

async function createList(db: Db): Promise<void> {
  try {
    await sql`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(db);
  } catch (error) {
    if (!createdByAnother.has(sqlState(error) ?? '')) throw error;
  }
}

/**
 * Brings the tables up to date, each step in a transaction of its own. The lock lives and dies with the transaction,
 * so that it holds through a pooler and two servers starting at once apply each step once. Returns what was applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  await createList(db);
  const known = await db.selectFrom('migrations').select('name').execute();
  const missing = migrations.filter(({ name }) => !known.some((row) => row.name === name));
  const applied: string[] = [];
  for (const migration of missing) {
    await inTransaction(db, async (tx) => {
      await sql`lock table migrations in exclusive mode`.execute(tx);
      const done = await tx.selectFrom('migrations').select('name').where('name', '=', migration.name).execute();
      if (done.length > 0) return;
      await migration.up(tx);
      await tx.insertInto('migrations').values({ name: migration.name }).execute();
      applied.push(migration.name);
    });
  }
  return applied;
}
