import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { copyId, copyIdSql, copyRecord } from '../bench/copied-records.ts';
import { explainProblems, QueryRecorder } from '../bench/large-plans.ts';
import { LeadOps } from '../helpers/leads.ts';
import { createDatabase, openTestServer } from '../helpers/server.ts';
import { SyncServer, type Person } from '../helpers/sync-server.ts';

// These tests check the plans of statements in an organisation of some thousand people and tasks.
const COPIES = 5_000;
/** Rows that one statement may read. */
const MAX_ROWS = 50;

const recorder = new QueryRecorder();
let database: OpenDatabase;
let server: SyncServer;
let carl: Person;

beforeAll(async () => {
  const databaseUrl = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  database = await openDatabase({ dataDir: '', databaseUrl, onQuery: recorder.onQuery });
  server = new SyncServer(await openTestServer({ db: database.db }));
  const mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  const person = await server.person({ responsible_id: carl.id });
  const task = server.task({});
  await server.push(carl, [task]);
  const { db, scope } = server.deps;
  const withoutContactData = { email: sql`null`, phone: sql`null` };
  for (const { columns, ...record } of [
    { table: 'users', id: person.id, columns: { id: copyIdSql('person', 'n'), ...withoutContactData } },
    { table: 'tasks', id: task.id, columns: { id: copyIdSql('task', 'n') } },
  ] as const)
    await copyRecord(db, scope, { ...record, columns, count: COPIES });
  await sql`vacuum analyze`.execute(server.deps.db);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

test('finds the accounts that a batch locks by their ids', async () => {
  const ops = new LeadOps(server);
  const batch = [ops.note(copyId('person', 17)), ops.note(copyId('person', 4_000))];
  const edit = server.op({ kind: 'task.edit', id: copyId('task', 4_000), args: { title: 'Later' } });
  const queries = await recorder.record(() => server.push(carl, [...batch, edit]));
  const locks = queries.filter(({ statement }) => /from users u .*for no key update of u/s.test(statement));
  expect(locks).toHaveLength(1);
  expect(await explainProblems(server.deps.db, locks, MAX_ROWS)).toEqual([]);
});
