import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { statisticsPeriods } from '../../contract/statistics.ts';
import { openDatabase } from '../../server/db/open.ts';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { createDatabase, openTestServer, roles, TestClock, type TestServer } from '../helpers/server.ts';
import { SyncServer } from '../helpers/sync-server.ts';
import { percentile, type Figures } from './figures.ts';

const TASKS = 500_000;
const PEOPLE = 100_000;
const CONSULTANTS = 200;
const TEAM = 20;
const ROUNDS = 40;
/**
 * A zone in which days begin neither at midnight nor at a full hour in UTC, so that most rows of the rollup are needed.
 */
const ZONE = 'Asia/Kathmandu';
const NOW = '2026-11-19T14:20:00.000Z';

const calls = ['statistics.figures', 'statistics.countries', 'statistics.staff'] as const;

/** Opens a new database on PostgreSQL with `--postgres`, otherwise an embedded one. */
async function openBenchDatabase() {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    process.stdout.write('statistics: without --postgres, measured on the embedded database\n');
    return openDatabase({ dataDir: 'memory://' });
  }
  return openDatabase({ dataDir: '', databaseUrl: await createDatabase(server) });
}

/** Returns an SQL expression for a time in the working hours of the last year, which depends on a number. */
const during = (number: string) =>
  sql.raw(`(timestamptz '${NOW}' - (${number}::bigint * 7919 % 364) * interval '24 hours'
  - interval '6 hours' + (${number}::bigint * 104729 % 20000) * interval '1 second')`);

/** Copies a row many times. `fields` are SQL expressions over `n`. */
async function copies(
  { db, scope }: TestServer,
  table: 'users' | 'tasks',
  id: string,
  count: number,
  fields: Record<string, ReturnType<typeof sql>>,
): Promise<void> {
  const change = sql.join(Object.entries(fields).flatMap(([name, value]) => [sql`${sql.lit(name)}`, value]));
  // The function is in `from`, because PostgreSQL would call it once per column if it were in `select`.
  await sql`insert into ${sql.table(table)} select r.* from generate_series(1, ${sql.lit(count)}) n
    cross join (select * from ${sql.table(table)} where scope = ${scope} and id = ${id}) o
    cross join lateral jsonb_populate_record(row(o.*)::${sql.table(table)}, jsonb_build_object(${change})) r`.execute(
    db,
  );
}

const kinds = { consultant: 1, manager: 2, person: 3, task: 4 } as const;

/** Returns an SQL expression for an id, which depends on a number. */
const idOf = (kind: keyof typeof kinds, number = 'n') =>
  sql`'018f0000-0000-700${sql.raw(String(kinds[kind]))}-8000-' || lpad(to_hex(${sql.raw(number)}), 12, '0')`;

/** Creates the records of a year: consultants, people, and completed tasks with their work. */
async function fill(server: TestServer) {
  const sync = new SyncServer(server);
  const admin = await server.user({ ...roles.admin, first_name: 'Ada', time_zone: ZONE });
  const manager = await server.user({ ...roles.manager, first_name: 'Mary', time_zone: ZONE });
  const consultant = await server.user({ ...roles.consultant, responsible_id: manager.id, time_zone: ZONE });
  const person = await server.user({ responsible_id: consultant.id });
  const task = sync.task({});
  await sync.send({ id: consultant.id, token: consultant.token, device_id: uuidv7() }, task);
  const plain = { email: sql`null::text`, phone: sql`null::text` };
  const countries = sql`(array['DE','AT','KZ','UA','CH','PL','US','FR','IT',null])[1 + n % 10]`;
  await copies(server, 'users', consultant.id, CONSULTANTS - 1, {
    ...{ ...plain, id: idOf('consultant') },
    responsible_id: sql`case when n < ${sql.lit(TEAM)} then ${manager.id} else ${idOf('manager', `n / ${TEAM}`)} end`,
  });
  await copies(server, 'users', person.id, PEOPLE, {
    ...{ ...plain, id: idOf('person'), country: countries, created_at: during('n') },
    responsible_id: idOf('consultant', `1 + n % ${CONSULTANTS - 1}`),
  });
  const end = sql`to_char((${during('n')} + interval '20 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const start = sql`to_char(${during('n')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  await copies(server, 'tasks', task.id, TASKS, {
    ...{ id: idOf('task'), state: sql`'completed'`, closed_at: end },
    assignee_id: idOf('consultant', `1 + n % ${CONSULTANTS - 1}`),
    linked_user_id: idOf('person', `1 + n % ${PEOPLE}`),
    source: sql`case when n <= ${sql.lit(PEOPLE)} then 'lead_auto' else 'manual' end`,
    slices: sql`jsonb_build_array(jsonb_build_object('id', n::text, 'from', ${start}, 'to', ${end}, 'device_id', 'd',
      'estimated', false, 'needs_review', false))`,
  });
  return { admin, manager, consultant };
}

/** Measures the calls for each role and all periods, with the tasks and people of a year. */
export async function measureStatistics(): Promise<Figures> {
  const database = await openBenchDatabase();
  const server = await openTestServer({ db: database.db, clock: new TestClock(NOW) });
  try {
    const users = await fill(server);
    await sql`analyze`.execute(server.db);
    const before = performance.now();
    await recordUnrecordedChanges(server.deps);
    const figures: Figures = { 'statistics: counting everything once, s': (performance.now() - before) / 1000 };
    // Run what autovacuum would run after some time.
    await sql`vacuum analyze`.execute(server.db);
    for (const [role, { token }] of Object.entries(users))
      for (const name of calls) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          for (const period of statisticsPeriods) {
            const started = performance.now();
            const { status } = await server.call(name, { token, body: { period } });
            times.push(performance.now() - started);
            if (status !== 200) throw new Error(`${name} answered ${status}`);
          }
        figures[`${name} (${role}, ${database.kind}), p95, ms`] = percentile(times, 0.95);
      }
    return figures;
  } finally {
    await server.close();
    await database.close();
  }
}
