import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { copyIdSql, copyRecord } from '../bench/copied-records.ts';
import { explainProblems, QueryRecorder } from '../bench/large-plans.ts';
import { createDatabase, openTestServer } from '../helpers/server.ts';
import { SyncServer, type Person } from '../helpers/sync-server.ts';

// These tests check the plans of the table of people in an organisation of some thousand people and tasks.
const COPIES = 5_000;
/** Rows that a statement may read for a page of 50 people, of whom each has a task. */
const MAX_ROWS_OF_PAGE = 300;

const recorder = new QueryRecorder();
let database: OpenDatabase;
let server: SyncServer;
let nora: Person;
let admin: Person;

beforeAll(async () => {
  const databaseUrl = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  database = await openDatabase({ dataDir: '', databaseUrl, onQuery: recorder.onQuery });
  server = new SyncServer(await openTestServer({ db: database.db }));
  const mary = await server.manager();
  const carl = await server.consultant({ responsible_id: mary.id });
  nora = await server.manager();
  admin = await server.person({ is_superuser: true, is_staff: true });
  const olga = await server.consultant({ responsible_id: nora.id });
  for (const country of ['DE', 'AT', 'AT']) await server.person({ responsible_id: olga.id, country });
  const person = await server.person({ responsible_id: carl.id });
  const task = server.task({});
  await server.push(carl, [task]);
  const { db, scope } = server.deps;
  const personColumns = {
    id: copyIdSql('person', 'n'),
    responsible_id: copyIdSql('consultant', 'n % 1000'),
    search: sql`'person ' || n || ${'\n\n 49155'} || n || ' '`,
  };
  const isOpen = sql`n % 100 = 0`;
  const taskColumns = {
    linked_user_id: copyIdSql('person', 'n'),
    state: sql`case when ${isOpen} then 'planned' else 'completed' end`,
    closed_at: sql`case when not ${isOpen} then o.end_at end`,
  };
  const withoutContactData = { email: sql`null`, phone: sql`null` };
  for (const { columns, ...record } of [
    { table: 'users', id: person.id, columns: { ...personColumns, ...withoutContactData } },
    { table: 'tasks', id: task.id, columns: { id: copyIdSql('task', 'n'), ...taskColumns } },
  ] as const)
    await copyRecord(db, scope, { ...record, columns, count: COPIES });
  await db
    .updateTable('sync_counter')
    .set({ rev: COPIES + 100 })
    .where('scope', '=', scope)
    .execute();
  await recordUnrecordedChanges(server.deps);
  await sql`vacuum analyze`.execute(server.deps.db);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

let found = 0;

/** Returns the problems of the queries that read a page of the table of people. */
async function pageProblems(caller: Person, query: Record<string, string>, body = {}): Promise<string[]> {
  const queries = await recorder.record(async () => {
    const reply = await server.plain.call('team.structure_users', {
      token: caller.token,
      query: { page_size: 50, ...query },
      body,
    });
    expect(reply.status).toBe(200);
    found = Number(reply.body['count']);
  });
  expect(queries.length).toBeGreaterThan(3);
  return explainProblems(server.deps.db, queries, MAX_ROWS_OF_PAGE);
}

test.each([
  ['by name', {}, {}, 3],
  ['by name, of a country', {}, { country: 'AT' }, 2],
  ['by the next task', { ordering: 'next_task' }, {}, 3],
] as const)('reads few of many people for a manager of a small team: %s', async (_, query, body, count) => {
  expect(await pageProblems(nora, query, body)).toEqual([]);
  expect(found).toBe(count);
});

test.each([
  ['of all people', {}, COPIES + 4],
  ['found by a part of a name', { search: 'erson 4711' }, 1],
  ['found by a phone number', { search: '491554712' }, 1],
] as const)('reads few of many people for an admin: %s', async (_, query, count) => {
  expect(await pageProblems(admin, query)).toEqual([]);
  expect(found).toBe(count);
});
