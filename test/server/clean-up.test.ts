import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import { cleanUp, OUTCOME_DAYS, TOMBSTONE_DAYS } from '../../server/jobs/clean-up.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const DAY_MS = 86_400_000;

/**
 * Entities that have no table of their own, and entities whose rows are deleted only together with the rows of another
 * entity.
 */
const withoutTombstones: readonly EntityName[] = [
  ...(['me', 'people', 'employees', 'waiting_leads', 'staff_tickets'] as const),
  ...(['lesson_progress', 'news_reads', 'event_answers', 'book_shelf', 'subscriptions', 'donations'] as const),
  ...(['recurring_donations', 'account_views'] as const),
];
const tables = entityNames.filter((name) => !withoutTombstones.includes(name));

/** For each column type, a literal that is valid in any column of that type. */
const sampleLiterals: Record<string, string> = {
  integer: '0',
  bigint: '0',
  boolean: 'false',
  text: `''`,
  jsonb: `'[]'`,
};

let server: SyncServer;
let carl: Person;
beforeAll(async () => {
  server = await openSyncServer();
  carl = await server.consultant();
  await server.push(carl, [server.comment('makes the counter of the scope')]);
});
afterAll(() => server.close());

/** Inserts a deleted row into a table, whatever columns the table has. */
async function insertTombstone(table: string, rev: number, deleted_at: string): Promise<string> {
  const { db, scope } = server.deps;
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = ${table} and is_nullable = 'NO' and column_default is null`.execute(db);
  const id = uuidv7();
  const own: Record<string, string> = { scope: `'${scope}'`, id: `'${id}'`, rev: String(rev) };
  const values = rows.map(({ name, type }) => {
    if (own[name] !== undefined) return own[name];
    if (type === 'uuid' || name.endsWith('_id')) return `'${carl.id}'`;
    if (type.startsWith('timestamp') || name.endsWith('_at')) return `'${deleted_at}'`;
    return sampleLiterals[type] ?? `''`;
  });
  const columns = [...rows.map(({ name }) => sql.ref(name)), sql.ref('deleted_at')];
  const all = [...values, `'${deleted_at}'`].map((value) => sql.raw(value));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(all)})`.execute(db);
  return id;
}

async function hasRow(table: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where scope = ${server.deps.scope} and id = ${id}`.execute(
      server.deps.db,
    );
  return rows.length > 0;
}

describe('the clean-up', () => {
  it('drops the ids of payment events after 30 days and not before', async () => {
    const { db, scope } = server.deps;
    const event = { scope, provider: 'stripe', id: 'evt_1', type: 'charge.refunded', received_at: server.iso() };
    await db.insertInto('provider_events').values(event).execute();
    const left = async () =>
      (await db.selectFrom('provider_events').select('id').where('scope', '=', scope).execute()).length;
    await cleanUp(db, new Date(server.now + 30 * DAY_MS));
    expect(await left()).toBe(1);
    await cleanUp(db, new Date(server.now + 30 * DAY_MS + 1));
    expect(await left()).toBe(0);
  });

  it.each(tables)('drops deleted %s after 90 days and not before', async (table) => {
    const id = await insertTombstone(table, 1, server.iso());
    await cleanUp(server.deps.db, new Date(server.now + TOMBSTONE_DAYS * DAY_MS));
    expect(await hasRow(table, id)).toBe(true);
    await cleanUp(server.deps.db, new Date(server.now + TOMBSTONE_DAYS * DAY_MS + 1000));
    expect(await hasRow(table, id)).toBe(false);
  });

  it('deletes the outcomes of old ops in batches of 5,000, and keeps those of newer ops and of other organisations', async () => {
    const { db, scope } = server.deps;
    const later = server.now + OUTCOME_DAYS * DAY_MS;
    const add = (of: string, count: number, received_at: string) =>
      sql`insert into sync_ops (scope, user_id, op_id, kind, request_hash, received_at)
        select ${of}::text, 'old', gen_random_uuid()::text, '', '', ${received_at}::timestamptz
        from generate_series(1, ${count}::int)`.execute(db);
    await add(scope, 5_001, server.iso(-1));
    await add(scope, 2, server.iso());
    await add('another', 1, server.iso(-1));
    const statements = vi.spyOn(db.getExecutor(), 'executeQuery');
    await cleanUp(db, new Date(later));
    const deletions = statements.mock.calls.filter(
      ([query]) => query.sql.startsWith('delete from sync_ops') && query.parameters.includes(scope),
    );
    statements.mockRestore();
    expect(deletions).toHaveLength(2);
    const left = db.selectFrom('sync_ops').select('scope').where('user_id', '=', 'old').orderBy('scope');
    expect((await left.execute()).map((row) => row.scope)).toEqual(['another', scope, scope].toSorted());
  });

  it('keeps tombstones for 90 days and stored push responses for 120', () => {
    expect([TOMBSTONE_DAYS, OUTCOME_DAYS]).toEqual([90, 120]);
  });
});
