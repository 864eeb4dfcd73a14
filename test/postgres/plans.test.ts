import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Group } from '../../contract/entities/define.ts';
import { stores } from '../../contract/entities/stores.ts';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { copyId, copyIdSql, copyRecord, pick } from '../bench/copied-records.ts';
import { explainProblems, QueryRecorder, scansOf } from '../bench/large-plans.ts';
import { LeadOps } from '../helpers/leads.ts';
import { createDatabase, openTestServer } from '../helpers/server.ts';
import { SyncServer, type Person } from '../helpers/sync-server.ts';

// These tests check the plans of statements in an organisation of some thousand people and tasks, and more waiting leads
// than devices mirror.
const COPIES = 5_000;
const LEADS = 2_000;
/** More comments of one lesson than devices mirror. */
const COMMENTS_OF_LESSON = 4_000;
/** Of this many people or tasks, one belongs to Carl and the others belong to his manager. */
const OWN_EVERY = 50;
/** Rows that a statement about single people and tasks may read: fewer than twice as many as belong to Carl. */
const MAX_ROWS = 200;

const recorder = new QueryRecorder();
let database: OpenDatabase;
let server: SyncServer;
let mary: Person;
let carl: Person;
let lessons: string[];

beforeAll(async () => {
  const databaseUrl = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  database = await openDatabase({ dataDir: '', databaseUrl, onQuery: recorder.onQuery });
  server = new SyncServer(await openTestServer({ db: database.db }));
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  const person = await server.person({ responsible_id: carl.id });
  const task = server.task({});
  await server.push(carl, [task]);
  const { db, scope } = server.deps;
  const withoutContactData = { email: sql`null`, phone: sql`null` };
  const ownerOfCopy = sql`case when n % ${sql.lit(OWN_EVERY)} = 0 then ${sql.lit(carl.id)} else ${sql.lit(mary.id)} end`;
  const waiting = { responsible_id: sql`null`, status: sql`'waiting'` };
  await copyRecord(db, scope, {
    ...{ table: 'users', id: person.id, count: COPIES },
    columns: { id: copyIdSql('person', 'n'), ...withoutContactData, responsible_id: ownerOfCopy },
  });
  await copyRecord(db, scope, {
    ...{ table: 'users', id: person.id, count: LEADS },
    columns: { id: copyIdSql('person', `n + ${COPIES}`), ...withoutContactData, ...waiting },
  });
  await copyRecord(db, scope, {
    ...{ table: 'tasks', id: task.id, count: COPIES },
    columns: { id: copyIdSql('task', 'n'), assignee_id: ownerOfCopy },
  });
  await sql`insert into interactions (scope, id, user_id, kind, direction, at, corrected_at, duration_s, result, author_id,
      rev, created_at, updated_at)
    select u.scope, u.id, u.id, 'call', 'out', now(), now(), 60, 'reached', u.responsible_id, 1, now(), now()
    from users u where u.scope = ${scope} and u.responsible_id in (${carl.id}, ${mary.id}) and not u.is_staff`.execute(
    db,
  );
  const category = await server.category();
  lessons = [await server.lesson(category), await server.lesson(category), await server.lesson(category)];
  const comment = server.comment('Well said');
  await server.push(carl, [comment]);
  await copyRecord(db, scope, {
    ...{ table: 'comments', id: comment.id, count: lessons.length * COMMENTS_OF_LESSON },
    columns: { id: copyIdSql('comment', 'n'), lesson_id: pick(lessons, 'n'), thread: pick(lessons, 'n') },
  });
  await db
    .updateTable('sync_counter')
    .set({ rev: lessons.length * COMMENTS_OF_LESSON })
    .where('scope', '=', scope)
    .execute();
  await sql`vacuum analyze`.execute(db);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

test('finds the accounts that a batch locks by their ids', async () => {
  const ops = new LeadOps(server);
  const batch = [ops.note(copyId('person', OWN_EVERY)), ops.note(copyId('person', 4_000))];
  const edit = server.op({ kind: 'task.edit', id: copyId('task', 4_000), args: { title: 'Later' } });
  const queries = await recorder.record(() => server.push(carl, [...batch, edit]));
  const locks = queries.filter(({ statement }) => /from users u .*for no key update of u/s.test(statement));
  expect(locks).toHaveLength(1);
  expect(await explainProblems(server.deps.db, locks, MAX_ROWS)).toEqual([]);
});

/** Returns the queries of the first page of a snapshot that match a pattern. */
async function snapshotQueries(group: Group, limit: number, pattern: RegExp, { token } = carl) {
  const queries = await recorder.record(() => server.plain.call('sync.snapshot', { token, query: { group, limit } }));
  return queries.filter(({ statement }) => pattern.test(statement));
}

test('finds the tasks that a device mirrors by indexes alone', async () => {
  const [page, count] = await snapshotQueries('p0', 10, /from tasks o/);
  const { db } = server.deps;
  expect(await scansOf(db, count!, 'tasks')).toEqual(['Index Only Scan', 'Index Only Scan', 'Index Only Scan']);
  expect(await scansOf(db, page!, 'tasks')).toEqual([
    ...['Index Only Scan', 'Index Only Scan', 'Index Only Scan'],
    'Index Scan',
  ]);
});

test('reads no leads beyond the window of a device', async () => {
  const pattern = /row_number\(\) over/;
  const queries = [...(await snapshotQueries('p0', 10, pattern)), ...(await snapshotQueries('p1', 1_000, pattern))];
  expect(queries).toHaveLength(2);
  const { size } = stores.waiting_leads.window;
  expect(await explainProblems(server.deps.db, queries, 2 * size)).toEqual([]);
});

test('recording statistics compares the work of a day with all changed tasks in one hash join, not task by task', async () => {
  const { deps } = server;
  const [record] = (await recorder.record(() => recordUnrecordedChanges(deps))).filter(({ statement }) =>
    statement.includes('changed_tasks'),
  );
  const explain = CompiledQuery.raw(`explain ${record!.statement}`, [...record!.parameters]);
  const plan = JSON.stringify((await deps.db.executeQuery(explain)).rows);
  expect(plan).toContain('Hash Anti Join');
  expect(plan).not.toContain('Nested Loop Anti Join');
});

test('counts the comments of a discussion again only after one of them has changed', async () => {
  const queriesOf = (person: Person) => snapshotQueries('p2', 1, /from comments/, person);
  await queriesOf(carl);
  expect(await queriesOf(mary)).toEqual([]);
  await server.push(carl, [server.comment('Thank you', { lesson: lessons[0]! })]);
  const queries = await queriesOf(carl);
  expect(queries).toHaveLength(1);
  const { size } = stores.comments.window;
  expect(await explainProblems(server.deps.db, queries, size + 1)).toEqual([]);
});

test("finds the interactions of a snapshot by starting from the consultant's people", async () => {
  const pattern = /from interactions i/;
  const queries = [...(await snapshotQueries('p0', 10, pattern)), ...(await snapshotQueries('p1', 1_000, pattern))];
  expect(queries).toHaveLength(2);
  const problems = await explainProblems(server.deps.db, queries, 5 * MAX_ROWS);
  // The database has no contacts, so scanning that table is not a problem.
  expect(problems.filter((problem) => !/^(scans contacts(, )?)+:/.test(problem))).toEqual([]);
});
