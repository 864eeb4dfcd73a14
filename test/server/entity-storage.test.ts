import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { entityNames } from '../../contract/entities/stores.ts';
import type { Db } from '../../server/db/tables.ts';
import { rowSources } from '../../server/sync/rows.ts';
import { openTestDatabase } from '../helpers/server.ts';

async function indexedColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(a.attname, ',' order by k.position) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
      cross join unnest(i.indkey) with ordinality as k (column_number, position)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.column_number
    where t.relname = ${table} and i.indpred is null group by i.indexrelid`.execute(db);
  return rows.map(({ columns }) => columns);
}

async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table}`.execute(db);
  return rows.map(({ name }) => name);
}

describe.each(entityNames)('the table of entity %s', (name) => {
  const { table, tombstones } = rowSources[name].storage;

  it('a migration creates the table', async () => {
    const { db } = await openTestDatabase();
    const cure = `add a migration that creates ${table}, and its line in server/migrations/index.ts`;
    expect(await columnsOf(db, table), cure).toContain('rev');
  });

  it('the table has an index (scope, rev), so that a pull without changes reads no rows', async () => {
    const { db } = await openTestDatabase();
    const cure = `add a migration: create index ${table}_rev on ${table} (scope, rev)`;
    expect(await indexedColumns(db, table), cure).toContain('scope,rev');
  });

  it('the table can hold tombstones if the entity keeps deleted rows', async () => {
    const { db } = await openTestDatabase();
    const cure = `add the columns deleted_at and deleted_by to ${table}, or set tombstones: false in its rows.ts`;
    if (tombstones) expect(await columnsOf(db, table), cure).toContain('deleted_at');
  });
});
