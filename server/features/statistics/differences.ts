import { sql } from 'kysely';
import { changesOf, type ChangedRows } from './facts.ts';

/** Quarters of an hour begin at multiples of 15 minutes after this time. */
const ORIGIN = sql`timestamptz '2000-01-01 00:00:00Z'`;
const quarterOf = (at: unknown) => sql`date_bin('15 minutes', ${at}, ${ORIGIN})`;

const amount = (kind: string) => sql`coalesce(sum(amount) filter (where kind = ${sql.lit(kind)}), 0)`;

/** The differences of all figures except the working time. */
const figureDifferences = sql`
  select ${quarterOf(sql`at`)} as at, employee_id, country, ${amount('task')} as completed_tasks, 0 as time_ms,
    ${amount('donation')} as donation_cents, ${amount('subscription')} as subscriptions,
    ${amount('registration')} as registrations, ${amount('first_task')} as first_tasks
  from (
    select kind, at, employee_id, country, value as amount from changes where value is not null
    union all
    select kind, at, old_employee, old_country, -old_value from changes where old_value is not null) s
  where kind <> 'time' group by 1, 2, 3`;

/**
 * For each employee and each day on which the employee's work has changed: the working time by quarter of an hour, and
 * the time that the rollup contains for the same quarters. Time in which an employee works on several tasks is counted
 * once.
 */
const changedTime = (scope: string) => sql`
  work_days as materialized (
    select employee_id, at as day from changes where kind = 'time' and value is not null
    union
    select old_employee, at from changes where kind = 'time' and old_value is not null),
  work as (
    select d.employee_id, d.day, t.slices from work_days d
      cross join lateral (
        select id from statistics_facts f where f.scope = ${scope} and f.employee_id = d.employee_id and f.kind = 'time'
          and f.at = d.day offset 0) f
      cross join lateral (select slices from tasks where scope = ${scope} and id = f.id offset 0) t
      where not exists (select 1 from changed_tasks c where c.id = f.id)
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
          and employee_id = d.employee_id and country = '*' and at >= d.day and at < d.day + interval '24 hours') r
    group by d.employee_id, r.at)`;

const timeDifferences = sql`
  select at, employee_id, '', 0, coalesce(q.time_ms, 0) - coalesce(c.time_ms, 0), 0, 0, 0, 0
  from quarters q full join counted_time c using (employee_id, at)
  where coalesce(q.time_ms, 0) <> coalesce(c.time_ms, 0)`;

/**
 * Common table expressions that end with `differences`: the amounts that the changed rows add to the figures of the
 * rollup or subtract from them, by quarter of an hour, employee and country. They include `changes`, see facts.ts.
 */
export const differencesOf = (rows: ChangedRows) => sql`
  ${changesOf(rows)},
  ${changedTime(rows.scope)},
  differences as (${figureDifferences} union all ${timeDifferences})`;
