import { sql } from 'kysely';
import { jsonEqual } from '../../contract/json-equal.ts';
import type { Db } from '../../server/db/tables.ts';
import { rowSources } from '../../server/sync/rows.ts';

type Row = { rev: number } & Record<string, unknown>;

const keyOf = ({ scope, id, user_id, ...row }: Row): string =>
  JSON.stringify([scope, id, user_id, row['lesson_id'], row['book_id'], row['news_id'], row['event_id']]);

async function rowsOf(db: Db, table: string): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const counterOf = async (db: Db): Promise<number> =>
  (await db.selectFrom('sync_counter').select('rev').where('scope', '=', 'main').executeTakeFirstOrThrow()).rev;

/**
 * Compares a backup with the original database, which has changed since. The backup must contain exactly the state at
 * its own revision: no later row, and every row that has not changed since, unchanged. Returns what differs.
 */
export async function compareBackup(original: Db, backup: Db): Promise<{ rows: number; differences: string[] }> {
  const rev = await counterOf(backup);
  const tables = new Set(Object.values(rowSources).map(({ storage }) => storage.table));
  const differences: string[] = [];
  let rows = 0;
  for (const table of tables) {
    const [before, after] = [await rowsOf(backup, table), await rowsOf(original, table)];
    rows += before.size;
    for (const [key, row] of before) if (row.rev > rev) differences.push(`${table} ${key} is newer than the backup`);
    for (const [key, row] of after)
      if (row.rev <= rev && !jsonEqual(row, before.get(key) ?? null)) differences.push(`${table} ${key} differs`);
  }
  if ((await counterOf(original)) <= rev) differences.push('nothing was written after the backup');
  return { rows, differences };
}
