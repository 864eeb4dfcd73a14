import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { statisticsPeriods } from '../../contract/statistics.ts';
import { openDatabase } from '../../server/db/open.ts';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { createDatabase, openTestServer, roles, TestClock, type TestServer } from '../helpers/server.ts';
import { SyncServer } from '../helpers/sync-server.ts';
import { copyIdSql, copyRecord, timeInLastYear, isoText, pick, type CopiedRecord } from './copied-records.ts';
import { percentile, type Figures } from './figures.ts';

const TASKS = 500_000;
const PEOPLE = 100_000;
const CONSULTANTS = 200;
const TEAM = 20;
const ROUNDS = 40;
/**
 * A time zone in which days begin neither at midnight nor at a full hour in UTC, so that most rows of the rollup are
 * needed.
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

/** Creates the records of a year: consultants, people, and completed tasks with their work. */
async function fill(server: TestServer) {
  const sync = new SyncServer(server);
  const admin = await server.user({ ...roles.admin, first_name: 'Ada', time_zone: ZONE });
  const manager = await server.user({ ...roles.manager, first_name: 'Mary', time_zone: ZONE });
  const consultant = await server.user({ ...roles.consultant, responsible_id: manager.id, time_zone: ZONE });
  const person = await server.user({ responsible_id: consultant.id });
  const task = sync.task({});
  await sync.send({ id: consultant.id, token: consultant.token, device_id: uuidv7() }, task);
  const withoutContactData = { email: sql`null`, phone: sql`null` };
  const start = timeInLastYear(NOW, TASKS);
  const end = sql`${start} + interval '20 minutes'`;
  const copied: CopiedRecord[] = [
    {
      ...{ table: 'users', id: consultant.id, count: CONSULTANTS - 1 },
      columns: {
        ...{ ...withoutContactData, id: copyIdSql('consultant', 'n') },
        responsible_id: sql`case when n < ${sql.lit(TEAM)} then ${manager.id} else ${copyIdSql('manager', `n / ${TEAM}`)} end`,
      },
    },
    {
      ...{ table: 'users', id: person.id, count: PEOPLE },
      columns: {
        ...{ ...withoutContactData, id: copyIdSql('person', 'n'), created_at: timeInLastYear(NOW, PEOPLE) },
        country: pick(['DE', 'AT', 'KZ', 'UA', 'CH', 'PL', 'US', 'FR', 'IT'], 'n'),
        responsible_id: copyIdSql('consultant', `1 + n % ${CONSULTANTS - 1}`),
      },
    },
    {
      ...{ table: 'tasks', id: task.id, count: TASKS },
      columns: {
        ...{ id: copyIdSql('task', 'n'), state: sql`'completed'`, closed_at: end },
        assignee_id: copyIdSql('consultant', `1 + n % ${CONSULTANTS - 1}`),
        linked_user_id: copyIdSql('person', `1 + n % ${PEOPLE}`),
        source: sql`case when n <= ${sql.lit(PEOPLE)} then 'lead_auto' else 'manual' end`,
        slices: sql`jsonb_build_array(jsonb_build_object('id', n::text, 'from', ${isoText(start)}, 'to', ${isoText(end)},
          'device_id', 'd', 'estimated', false, 'needs_review', false))`,
      },
    },
  ];
  for (const record of copied) await copyRecord(server.db, server.scope, record);
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
    // In production, autovacuum runs this after some time.
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
