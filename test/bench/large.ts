import { sql } from 'kysely';
import { MAX_STAFF_PAGE, type StatisticsByStaff } from '../../contract/api-calls/statistics.ts';
import { statisticsPeriods, type StatisticsPeriod } from '../../contract/statistics.ts';
import { openDatabase } from '../../server/db/open.ts';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { contactFields } from '../helpers/contact-makers.ts';
import { createDatabase, openTestServer, TestClock, type CallOptions } from '../helpers/server.ts';
import { SyncServer, type Person } from '../helpers/sync-server.ts';
import { measureMs, percentile, type Figures } from './figures.ts';
import { copyId } from './copied-records.ts';
import { fillLarge } from './large-data.ts';
import { explainProblems, QueryRecorder } from './large-plans.ts';
import type { CallName } from '../../contract/api-calls/index.ts';
import { groups } from '../../contract/entities/define.ts';
import { uuidv7 } from 'uuidv7';

/** Number of people in the large and in the small database. `PEOPLE=100000` reduces the large one. */
const LARGE = Number(process.env['PEOPLE'] ?? 1_000_000);
const SMALL = 10_000;
/** The 95th percentiles of the large database may be at most this many times those of the small one. */
const MAX_RATIO = 2;
/** Of ten times, the 95th percentile would be the longest, so that one checkpoint or vacuum would decide. */
const ROUNDS = 40;
/** Rounds in which the statistics of all employees are fetched, for each period. */
const STAFF_ROUNDS = 5;
/** Number of rows that have changed since the last pull of a device. */
const DELTA = 100;
/**
 * Maximum number of rows that one statement of a pull may read. It is this high because the query for the first page of
 * a snapshot reads the newest comments of all discussions.
 */
const MAX_ROWS_OF_PULL = 200_000;
const NOW = '2026-11-19T14:20:00.000Z';
const ZONE = 'Asia/Kathmandu';

/** The measured times in ms, by the name of the measurement. */
type Times = Record<string, number[]>;

/** The records of one organisation, with a server that answers requests from them. */
class Organisation {
  readonly sync: SyncServer;
  readonly people: number;
  times: Times = {};
  constructor(sync: SyncServer, people: number) {
    this.sync = sync;
    this.people = people;
  }

  /**
   * Returns the name of a person of the first consultant. Its number is so high that no longer number begins with it, so
   * a search for the name finds one person in an organisation of any size.
   */
  async uniqueName(): Promise<string> {
    const { db, scope } = this.sync.deps;
    const { last_name } = await db
      .selectFrom('users')
      .select('last_name')
      .where('scope', '=', scope)
      .where('id', '=', copyId('person', 1 + (this.people / 10) * 9))
      .executeTakeFirstOrThrow();
    return last_name;
  }

  /**
   * Returns parts of a name and of a number that an admin finds in about 43 names of an organisation of any size: the
   * larger it is, the longer is the part of the number.
   */
  commonName(): string {
    return `weber ${'10011'.slice(0, String(this.people).length - 3)}`;
  }

  /** Returns an employee or learner of the organisation on a device of their own. */
  async person(kind: 'manager' | 'consultant' | 'person', number: number): Promise<Person> {
    const { plain } = this.sync;
    const id = copyId(kind, number);
    return { id, token: await plain.tokenFor({ id, scope: plain.scope, token_version: 1 }), device_id: uuidv7() };
  }

  async admin(): Promise<Person> {
    const { db, scope } = this.sync.deps;
    const user = await db
      .selectFrom('users')
      .select(['id', 'scope', 'token_version'])
      .where('scope', '=', scope)
      .where('is_superuser', '=', true)
      .executeTakeFirstOrThrow();
    return { id: user.id, token: await this.sync.plain.tokenFor(user), device_id: uuidv7() };
  }

  forgetTimes(): void {
    this.times = {};
  }

  async time(what: string, name: CallName, { token }: Person, options: CallOptions): Promise<void> {
    const ms = await measureMs(async () => {
      const { status, body } = await this.sync.plain.call(name, { ...options, token });
      if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    });
    (this.times[what] ??= []).push(ms);
  }
}

const cursorsAt = (rev: number) => ({ p0: rev, p1: rev, p2: rev, p3: rev });

/** Measures the pulls of a device: without changes, with a hundred changes, and of the first page of each group. */
async function measurePulls(organisation: Organisation, round: number): Promise<void> {
  const { sync } = organisation;
  for (const [role, person] of [
    ['learner', await organisation.person('person', 1 + round)],
    ['consultant', await organisation.person('consultant', 1 + (round % 10))],
  ] as const) {
    for (const group of groups)
      await organisation.time(`snapshot page ${group}, ${role}`, 'sync.snapshot', person, { query: { group } });
    const ops = Array.from({ length: DELTA }, () =>
      role === 'learner'
        ? sync.op({ kind: 'contact.create', id: uuidv7(), args: { ...contactFields(), at: sync.iso() } })
        : sync.task({}),
    );
    const before = cursorsAt((await sync.push(person, ops.slice(0, 1))).rev - 1);
    const { rev } = await sync.push(person, ops.slice(1));
    const otherDevice = { ...person, device_id: uuidv7() };
    await organisation.time(`delta of ${DELTA} rows, ${role}`, 'sync.changes', otherDevice, { query: before });
    await organisation.time(`empty pull, ${role}`, 'sync.changes', otherDevice, { query: cursorsAt(rev) });
  }
}

/** Measures what employees see at a desk: lists, a search and the statistics. */
async function measureDesk(organisation: Organisation): Promise<void> {
  const uniqueName = await organisation.uniqueName();
  for (const [role, person] of [
    ['consultant', await organisation.person('consultant', 1)],
    ['manager', await organisation.person('manager', 1)],
    ['admin', await organisation.admin()],
  ] as const) {
    const page = { page_size: 50 };
    const list = (what: string, query: object, body = {}) =>
      organisation.time(`${what}, ${role}`, 'team.structure_users', person, { query: { ...page, ...query }, body });
    await list('people by name', {});
    await list('people by next task', { ordering: 'next_task' });
    await list('people of a country', {}, { country: 'DE' });
    await list('one person found by name', { search: uniqueName });
    await list('people found by name', { search: organisation.commonName() });
    await organisation.time(`waiting leads, ${role}`, 'team.waiting_users', person, { query: page, body: {} });
    for (const group of ['today', 'future', 'completed'])
      await organisation.time(`tasks ${group}, ${role}`, 'tasks.list', person, { query: page, body: { group } });
    for (const name of ['statistics.figures', 'statistics.countries', 'statistics.staff'] as const)
      for (const period of statisticsPeriods)
        await organisation.time(`${name}, ${role}`, name, person, {
          body: { period },
          // The app fetches the statistics of employees in pages. See: measureStaffTables
          ...(name === 'statistics.staff' && { query: { limit: MAX_STAFF_PAGE } }),
        });
  }
}

/** Returns the number of employees, and the time in ms in which an admin fetches the statistics of all of them. */
async function fetchStaffTable({ sync }: Organisation, { token }: Person, period: StatisticsPeriod) {
  let count = 0;
  const ms = await measureMs(async () => {
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const options = {
        token,
        query: { limit: MAX_STAFF_PAGE, ...(after !== undefined && { after }) },
        body: { period },
      };
      const page = (await sync.plain.call('statistics.staff', options)).body as unknown as StatisticsByStaff;
      count += page.rows.length;
      after = page.next;
    }
  });
  return { count, ms };
}

/**
 * Prints how long an admin needs for the statistics of all employees. It grows with their number, so it is not compared
 * with the other organisation.
 */
async function measureStaffTables(organisation: Organisation): Promise<void> {
  const admin = await organisation.admin();
  const tables = [];
  for (let round = 0; round < STAFF_ROUNDS; round += 1)
    for (const period of statisticsPeriods) tables.push(await fetchStaffTable(organisation, admin, period));
  const times = tables.map(({ ms }) => ms);
  const [median, p95] = [percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)];
  process.stdout.write(`statistics of all ${tables[0]?.count} employees: median ${median} ms, p95 ${p95} ms\n`);
}

/** A filled organisation in a database of its own. */
interface FilledOrganisation {
  organisation: Organisation;
  recorder: QueryRecorder;
  close: () => Promise<void>;
}

async function fill({ sync, people }: Organisation): Promise<void> {
  const fillMs = await measureMs(() => fillLarge(sync, people, ZONE));
  const countMs = await measureMs(() => recordUnrecordedChanges(sync.deps));
  // PostgreSQL does this by itself while a server runs for some time.
  await sql`vacuum analyze`.execute(sync.deps.db);
  process.stdout.write(`${people} people: filled in ${Math.round(fillMs / 1000)} s, statistics `);
  process.stdout.write(`counted in ${Math.round(countMs / 1000)} s\n`);
}

/** Opens the database at `url`, and fills it if it is empty. */
async function openOrganisation(url: string, people: number): Promise<FilledOrganisation> {
  const recorder = new QueryRecorder();
  const database = await openDatabase({ ...{ dataDir: '', databaseUrl: url, onQuery: recorder.onQuery } });
  const filled = await database.db.selectFrom('users').select('scope').limit(1).executeTakeFirst();
  const server = await openTestServer({ db: database.db, clock: new TestClock(NOW), ...filled });
  const organisation = new Organisation(new SyncServer(server), people);
  if (!filled) await fill(organisation);
  return {
    organisation,
    recorder,
    close: async () => {
      await server.close();
      await database.close();
    },
  };
}

/** Prints the figures of both organisations and the problems of the plans of pulls, and returns the ratios. */
function report(small: Times, large: Times, problems: readonly string[]): Figures {
  const figures: Figures = {};
  for (const [what, times] of Object.entries(large)) {
    const [inSmall, inLarge] = [percentile(small[what] ?? [], 0.95), percentile(times, 0.95)];
    const ratio = inLarge / inSmall;
    process.stdout.write(`${ratio <= MAX_RATIO ? 'pass' : 'FAIL'} ${what}: p95 ${inSmall.toFixed(1)} ms in the small `);
    process.stdout.write(`database, ${inLarge.toFixed(1)} ms in the large one\n`);
    figures[`${what}, large database, times the small one`] = ratio;
  }
  for (const problem of problems) process.stdout.write(`FAIL a pull ${problem}\n`);
  return { ...figures, 'queries of a pull with a bad plan': problems.length };
}

/**
 * Compares an organisation of a million people, with five million contacts and 20 million comments and tasks, with one
 * of 10,000 people on the same PostgreSQL server, and checks the plans of all queries of a pull.
 */
export async function measureLarge(): Promise<Figures> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('The part large needs PostgreSQL: add --postgres');
  const [smallUrl, largeUrl] = process.env['LARGE_DATABASES']?.split(',') ?? [];
  const small = await openOrganisation(smallUrl ?? (await createDatabase(url)), SMALL);
  const large = await openOrganisation(largeUrl ?? (await createDatabase(url)), LARGE);
  try {
    // Measure both in turn, so that other work on the machine slows down both alike. The first round is not counted,
    // because it reads from the disk what the requests of all people share.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { organisation } of [small, large]) {
        await measurePulls(organisation, round);
        await measureDesk(organisation);
        // A running server does this every few seconds.
        await recordUnrecordedChanges(organisation.sync.deps);
        if (round === 0) organisation.forgetTimes();
      }
    for (const { organisation } of [small, large]) await measureStaffTables(organisation);
    const executed = await large.recorder.record(() => measurePulls(large.organisation, ROUNDS + 1));
    const problems = await explainProblems(large.organisation.sync.deps.db, executed, MAX_ROWS_OF_PULL);
    return report(small.organisation.times, large.organisation.times, problems);
  } finally {
    await small.close();
    await large.close();
  }
}
