import { sql, type RawBuilder } from 'kysely';
import { countedDonationStates } from '../../../contract/values.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';

// SQL that derives facts from records. A fact is the amount that one record adds to a figure: see
// server/db/statistics-tables.ts.

/** The tables from which facts are derived. Every change of a row that affects a figure gives the row a new rev. */
export const countedTables = ['tasks', 'users', 'subscriptions', 'donations'] as const;
type CountedTable = (typeof countedTables)[number];

/** The rows of a scope whose rev is above `after` and at most `through`. */
export interface ChangedRows {
  scope: string;
  after: number;
  through: number;
}

/** The changed rows that the rollup does not include yet. */
export interface UnrecordedRows extends ChangedRows {
  /**
   * Whether there are no unrecorded rows. Statements then leave out the part that reads such rows, so that they are
   * planned faster.
   */
  isEmpty: boolean;
}

const selectChanged = ({ scope, after, through }: ChangedRows, table: CountedTable, columns: RawBuilder<unknown>) =>
  sql`select ${columns} from ${sql.table(table)} where scope = ${scope} and rev > ${after}::bigint
    and rev <= ${through}::bigint`;

/** The changed tasks and donations, and the people whose facts may have changed. */
const changedRecords = (rows: ChangedRows) => sql`
  changed_tasks as materialized (${selectChanged(rows, 'tasks', sql`id, assignee_id, linked_user_id, source, state, closed_at, deleted_at, slices`)}),
  changed_users as materialized (${selectChanged(rows, 'users', sql`id`)}),
  changed_people as materialized (
    select id from changed_users
    union ${selectChanged(rows, 'subscriptions', sql`user_id`)}
    union select linked_user_id from changed_tasks where source = 'lead_auto' and linked_user_id is not null),
  changed_donations as materialized (
    ${selectChanged(rows, 'donations', sql`id`)}
    union select d.id from changed_users u cross join lateral (
      select id from donations where scope = ${rows.scope} and donor_id = u.id offset 0) d)`;

/**
 * SQL for the days in UTC to which the work on a task belongs. `t` is a row of `tasks`. Open and doubtful slices are
 * left out.
 */
const workDays = sql`(
  select distinct day from jsonb_array_elements(t.slices) s cross join lateral generate_series(
    date_trunc('day', (s->>'from')::timestamptz, 'UTC'),
    (s->>'to')::timestamptz - interval '1 microsecond', interval '24 hours') day
  where not (s->>'needs_review')::boolean)`;

/** The time at which the first paid or free time of a subscription began. */
const firstActivation = (scope: string) => sql`(
  select min(from_at) as at from subscription_lines
  where scope = ${scope} and user_id = p.id and status in ('paid', 'refunded'))`;

/** SQL condition: the automatic first task of the person `u` is completed. */
const isFirstTaskCompleted = sql`exists (
  select 1 from tasks t where t.scope = u.scope and t.linked_user_id = u.id and t.source = 'lead_auto'
    and t.state = 'completed' and t.deleted_at is null)`;

/**
 * The current facts of the changed records. A completed task counts for its assignee, at the time when it was closed.
 * Registrations, subscriptions, donations and first tasks count for the employee who is now responsible for the person,
 * and for the person's country. A completed first task counts at the time of the registration, so that it can be shown
 * as a share of the registrations. Employees and removed people do not count as registrations or subscriptions; the
 * donations of removed people count for no employee.
 */
const currentFacts = ({ scope }: ChangedRows) => sql`
  people as materialized (
    select u.scope, u.id, u.created_at, coalesce(u.responsible_id, '') as employee_id, coalesce(u.country, '') as country
    from changed_people c cross join lateral (
      select * from users where scope = ${scope} and id = c.id offset 0) u
    where u.deleted_at is null and not ${hasEmployeeRole('u')}),
  current_facts (kind, id, at, employee_id, country, value) as materialized (
    select 'task', t.id, t.closed_at, t.assignee_id, '', 1::bigint from changed_tasks t
      where t.state = 'completed' and t.deleted_at is null and t.closed_at is not null
    union all
    select 'time', t.id, d.day, t.assignee_id, '', hashtextextended(t.slices::text, 0) from changed_tasks t
      cross join lateral ${workDays} d where t.deleted_at is null
    union all
    select 'donation', d.id, d.paid_at, coalesce(u.responsible_id, ''), coalesce(u.country, ''), d.amount_cents
      from changed_donations c
      cross join lateral (select * from donations where scope = ${scope} and id = c.id offset 0) d
      left join lateral (select * from users where scope = ${scope} and id = d.donor_id and deleted_at is null offset 0) u
        on true
      where d.state in (${sql.join(countedDonationStates)})
    union all
    select 'registration', p.id, p.created_at, p.employee_id, p.country, 1 from people p
    union all
    select 'subscription', p.id, l.at, p.employee_id, p.country, 1 from people p
      cross join lateral ${firstActivation(scope)} l where l.at is not null
    union all
    select 'first_task', u.id, u.created_at, u.employee_id, u.country, 1 from people u where ${isFirstTaskCompleted})`;

/** The stored facts of the changed records. The rollup includes them. */
const countedFacts = ({ scope }: ChangedRows) => sql`
  counted_facts as materialized (
    select f.* from (
      select k.kind, t.id from changed_tasks t cross join (values ('task'), ('time')) k(kind)
      union all select 'donation', id from changed_donations
      union all select k.kind, p.id from changed_people p
        cross join (values ('registration'), ('subscription'), ('first_task')) k(kind)) c
    cross join lateral (
      select kind, id, at, employee_id, country, value from statistics_facts
      where scope = ${scope} and kind = c.kind and id = c.id offset 0) f)`;

/**
 * Common table expressions that end with `changes`: the facts of the changed rows that differ from the stored facts.
 */
export const changesOf = (rows: ChangedRows) => sql`
  ${changedRecords(rows)},
  ${currentFacts(rows)},
  ${countedFacts(rows)},
  changes as materialized (
    select kind, id, at, o.employee_id as old_employee, o.country as old_country, o.value as old_value,
      n.employee_id, n.country, n.value
    from counted_facts o full join current_facts n using (kind, id, at)
    where (o.employee_id, o.country, o.value) is distinct from (n.employee_id, n.country, n.value))`;

const storedFacts = (scope: string) => sql`
  select kind, id, at, employee_id, country, value from statistics_facts f where scope = ${scope}`;

/**
 * The common table expression `facts`: the stored facts, with `changes` applied to them. If there are unrecorded rows,
 * the expressions of `changesOf` must precede it.
 */
export const factsOf = ({ scope, isEmpty }: UnrecordedRows) =>
  isEmpty
    ? sql`facts as (${storedFacts(scope)})`
    : sql`facts as (
        ${storedFacts(scope)}
          and not exists (select 1 from changes c where c.kind = f.kind and c.id = f.id and c.at = f.at)
        union all
        select kind, id, at, employee_id, country, value from changes where value is not null)`;
