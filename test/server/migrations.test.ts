import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded, openPool } from '../../server/db/drivers.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { Database, Db } from '../../server/db/tables.ts';
import { migrations } from '../../server/migrations/index.ts';
import { createDatabase } from '../helpers/server.ts';

const at = '2026-03-02T08:00:00.000Z';
const RENAMING = '0015_standard_names';
/** The migrations after this one are applied while servers of the previous version are running. */
const LAST_WITH_DOWNTIME = '0047_job_leases';

async function createEmptyDatabase(): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) {
    return new Kysely<Database>({ dialect: new PGliteDialect({ pglite: await openEmbedded('memory://') }) });
  }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(await createDatabase(url)) }) });
}

const rowsOfReleasedVersion = [
  `insert into users (scope, id, first_name, status, left_pool_rev, created_at, updated_at)
    values ('main', 'anna', 'Anna', 'processing', 7, '${at}', '${at}')`,
  // Anna invited Ben, who invited Cem and Dora. Dora invited Eva, and was then removed.
  `insert into users (scope, id, first_name, referrer_id, created_at, updated_at, deleted_at) values
    ('main', 'ben', 'Ben', 'anna', '2026-01-31T23:59:59.000Z', '${at}', null),
    ('main', 'cem', 'Cem', 'ben', '2026-02-01T00:00:00.000Z', '${at}', null),
    ('main', 'dora', 'Dora', 'ben', '2026-02-10T00:00:00.000Z', '${at}', '${at}'),
    ('main', 'eva', 'Eva', 'dora', '2026-02-12T00:00:00.000Z', '${at}', null),
    ('other', 'ben', 'Ben', 'anna', '${at}', '${at}', null)`,
  `insert into tickets (scope, id, number, type, subject, author_id, created_at, updated_at)
    values ('main', 'ticket', 1, 'question', 'Help', 'anna', '${at}', '${at}')`,
  `insert into ticket_pool_exits (scope, ticket_id, rev) values ('main', 'ticket', 8)`,
  `insert into lead_takes (scope, id, user_id, person_id, kind, at, counts_until)
    values ('main', 'claim', 'olga', 'anna', 'take', '${at}', '${at}')`,
  `insert into media_pieces (scope, sha256, piece, data) values ('main', 'abc', 3, '\\x0102')`,
  `insert into book_shelf (scope, user_id, book_id, rev, marks, created_at, updated_at)
    values ('main', 'anna', 'book', 9, '[{"id":"m"}]', '${at}', '${at}')`,
  `insert into books (scope, id, created_at, updated_at, path, source_hash, title, author, description, language, format,
      file_sha256, file_bytes, price_cents, is_new)
    values ('main', 'book', '${at}', '${at}', 'book', '', 'The Kettle', '', '', 'en', 'epub', 'abc', 3, 450, false)`,
  `insert into book_orders (scope, id, ref, user_id, book_id, provider, price_cents, created_at, paid_at) values
    ('main', 'open', 'ref-1', 'anna', 'book', 'demo', 450, '${at}', null),
    ('main', 'paid', 'ref-2', 'anna', 'book', 'demo', 450, '${at}', '2026-03-02T08:05:00.000Z')`,
  `insert into sync_scope_events (scope, user_id, entity, entity_id, rev)
    values ('main', 'olga', 'book_shelf', 'book', 10)`,
  `insert into account_links (scope, id, user_id, kind, token_hash, made_by, made_at, expires_at, spent_at, tries)
    values ('main', 'link', 'anna', 'code', 'hash', 'olga', '${at}', '${at}', '${at}', 4)`,
  `insert into jobs (scope, id, kind, payload, run_at, created_at) values
    ('main', 'email', 'letter', '{"to":"anna@example.org","letter":"code","facts":{"code":"1"}}', '${at}', '${at}'),
    ('main', 'other', 'erase_account', '{"user_id":"anna"}', '${at}', '${at}')`,
];

let db: Db;

/** The tables and columns that a migration removed, by the name of the migration. */
const removed: Record<string, string[]> = {};

async function columnsOf(database: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' order by 1`.execute(database);
  return rows.map(({ name }) => name);
}

/** Applies the migrations after LAST_WITH_DOWNTIME one by one. */
async function migrateWithoutDowntime(database: Db): Promise<void> {
  await migrate(
    database,
    migrations.filter(({ name }) => name <= LAST_WITH_DOWNTIME),
  );
  for (const migration of migrations.filter(({ name }) => name > LAST_WITH_DOWNTIME)) {
    const before = await columnsOf(database);
    await migrate(database, [migration]);
    const after = new Set(await columnsOf(database));
    removed[migration.name] = before.filter((name) => !after.has(name));
  }
}

beforeAll(async () => {
  db = await createEmptyDatabase();
  await migrate(
    db,
    migrations.filter(({ name }) => name < RENAMING),
  );
  for (const statement of rowsOfReleasedVersion) await sql.raw(statement).execute(db);
  await migrateWithoutDowntime(db);
});
afterAll(() => db.destroy());

describe('migrating a released database', () => {
  it('applies only missing migrations, although their modules were renamed', async () => {
    const applied = await db.selectFrom('migrations').select('name').orderBy('name').execute();
    expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    expect(applied.slice(0, 14).map(({ name }) => name)).toEqual([
      '0001_start',
      '0002_contacts',
      '0003_device_sessions',
      '0004_accounts',
      '0005_news',
      '0006_books',
      '0007_tickets',
      '0008_lesson_media',
      '0009_touched',
      '0010_people',
      '0011_staff_tickets',
      '0012_work',
      '0013_day',
      '0014_action_log',
    ]);
  });

  it('moves paid orders of books into the ledger of payments, and expires the unpaid ones', async () => {
    const payments = await db.selectFrom('payment_intents').selectAll().orderBy('id').execute();
    const book = { user_id: 'anna', purpose: 'book', subject_id: 'book', amount_cents: 450, title: 'The Kettle' };
    expect(payments).toMatchObject([
      { ...book, id: 'open', state: 'expired', provider_id: 'ref-1', settled_at: null, currency: 'USD' },
      { ...book, id: 'paid', state: 'succeeded', provider_id: 'ref-2', settled_at: '2026-03-02T08:05:00.000Z' },
    ]);
    expect(payments.map(({ expires_at }) => expires_at)).toEqual(Array(2).fill('2026-03-03T08:00:00.000Z'));
    const events = db.selectFrom('payment_events').select(['intent_id', 'from_state', 'to_state', 'at']);
    expect(await events.orderBy('id').execute()).toEqual([
      { intent_id: 'open', from_state: null, to_state: 'expired', at },
      { intent_id: 'paid', from_state: null, to_state: 'succeeded', at: '2026-03-02T08:05:00.000Z' },
    ]);
  });

  it('the migrations keep the rows of renamed tables', async () => {
    expect(await db.selectFrom('ticket_claims').selectAll().execute()).toEqual([
      { scope: 'main', ticket_id: 'ticket', rev: 8 },
    ]);
    expect(await db.selectFrom('lead_claims').select(['user_id', 'kind']).execute()).toEqual([
      { user_id: 'olga', kind: 'take' },
    ]);
    const [chunk] = await db.selectFrom('media_chunks').selectAll().execute();
    expect({ ...chunk, data: [...(chunk?.data ?? [])] }).toEqual({
      scope: 'main',
      sha256: 'abc',
      chunk: 3,
      data: [1, 2],
    });
    expect(await db.selectFrom('library_items').select(['book_id', 'rev', 'marks']).execute()).toEqual([
      { book_id: 'book', rev: 9, marks: [{ id: 'm' }] },
    ]);
    expect(await db.selectFrom('access_revocations').select(['entity', 'rev']).execute()).toEqual([
      { entity: 'book_shelf', rev: 10 },
    ]);
  });

  it('the migrations keep the values of renamed columns', async () => {
    const claimedRevs = db.selectFrom('users').select('claimed_rev').where('claimed_rev', 'is not', null);
    expect(await claimedRevs.execute()).toEqual([{ claimed_rev: 7 }]);
    const links = db.selectFrom('account_links').select(['created_by', 'created_at', 'used_at', 'attempts']);
    expect(await links.execute()).toEqual([{ created_by: 'olga', created_at: at, used_at: at, attempts: 4 }]);
  });

  it('the migrations count the people below each member', async () => {
    const counts = db.selectFrom('team_counts').selectAll().orderBy('scope').orderBy('user_id');
    const february = { scope: 'main', month: '2026-02' };
    expect(await counts.execute()).toEqual([
      { ...february, user_id: 'anna', people: 3, line_1: 1, month_people: 2 },
      { ...february, user_id: 'ben', people: 2, line_1: 1, month_people: 2 },
      { ...february, user_id: 'dora', people: 1, line_1: 1, month_people: 1 },
      { scope: 'other', user_id: 'anna', people: 1, line_1: 1, month: '2026-03', month_people: 1 },
    ]);
  });

  it('the migrations rename queued jobs that send emails and do not change other jobs', async () => {
    const jobs = await db.selectFrom('jobs').select(['kind', 'payload']).orderBy('id').execute();
    expect(jobs).toEqual([
      { kind: 'email', payload: { to: 'anna@example.org', template: 'code', facts: { code: '1' } } },
      { kind: 'erase_account', payload: { user_id: 'anna' } },
    ]);
  });

  it('the migrations leave no table, column, index or constraint under its former name', async () => {
    const former = '(_touched|ticket_pool_exits|lead_takes|left_pool|media_pieces|book_shelf|sync_scope_events)';
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname ~ ${former}
      union select attname from pg_attribute join pg_class c on c.oid = attrelid where relkind = 'r' and attname ~ ${former}
      union select conname from pg_constraint where conname ~ ${former} and contype <> 'n'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('no migration after 0047 removes or renames a table or column, so that the previous version keeps working', () => {
    expect(Object.values(removed).flat()).toEqual([]);
    expect(Object.keys(removed)).toContain('0053_month_partitions');
  });
});
