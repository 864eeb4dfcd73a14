import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import { createDatabase } from '../helpers/server.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

async function hasSearchIndex(databaseUrl: string): Promise<boolean> {
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl });
  const { rows } = await sql`select from pg_indexes where indexname = 'users_people_search'`.execute(db);
  await close();
  return rows.length === 1;
}

test('creates the index for parts of names if the user of the database may install pg_trgm', async () => {
  expect(await hasSearchIndex(await createDatabase(serverUrl))).toBe(true);
});

test('opens the database without the index for parts of names if its user may not install pg_trgm', async () => {
  const url = new URL(await createDatabase(serverUrl));
  const role = url.pathname.slice(1);
  const superuser = new Client({ connectionString: url.href });
  await superuser.connect();
  await superuser.query(`create role ${role} login password 'restricted'`);
  await superuser.query(`grant usage, create on schema public to ${role}`);
  await superuser.end();
  url.username = role;
  url.password = 'restricted';
  expect(await hasSearchIndex(url.href)).toBe(false);
});
