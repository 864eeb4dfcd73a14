import { sql } from 'kysely';
import type { Statistics, StatisticsByCountries, StatisticsByStaff } from '../../contract/api-calls/statistics.ts';
import type { CallName } from '../../contract/api-calls/index.ts';
import { figureNames, type FigureName, type StatisticsPeriod } from '../../contract/statistics.ts';
import type { WorkSlice } from '../../contract/entities/task.ts';
import { changesOf } from '../../server/features/statistics/facts.ts';
import type { TestServer } from './server.ts';

type CountInSpan = (from: number, to: number) => number;

/**
 * The figures of an employee or a country. Each figure is a function that counts the records within a span of time in
 * ms.
 */
type Recount = Readonly<Record<FigureName, CountInSpan>>;

interface Counted {
  employee: string;
  country: string;
  at: number;
  value: number;
}

const ms = (instant: string): number => Date.parse(instant);

async function records({ db, scope }: TestServer) {
  return {
    users: await db.selectFrom('users').selectAll().where('scope', '=', scope).execute(),
    tasks: await db.selectFrom('tasks').selectAll().where('scope', '=', scope).execute(),
    donations: await db.selectFrom('donations').selectAll().where('scope', '=', scope).execute(),
    lines: await db.selectFrom('subscription_lines').selectAll().where('scope', '=', scope).execute(),
  };
}

/**
 * Milliseconds of work within a span. Overlapping slices are counted once, doubtful slices are left out, and
 * running slices end at `now`.
 */
function workedMs(slices: readonly WorkSlice[], now: number, from: number, to: number): number {
  const spans = slices
    .filter(({ needs_review }) => !needs_review)
    .map((slice) => [Math.max(ms(slice.from), from), Math.min(slice.to === null ? now : ms(slice.to), to)] as const)
    .filter(([begin, end]) => begin < end)
    .toSorted(([a], [b]) => a - b);
  let [sum, reached] = [0, -Infinity];
  for (const [begin, end] of spans) {
    sum += Math.max(0, end - Math.max(begin, reached));
    reached = Math.max(reached, end);
  }
  return sum;
}

/**
 * Counts all figures from the records, without the rollup. Returns a function whose result is the figures of the given
 * employees (null for all). Figures about people can also be limited to one country.
 */
export async function recountFigures(server: TestServer) {
  const { users, tasks, donations, lines } = await records(server);
  const now = server.clock.now().getTime();
  const people = users.filter((user) => !user.is_staff && !user.is_manager && !user.is_superuser && !user.deleted_at);
  const byId = new Map(users.map((user) => [user.id, user]));
  const undeleted = tasks.filter((task) => !task.deleted_at);
  const person = (id: string, at: string, value: number): Counted => {
    const user = byId.get(id);
    const existing = user && !user.deleted_at ? user : null;
    return { employee: existing?.responsible_id ?? '', country: existing?.country ?? '', at: ms(at), value };
  };
  const activations = people.flatMap(({ id }) => {
    const times = lines.filter((line) => line.user_id === id && line.from_at && line.status.match(/^(paid|refunded)$/));
    const first = times.map((line) => line.from_at!).toSorted()[0];
    return first ? [person(id, first, 1)] : [];
  });
  const firstDone = people.filter(({ id }) =>
    undeleted.some((task) => task.linked_user_id === id && task.source === 'lead_auto' && task.state === 'completed'),
  );
  const countedRecords: Record<Exclude<FigureName, 'time_spent'>, Counted[]> = {
    completed_tasks: undeleted
      .filter(({ state }) => state === 'completed')
      .map((task) => ({ employee: task.assignee_id, country: '', at: ms(task.closed_at!), value: 1 })),
    donations_sum: donations
      .filter(({ state }) => state === 'confirmed' || state === 'succeeded')
      .map((donation) => person(donation.donor_id, donation.paid_at, donation.amount_cents)),
    new_subscriptions: activations,
    new_registrations: people.map((user) => person(user.id, user.created_at, 1)),
    tasks_of_new_registrations: firstDone.map((user) => person(user.id, user.created_at, 1)),
  };
  return (employees: readonly string[] | null, country: string | null = null): Recount => {
    const isAmong = (id: string) => employees === null || employees.includes(id);
    const sum = (rows: readonly Counted[], from: number, to: number) =>
      rows
        .filter((row) => isAmong(row.employee) && (country === null || row.country === country))
        .filter(({ at }) => at >= from && at < to)
        .reduce((total, { value }) => total + value, 0);
    const time: CountInSpan = (from, to) => {
      const assignees = new Set(undeleted.map((task) => task.assignee_id).filter(isAmong));
      const each = [...assignees].map((id) =>
        workedMs(
          undeleted.filter((task) => task.assignee_id === id).flatMap(({ slices }) => slices),
          now,
          from,
          to,
        ),
      );
      return Math.round(each.reduce((total, worked) => total + worked, 0) / 1000);
    };
    const spans = Object.entries(countedRecords).map(([name, rows]) => [
      name,
      (from: number, to: number) => sum(rows, from, to),
    ]);
    return { ...Object.fromEntries(spans), time_spent: time } as Recount;
  };
}

/** Returns the number of stored facts that differ from the records, whatever the revs of the records are. */
export async function countWrongFacts({ db, scope }: Pick<TestServer, 'db' | 'scope'>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`with ${changesOf({ scope, after: -1, through: Number.MAX_SAFE_INTEGER })}
    select count(*)::int as count from changes`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function askStatistics<T = Statistics>(
  server: TestServer,
  { token }: { token: string },
  period: StatisticsPeriod,
  name: CallName = 'statistics.figures',
): Promise<T> {
  const { status, body } = await server.call(name, { token, body: { period } });
  if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
  return body as unknown as T;
}

/** A viewer and the employees whose figures they see; null for all. */
export interface Viewer {
  token: string;
  employees: readonly string[] | null;
}

/**
 * Compares the responses of the three calls for a period with the figures counted by `recountFigures`. Returns the
 * differences.
 */
export async function findFigureDifferences(
  server: TestServer,
  viewer: Viewer,
  period: StatisticsPeriod,
  count: Awaited<ReturnType<typeof recountFigures>>,
): Promise<string[]> {
  const differences: string[] = [];
  const compare = (what: string, actual: number | undefined, expected: number) => {
    if (actual !== expected) differences.push(`${period} ${what}: ${actual} instead of ${expected}`);
  };
  const figures = await askStatistics(server, viewer, period);
  const { from, to, previous, steps, previous_steps } = figures;
  const own = count(viewer.employees);
  for (const name of figureNames.filter((figureName) => figures[figureName].available)) {
    const figure = figures[name];
    compare(name, figure.value, own[name](ms(from), ms(to) + 1));
    compare(`previous ${name}`, figure.previous, own[name](ms(previous.from), ms(previous.to)));
    for (const [series, starts, end] of [
      [figure.steps, steps, ms(to) + 1],
      [figure.previous_steps, previous_steps, ms(previous.to)],
    ] as const)
      for (const [index, start] of starts.entries()) {
        const next = starts[index + 1];
        const stepEnd = Math.max(ms(start), Math.min(end, next === undefined ? end : ms(next)));
        compare(`${name} from ${start}`, series?.[index], own[name](ms(start), stepEnd));
      }
  }
  const staff = await askStatistics<StatisticsByStaff>(server, viewer, period, 'statistics.staff');
  for (const row of staff.rows)
    for (const name of figureNames.filter((figureName) => row[figureName].available))
      compare(`${name} of ${row.name}`, row[name].value, count([row.user_id ?? ''])[name](ms(from), ms(to) + 1));
  for (const name of figureNames.filter((key) => figures[key].available && key !== 'time_spent')) {
    const rows = staff.rows.reduce((sum, row) => sum + (row[name].value ?? 0), 0);
    compare(`sum of ${name}`, rows, figures[name].value ?? 0);
  }
  const countries = await askStatistics<StatisticsByCountries>(server, viewer, period, 'statistics.countries');
  for (const name of ['new_registrations', 'new_subscriptions', 'donations_sum'] as const) {
    if (!figures[name].available) continue;
    for (const row of countries.rows)
      compare(
        `${name} in ${row.country}`,
        row[name].value,
        count(viewer.employees, row.country ?? '')[name](ms(from), ms(to) + 1),
      );
    const sum = countries.rows.reduce((total, row) => total + (row[name].value ?? 0), 0);
    compare(`${name} of all countries`, sum, figures[name].value ?? 0);
  }
  return differences;
}
