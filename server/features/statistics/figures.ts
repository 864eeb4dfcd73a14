import type {
  ComparedFigure,
  CountryStatistics,
  Figure,
  Statistics,
  StatisticsByCountries,
  StatisticsByStaff,
  StaffStatistics,
} from '../../../contract/api-calls/statistics.ts';
import {
  countryFigureNames,
  DEFAULT_PERIOD,
  figureNames,
  canSeeFigure,
  statisticsPeriods,
  type FigureName,
  type StatisticsPeriod,
} from '../../../contract/statistics.ts';
import type { HandlerContext } from '../../handlers.ts';
import { personNames } from './names.ts';
import { periodRanges, type PeriodRanges } from './periods.ts';
import { rangesUntilNow, unitRanges } from './ranges.ts';
import { sumsByCountry, sumsByEmployee, sumsBySteps, zeroSums, type EmployeeFilter, type Sums } from './sums.ts';
import { countsEveryone, employeesWithVisibleFigures, visibleTeam, type TeamPage } from './team.ts';

type Body = { period?: StatisticsPeriod | undefined; team?: string | undefined; country?: string | null | undefined };

/**
 * Returns the country filter of a call in the form in which the rollup stores countries: an empty string for an unknown
 * country, undefined for no filter.
 */
const countryOf = ({ country }: Body): string | undefined => (country === null ? '' : country);

const byCountry: readonly FigureName[] = countryFigureNames;

/**
 * Whether a figure has a value for the caller. With a country filter, only the figures that are counted by country have
 * a value.
 */
const isAvailable = ({ caller }: HandlerContext, name: FigureName, { country }: Body): boolean =>
  canSeeFigure(caller, name) && (country === undefined || byCountry.includes(name));

const values: Readonly<Record<FigureName, (sums: Sums) => number>> = {
  completed_tasks: (sums) => sums.completed_tasks,
  time_spent: (sums) => Math.round(sums.time_ms / 1000),
  donations_sum: (sums) => sums.donation_cents,
  new_subscriptions: (sums) => sums.subscriptions,
  new_registrations: (sums) => sums.registrations,
  tasks_of_new_registrations: (sums) => sums.first_tasks,
};

const isEmpty = (sums: Sums): boolean => figureNames.every((name) => values[name](sums) === 0);

function totalOf(steps: readonly (Sums | undefined)[]): Sums {
  const sums = { ...zeroSums };
  for (const step of steps) {
    if (!step) continue;
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += step[name];
  }
  return sums;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the period of a call, and the fields of the response that describe it. */
function periodOf({ caller, received_at }: HandlerContext, { period = DEFAULT_PERIOD }: Body) {
  const ranges = periodRanges(period, caller.time_zone, Date.parse(received_at));
  const from = iso(ranges.current.starts[0] ?? Date.parse(received_at));
  return {
    ranges,
    described: {
      available_periods: [...statisticsPeriods],
      current_period: period,
      from,
      to: received_at,
      time_zone: caller.time_zone,
    },
  };
}

/** Returns the ranges of rollup rows for a period that is read as a whole, which are fewer than those for its steps. */
const undividedRanges = ({ current: { starts, to } }: PeriodRanges) => rangesUntilNow(starts[0] ?? to, to);

/**
 * Returns a function that returns the figures of a group. Figures that the caller may not see have no value. Checks once
 * which figures are available, because there may be a thousand groups.
 */
function figuresOfGroups<K extends FigureName>(context: HandlerContext, body: Body, names: readonly K[]) {
  const known = names.map((name) => ({ name, available: isAvailable(context, name, body), valueOf: values[name] }));
  return (sums: Sums): Record<K, Figure> => {
    const figures: Partial<Record<K, Figure>> = {};
    for (const { name, available, valueOf } of known)
      figures[name] = available ? { available, value: valueOf(sums) } : { available };
    return figures as Record<K, Figure>;
  };
}

/** Returns the six figures of a period, with the period before it and with the values of each step. */
export async function readStatistics(context: HandlerContext, body: Body): Promise<Statistics> {
  const { ranges, described } = periodOf(context, body);
  const { step, current, previous }: PeriodRanges = ranges;
  const query = {
    employeeFilter: await employeesWithVisibleFigures(context, body.team),
    country: countryOf(body),
    ranges: [...unitRanges(previous), ...unitRanges(current)],
    now: context.received_at,
  };
  const sums = await sumsBySteps(context, query, [...previous.starts, ...current.starts]);
  const [before, now] = [sums.slice(0, previous.starts.length), sums.slice(previous.starts.length)];
  const [totalBefore, totalNow] = [totalOf(before), totalOf(now)];
  const figure = (name: FigureName): ComparedFigure => {
    if (!isAvailable(context, name, body)) return { available: false };
    const valueOf = (sums: Sums | undefined) => values[name](sums ?? zeroSums);
    return {
      available: true,
      value: valueOf(totalNow),
      previous: valueOf(totalBefore),
      steps: now.map(valueOf),
      previous_steps: before.map(valueOf),
    };
  };
  return {
    ...described,
    previous: { from: iso(previous.starts[0] ?? previous.to), to: iso(previous.to) },
    step,
    steps: current.starts.map(iso),
    previous_steps: previous.starts.map(iso),
    ...(Object.fromEntries(figureNames.map((name) => [name, figure(name)])) as Record<FigureName, ComparedFigure>),
  };
}

/** Returns the figures by the country of the people, most registrations first. */
export async function readStatisticsByCountries(context: HandlerContext, body: Body): Promise<StatisticsByCountries> {
  const { ranges, described } = periodOf(context, body);
  const query = {
    employeeFilter: await employeesWithVisibleFigures(context, body.team),
    country: countryOf(body),
    ranges: undividedRanges(ranges),
    now: context.received_at,
  };
  const rows = (await sumsByCountry(context, query))
    .filter((row) => countryFigureNames.some((name) => values[name](row) !== 0))
    .toSorted((a, b) => b.registrations - a.registrations || (a.group < b.group ? -1 : 1));
  const figuresOf = figuresOfGroups(context, body, countryFigureNames);
  const countries = rows.map((row): CountryStatistics => ({
    country: row.group === '' ? null : row.group,
    ...figuresOf(row),
  }));
  // Omit countries whose visible figures are all zero, because such a row would reveal that a hidden figure is not
  // zero.
  const isShown = (row: CountryStatistics) => countryFigureNames.some((name) => (row[name].value ?? 0) !== 0);
  return { ...described, rows: countries.filter(isShown) };
}

/**
 * Returns the figures by employee, most completed tasks first: of all employees, or of those of a page. A page has the
 * employees with the lowest ids after that of the previous page, because the order by figures can change between two
 * requests. The list contains all active employees, and the inactive employees that have figures. If the caller sees the
 * figures of all employees, a page also contains the records that belong to someone who is not an employee any more and
 * whose id is in its range; the first page contains the records that belong to no employee.
 */
export async function readStatisticsByStaff(
  context: HandlerContext,
  body: Body,
  { after, limit }: TeamPage,
): Promise<StatisticsByStaff> {
  const { ranges, described } = periodOf(context, body);
  // One more than the page has, to find out whether there is a next page.
  const rest = await visibleTeam(context, body.team, { after, ...(limit !== undefined && { limit: limit + 1 }) });
  const members = rest.slice(0, limit);
  const next = rest.length > members.length ? members.at(-1)?.id : undefined;
  const employeeFilter: EmployeeFilter = countsEveryone(context.caller, body.team)
    ? 'all'
    : members.map(({ id }) => id);
  // The first page begins before all ids, and the last page ends after all ids.
  const ids = { after, through: next };
  const query = {
    ...{ employeeFilter, ids, country: countryOf(body), ranges: undividedRanges(ranges), now: context.received_at },
  };
  const sums = new Map((await sumsByEmployee(context, query)).map((row) => [row.group, row]));
  const hasFigures = (id: string): boolean => !isEmpty(sums.get(id) ?? zeroSums);
  const memberIds = new Set(members.map(({ id }) => id));
  const others = [...sums.keys()].filter((id) => !memberIds.has(id) && hasFigures(id));
  const names = await personNames(
    context,
    others.filter((id) => id !== ''),
  );
  const figuresOf = figuresOfGroups(context, body, figureNames);
  const rowOf = (id: string, name: string): StaffStatistics => ({
    user_id: id === '' ? null : id,
    name,
    ...figuresOf(sums.get(id) ?? zeroSums),
  });
  const rows = [
    ...members.filter(({ id, is_active }) => is_active || hasFigures(id)).map(({ id, name }) => rowOf(id, name)),
    ...others.map((id) => rowOf(id, names.get(id) ?? '')),
  ];
  const order = (a: StaffStatistics, b: StaffStatistics) =>
    (b.completed_tasks.value ?? 0) - (a.completed_tasks.value ?? 0) || a.name.localeCompare(b.name);
  return { ...described, rows: rows.toSorted(order), ...(next !== undefined && { next }) };
}
