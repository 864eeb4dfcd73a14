import { sql, type RawBuilder } from 'kysely';
import type { RowsContext } from '../../handlers.ts';
import { differencesOf } from './differences.ts';
import { factsOf, type UnrecordedRows } from './facts.ts';
import { unrecordedRows, disableJit } from './record.ts';
import type { UnitRange } from './ranges.ts';

/** The employees whose figures are summed: the given ids, or everyone's. */
export type EmployeeFilter = 'all' | readonly string[];

/** The figures of one group. */
export interface Sums {
  completed_tasks: number;
  time_ms: number;
  donation_cents: number;
  subscriptions: number;
  registrations: number;
  first_tasks: number;
}

/** The sums of one employee or country. */
export interface GroupTotals extends Sums {
  group: string;
}

export const zeroSums: Readonly<Sums> = {
  ...{ completed_tasks: 0, time_ms: 0, donation_cents: 0 },
  ...{ subscriptions: 0, registrations: 0, first_tasks: 0 },
};

interface Grouping {
  group: RawBuilder<unknown>;
  /**
   * The rows of the rollup to read if all employees are summed: the sums of all employees, or the rows of each
   * employee.
   */
  employees: RawBuilder<unknown>;
  countries: RawBuilder<unknown>;
  /** Whether the groups are steps of the period. Otherwise, no time is calculated for each row. */
  hasSteps?: boolean;
}

/** A range of employee ids: greater than `after`, and up to and including `through`. */
export interface IdRange {
  after?: string | undefined;
  through?: string | undefined;
}

interface Query {
  employeeFilter: EmployeeFilter;
  /** If given, only employees with ids in this range are counted. It limits a page of all employees. */
  ids?: IdRange | undefined;
  ranges: readonly UnitRange[];
  /**
   * If given, only people of this country are counted; an empty string stands for people whose country is not known.
   */
  country?: string | undefined;
  /** ISO time up to which running work counts. */
  now: string;
}

const figures = [
  'completed_tasks',
  'time_ms',
  'donation_cents',
  'subscriptions',
  'registrations',
  'first_tasks',
] as const;
const columns = sql.join(figures.map((figure) => sql.ref(figure)));
const sums = sql.join(figures.map((figure) => sql`sum(${sql.ref(figure)})::bigint as ${sql.ref(figure)}`));

const iso = (ms: number): string => new Date(ms).toISOString();

const rangeRows = (ranges: readonly UnitRange[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    ranges.map(({ unit, lo, hi, direction }) => ({ unit, lo: iso(lo), hi: iso(hi), direction })),
  )}::jsonb) as g(unit text, lo timestamptz, hi timestamptz, direction int)`;

const isAmong = (employeeFilter: readonly string[], column: RawBuilder<unknown>) =>
  sql`${column} in (select jsonb_array_elements_text(${JSON.stringify(employeeFilter)}::jsonb))`;

/** SQL condition: an id is in the range. */
const isInRange = ({ after, through }: IdRange, id: RawBuilder<unknown>) =>
  sql`${after === undefined ? sql`true` : sql`${id} > ${after}`} and ${through === undefined ? sql`true` : sql`${id} <= ${through}`}`;

/** SQL condition: an employee is one of those of the query. */
const isSelected = ({ employeeFilter, ids = {} }: Query, id: RawBuilder<unknown>) =>
  sql`${employeeFilter === 'all' ? sql`true` : isAmong(employeeFilter, id)} and ${isInRange(ids, id)}`;

/**
 * The time of slices that are still running, which the rollup does not contain, by quarter of an hour. Excludes the
 * time that other slices of the same employee cover.
 */
const runningTime = (scope: string, query: Query) => sql`
  running as materialized (
    select t.assignee_id as employee_id, range_agg(tstzrange((s->>'from')::timestamptz, ${query.now}::timestamptz)) as parts
    from tasks t cross join lateral jsonb_array_elements(t.slices) s
    where t.scope = ${scope} and t.state = 'in_progress' and t.deleted_at is null and s->>'to' is null
      and not (s->>'needs_review')::boolean and (s->>'from')::timestamptz < ${query.now}::timestamptz
      and ${isSelected(query, sql`t.assignee_id`)}
    group by t.assignee_id),
  finished as (
    select r.employee_id, range_agg(tstzrange((s->>'from')::timestamptz, (s->>'to')::timestamptz)) as parts
    from running r
      cross join lateral (
        select distinct id from facts where employee_id = r.employee_id and kind = 'time'
          and at >= date_trunc('day', lower(r.parts), 'UTC') and at < ${query.now}::timestamptz offset 0) f
      cross join lateral (select slices from tasks where scope = ${scope} and id = f.id offset 0) t
      cross join lateral jsonb_array_elements(t.slices) s
    where s->>'to' is not null and not (s->>'needs_review')::boolean
      and (s->>'from')::timestamptz < (s->>'to')::timestamptz
    group by r.employee_id),
  open_time as (
    select employee_id, at, (extract(epoch from
      least(upper(part), at + interval '15 minutes') - greatest(lower(part), at)) * 1000)::bigint as time_ms
    from (select r.employee_id, unnest(r.parts - coalesce(f.parts, '{}')) as part
      from running r left join finished f using (employee_id)) p
    cross join lateral generate_series(date_bin('15 minutes', lower(part), timestamptz '2000-01-01 00:00:00Z'),
      upper(part) - interval '1 microsecond', interval '15 minutes') at)`;

/**
 * SQL for the time that identifies the step of a row of the range `g`. For a row that is moved between steps, this is
 * the start of the later step; otherwise it is the row's own quarter of an hour or the noon of its day. See: unitRanges
 */
const stepTime = (at: RawBuilder<unknown>) => sql`
  case when g.direction = 1 then g.lo when g.direction = -1 then g.hi when g.unit = 'quarter' then ${at}
    else date_trunc('day', ${at}, 'UTC') + interval '12 hours' end`;

/** The columns that each counted row gets from its range `g`: the direction of that range, and the time of its step. */
const rangeColumns = (at: RawBuilder<unknown>, { hasSteps = false }: Grouping) =>
  sql`g.direction, ${hasSteps ? stepTime(at) : sql`null::timestamptz`} as step_at`;

/** The rows of the rollup in the range `g`. */
const rollupRows = (scope: string, { ids = {} }: Query, { employees, countries }: Omit<Grouping, 'group'>) => sql`
  select at, employee_id, country, ${columns} from statistics_rollup
  where scope = ${scope} and unit = g.unit and at >= g.lo and at < g.hi
    and employee_id ${employees} and ${isInRange(ids, sql`employee_id`)} and country ${countries}`;

/**
 * The rows that are summed: the rollup, the changes since the rollup was updated, and running work. `offset 0` prevents
 * PostgreSQL from reading the whole rollup instead of the few rows that an index finds for each range and employee.
 */
function countedRows(rows: UnrecordedRows, query: Query, grouping: Grouping) {
  const { scope } = rows;
  const { employeeFilter } = query;
  const employees =
    employeeFilter === 'all'
      ? sql`select null as id`
      : sql`select jsonb_array_elements_text(${JSON.stringify(employeeFilter)}::jsonb) as id`;
  const { country } = query;
  const isOfCountry = country === undefined ? sql`true` : sql`d.country = ${country}`;
  const countries = country === undefined ? grouping.countries : sql`= ${country}`;
  // Working time is not counted by country, so leave it out if a country is given.
  const hasWork = sql.lit(country === undefined);
  const unrecorded = sql`
    union all
    select d.at, d.employee_id, d.country, ${columns}, ${rangeColumns(sql`d.at`, grouping)} from ranges g join differences d
      on d.at >= g.lo and d.at < g.hi and ${isSelected(query, sql`d.employee_id`)} and ${isOfCountry}`;
  return sql`
    ${rows.isEmpty ? sql`` : sql`${differencesOf(rows)},`}
    ${factsOf(rows)},
    ranges as materialized (select * from ${rangeRows(query.ranges)}),
    employees as materialized (${employees}),
    ${runningTime(scope, query)},
    counted as (
      select r.*, ${rangeColumns(sql`r.at`, grouping)} from employees e cross join ranges g
        cross join lateral (${rollupRows(scope, query, { countries, employees: employeeFilter === 'all' ? grouping.employees : sql`= e.id` })} offset 0) r
      ${rows.isEmpty ? sql`` : unrecorded}
      union all
      select o.at, o.employee_id, '', 0, o.time_ms, 0, 0, 0, 0, ${rangeColumns(sql`o.at`, grouping)} from ranges g join open_time o
        on o.at >= g.lo and o.at < g.hi and ${hasWork})`;
}

interface Grouped<K> extends Sums {
  group: K;
  direction: UnitRange['direction'];
}

async function sumByGroups<K>(
  { tx, caller: { scope } }: RowsContext,
  query: Query,
  grouping: Grouping,
): Promise<Grouped<K>[]> {
  await disableJit(tx);
  const unrecorded = await unrecordedRows(tx, scope);
  const { rows } = await sql<Grouped<K>>`with ${countedRows(unrecorded, query, grouping)}
    select ${grouping.group} as "group", direction, ${sums} from counted group by 1, 2`.execute(tx);
  return rows;
}

const SUM_OF_ALL = sql`= '*'`;
const SINGLE_VALUES = sql`<> '*'`;

/**
 * Returns the sums by step. `starts` contains the starts of all steps in ascending order; the result has one element
 * for each step.
 */
export async function sumsBySteps(
  context: RowsContext,
  query: Query,
  starts: readonly number[],
): Promise<(Sums | undefined)[]> {
  const bounds = sql`array(select value::timestamptz from jsonb_array_elements_text(${JSON.stringify(starts.map(iso))}::jsonb)
    with ordinality order by ordinality)`;
  const rows = await sumByGroups<number>(context, query, {
    employees: SUM_OF_ALL,
    countries: SUM_OF_ALL,
    hasSteps: true,
    group: sql`width_bucket(step_at, ${bounds})`,
  });
  // width_bucket numbers the steps from 1. No rows move into the last step, because no step follows it.
  const sumsOf = Map.groupBy(rows, ({ group }) => group);
  return starts.map((_, index) => stepSums(sumsOf.get(index + 1) ?? [], sumsOf.get(index + 2) ?? []));
}

/**
 * Returns the sums of a step. `own` are the grouped rows of the step; `next` are those of the next step, some of which
 * belong to this step.
 */
function stepSums(own: readonly Grouped<number>[], next: readonly Grouped<number>[]): Sums | undefined {
  const added = own.map((row) => ({ row, sign: row.direction === -1 ? -1 : 1 }));
  const moved = next.filter(({ direction }) => direction !== 0).map((row) => ({ row, sign: -row.direction }));
  const parts = [...added, ...moved];
  if (parts.length === 0) return undefined;
  const sumOf = (name: keyof Sums) => parts.reduce((sum, { row, sign }) => sum + sign * row[name], 0);
  return Object.fromEntries(figures.map((name) => [name, sumOf(name)])) as unknown as Sums;
}

/** Returns the sums by group of rows whose ranges have a single step. See: rangesUntilNow */
async function totalsByGroups(context: RowsContext, query: Query, grouping: Grouping): Promise<GroupTotals[]> {
  const rows = await sumByGroups<string>(context, query, grouping);
  const added = new Map(rows.filter(({ direction }) => direction === 0).map((row) => [row.group, row]));
  for (const { group, direction, ...subtracted } of rows) {
    if (direction === 0) continue;
    const total = added.get(group) ?? { group, direction: 0, ...zeroSums };
    added.set(group, total);
    for (const name of figures) total[name] -= subtracted[name];
  }
  return [...added.values()];
}

/** Returns the sums by employee. `group` is empty for records that belong to no employee. */
export const sumsByEmployee = (context: RowsContext, query: Query): Promise<GroupTotals[]> =>
  totalsByGroups(context, query, { employees: SINGLE_VALUES, countries: SUM_OF_ALL, group: sql`employee_id` });

/** Returns the sums by country. `group` is empty for people whose country is unknown. */
export const sumsByCountry = (context: RowsContext, query: Query): Promise<GroupTotals[]> =>
  totalsByGroups(context, query, { employees: SUM_OF_ALL, countries: SINGLE_VALUES, group: sql`country` });
