import { sql } from 'kysely';
import type { Tx } from '../../db/tables.ts';
import { changesOf, countedTables, type CountedTable, type RevRange } from './facts.ts';

// [Note: Recording statistics] Every write transaction ends with `recordChanges`, which looks at the rows that have the
// rev of the transaction: what they count for now is compared with what they counted for before, and the differences
// are appended to `statistics_deltas`. So no write has to know what it changes in the statistics; it only has to give
// changed rows a new rev, which devices need anyway. Transactions that have a rev hold the lock of the counter, so that
// they are recorded one after the other.

/** Quarters of an hour begin at multiples of 15 minutes after this time. */
const ORIGIN = sql`timestamptz '2000-01-01 00:00:00Z'`;
const quarterOf = (at: unknown) => sql`date_bin('15 minutes', ${at}, ${ORIGIN})`;

/** Stores the current facts in place of those that were counted. */
const storedFacts = (scope: string) => sql`
  removed as (
    delete from statistics_facts f using changes c
    where c.value is null and f.scope = ${scope} and f.kind = c.kind and f.id = c.id and f.at = c.at),
  stored as (
    insert into statistics_facts (scope, kind, id, at, employee_id, country, value)
    select ${scope}, kind, id, at, employee_id, country, value from changes where value is not null
    on conflict (scope, kind, id, at) do update
      set employee_id = excluded.employee_id, country = excluded.country, value = excluded.value)`;

const amount = (kind: string) => sql`coalesce(sum(amount) filter (where kind = ${sql.lit(kind)}), 0)`;

/** Appends the differences of all figures except the time. */
const addedFigures = (scope: string) => sql`
  signed as (
    select kind, at, employee_id, country, value as amount from changes where value is not null
    union all
    select kind, at, old_employee, old_country, -old_value from changes where old_value is not null),
  added_figures as (
    insert into statistics_deltas
      (scope, at, employee_id, country, completed_tasks, donation_cents, subscriptions, registrations, first_tasks)
    select ${scope}, ${quarterOf(sql`at`)}, employee_id, country, ${amount('task')}, ${amount('donation')},
      ${amount('subscription')}, ${amount('registration')}, ${amount('first_task')}
    from signed where kind <> 'time' group by 1, 2, 3, 4)`;

/**
 * Computes the time of every employee and day whose work has changed anew, and appends the differences. Work on several
 * tasks at the same time counts once.
 */
const addedTime = (scope: string) => sql`
  work_days as materialized (select distinct employee_id, at as day from signed where kind = 'time'),
  work as (
    select d.employee_id, d.day, t.slices from work_days d
      cross join lateral (
        select id from statistics_facts f where f.scope = ${scope} and f.employee_id = d.employee_id and f.kind = 'time'
          and f.at = d.day and not exists (select 1 from changed_tasks c where c.id = f.id) offset 0) f
      cross join lateral (select slices from tasks where scope = ${scope} and id = f.id offset 0) t
    union all
    select n.employee_id, n.at, c.slices from work_days d
      join current_facts n on n.kind = 'time' and n.employee_id = d.employee_id and n.at = d.day
      join changed_tasks c on c.id = n.id),
  worked as (
    select employee_id, unnest(range_agg(part)) as part from (
      select employee_id, day, tstzrange(greatest((s->>'from')::timestamptz, day),
        least((s->>'to')::timestamptz, day + interval '24 hours')) as part
      from work cross join lateral jsonb_array_elements(slices) s
      where not (s->>'needs_review')::boolean and (s->>'from')::timestamptz < (s->>'to')::timestamptz
        and (s->>'from')::timestamptz < day + interval '24 hours' and (s->>'to')::timestamptz > day) p
    group by employee_id, day),
  quarters as (
    select employee_id, at, sum(extract(epoch from
      least(upper(part), at + interval '15 minutes') - greatest(lower(part), at)) * 1000)::bigint as time_ms
    from worked cross join lateral generate_series(${quarterOf(sql`lower(part)`)},
      upper(part) - interval '1 microsecond', interval '15 minutes') at
    group by employee_id, at),
  counted_time as (
    select d.employee_id, r.at, sum(r.time_ms)::bigint as time_ms from work_days d
      cross join lateral (
        select at, time_ms from statistics_rollup where scope = ${scope} and unit = 'quarter'
          and employee_id = d.employee_id and at >= d.day and at < d.day + interval '24 hours'
        union all
        select at, time_ms from statistics_deltas where scope = ${scope}
          and employee_id = d.employee_id and at >= d.day and at < d.day + interval '24 hours') r
    group by d.employee_id, r.at),
  added_time as (
    insert into statistics_deltas (scope, at, employee_id, country, time_ms)
    select ${scope}, at, employee_id, '', coalesce(q.time_ms, 0) - coalesce(c.time_ms, 0)
    from quarters q full join counted_time c using (employee_id, at)
    where coalesce(q.time_ms, 0) <> coalesce(c.time_ms, 0))`;

/**
 * Turns off the compilation of queries in this transaction: it takes longer than they do, because PostgreSQL
 * overestimates how many slices a task has.
 */
export const withoutJit = (tx: Tx): Promise<unknown> => sql`select set_config('jit', 'off', true)`.execute(tx);

/**
 * Records what the rows of a range of revs have changed in the statistics. The transaction must hold the lock of the
 * counter. Returns the number of facts that changed.
 */
export async function recordChanges(tx: Tx, range: RevRange): Promise<number> {
  const { scope } = range;
  await withoutJit(tx);
  const { rows } = await sql<{ count: number }>`with ${changesOf(range)}, ${storedFacts(scope)}, ${addedFigures(scope)},
    ${addedTime(scope)} select count(*)::int as count from changes`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns the number of facts in a range of revs that were not recorded. */
export async function countUnrecorded(tx: Tx, range: RevRange): Promise<number> {
  await withoutJit(tx);
  const { rows } = await sql<{ count: number }>`with ${changesOf(range)}
    select count(*)::int as count from changes`.execute(tx);
  return rows[0]?.count ?? 0;
}

const isCounted = (name: string): name is CountedTable => (countedTables as readonly string[]).includes(name);

/** Records what a transaction that wrote these tables with this rev has changed in the statistics. */
export async function recordWrites(tx: Tx, scope: string, rev: number, tables: ReadonlySet<string>): Promise<void> {
  if ([...tables].some(isCounted)) await recordChanges(tx, { scope, after: rev - 1, up_to: rev, tables });
}
