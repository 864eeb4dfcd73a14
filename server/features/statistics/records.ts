import { sql, type RawBuilder } from 'kysely';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { CountedRecord } from '../../../contract/api-calls/statistics.ts';
import { Refused } from '../../../contract/errors.ts';
import { DEFAULT_PERIOD, canSeeFigure, type FigureName } from '../../../contract/statistics.ts';
import type { FactKind } from '../../db/statistics-tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { containsPattern, countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { personName } from '../contacts/person.ts';
import { changesOf, factsOf } from './facts.ts';
import { periodRanges } from './periods.ts';
import { unrecordedRows } from './record.ts';
import type { EmployeeFilter } from './sums.ts';
import { employeesWithVisibleFigures } from './team.ts';

type Body = CallBody<'statistics.records'>;

const kinds = {
  completed_tasks: 'task',
  time_spent: 'time',
  donations_sum: 'donation',
  new_subscriptions: 'subscription',
  new_registrations: 'registration',
  tasks_of_new_registrations: 'first_task',
} as const satisfies Record<FigureName, FactKind>;

/** The span of time that is counted. Work that is still running ends at `now`. */
interface Span {
  from: string;
  to: string;
  now: string;
}

/**
 * Returns the employees whose records are listed. Throws `not_found` for a figure or an employee that the caller may
 * not see, as if it did not exist.
 */
async function employeesOfRecords(context: HandlerContext, { figure, user_id, team }: Body): Promise<EmployeeFilter> {
  if (!canSeeFigure(context.caller, figure)) throw new Refused('not_found');
  const employeeFilter = await employeesWithVisibleFigures(context, team);
  if (user_id === undefined) return employeeFilter;
  if (employeeFilter !== 'all') {
    if (user_id === null || !employeeFilter.includes(user_id)) throw new Refused('not_found', { user_id: 'not_found' });
    return [user_id];
  }
  if (user_id === null) return [''];
  const { tx, scope } = context;
  const users = tx.selectFrom('users').select('id').where('scope', '=', scope).where('id', '=', user_id);
  if (!(await users.executeTakeFirst())) throw new Refused('not_found', { user_id: 'not_found' });
  return [user_id];
}

const isAmong = (employeeFilter: EmployeeFilter, column: RawBuilder<unknown>) =>
  employeeFilter === 'all' ? sql`true` : sql`${column} in (${sql.join(employeeFilter)})`;

const sliceStart = sql`(s->>'from')::timestamptz`;
const sliceEnd = ({ now }: Span) => sql`coalesce((s->>'to')::timestamptz, ${now}::timestamptz)`;

/** SQL for the part of a slice `s` within a span. */
const clipSpan = (span: Span) => sql`tstzrange(
  greatest(${sliceStart}, ${span.from}::timestamptz), least(${sliceEnd(span)}, ${span.to}::timestamptz))`;
const overlaps = (span: Span) => sql`not (s->>'needs_review')::boolean and ${sliceStart} < ${sliceEnd(span)}
  and ${sliceStart} < ${span.to}::timestamptz and ${sliceEnd(span)} > ${span.from}::timestamptz`;

/** SQL for the tasks with work in the span, with the seconds of that work. */
function workedTasks(scope: string, employeeFilter: EmployeeFilter, span: Span) {
  return sql`
    select 'task' as type, t.id, t.title, null as person_id, t.assignee_id as employee_id, '' as country,
      w.began as at, w.seconds as value
    from tasks t
    cross join lateral (
      select min(lower(part)) as began, round(extract(epoch from sum(upper(part) - lower(part))))::bigint as seconds
      from (select unnest(range_agg(${clipSpan(span)})) as part from jsonb_array_elements(t.slices) s
        where ${overlaps(span)}) p) w
    where t.scope = ${scope} and t.deleted_at is null and w.seconds is not null
      and t.id in (
        select id from facts f where f.kind = 'time'
          and f.at >= date_trunc('day', ${span.from}::timestamptz, 'UTC') and f.at < ${span.to}::timestamptz
          and ${isAmong(employeeFilter, sql`f.employee_id`)}
        union
        select id from tasks r where r.scope = ${scope} and r.state = 'in_progress'
          and ${isAmong(employeeFilter, sql`r.assignee_id`)})`;
}

const names: Readonly<Record<Exclude<FactKind, 'time'>, (scope: string) => RawBuilder<unknown>>> = {
  task: (scope) =>
    sql`select 'task' as type, r.title, null as person_id from tasks r where r.scope = ${scope} and r.id = f.id`,
  donation: (scope) => sql`select 'donation' as type, coalesce(${personName('p')}, '') as title, p.id as person_id
    from donations r left join users p on p.scope = r.scope and p.id = r.donor_id and p.deleted_at is null
    where r.scope = ${scope} and r.id = f.id`,
  registration: (scope) => sql`select 'person' as type, ${personName('r')} as title, r.id as person_id
    from users r where r.scope = ${scope} and r.id = f.id`,
  subscription: (scope) => sql`select 'person' as type, ${personName('r')} as title, r.id as person_id
    from users r where r.scope = ${scope} and r.id = f.id`,
  first_task: (scope) => sql`select 'person' as type, ${personName('r')} as title, r.id as person_id
    from users r where r.scope = ${scope} and r.id = f.id`,
};

function countedFacts(scope: string, employeeFilter: EmployeeFilter, span: Span, { figure, country }: Body) {
  const kind = kinds[figure];
  if (kind === 'time') return workedTasks(scope, employeeFilter, span);
  const inCountry = country === undefined ? sql`` : sql`and f.country = ${country ?? ''}`;
  return sql`
    select n.type, f.id, n.title, n.person_id, f.employee_id, f.country, f.at, f.value
    from facts f cross join lateral (${names[kind](scope)}) n
    where f.kind = ${kind} and f.at >= ${span.from}::timestamptz
      and f.at < ${span.to}::timestamptz and ${isAmong(employeeFilter, sql`f.employee_id`)} ${inCountry}`;
}

/** Returns a page of the records that a figure counts, latest first. Throws `not_found`. */
export async function listRecords(
  context: HandlerContext,
  body: Body,
  search: string | undefined,
  { offset, limit }: PageSpan,
): Promise<PageResult<CountedRecord>> {
  const { tx, scope, caller, received_at: now } = context;
  const employeeFilter = await employeesOfRecords(context, body);
  const { current } = periodRanges(body.period ?? DEFAULT_PERIOD, caller.time_zone, Date.parse(now));
  const [from, to] = [current.starts[0] ?? 0, current.to].map((at) => new Date(at).toISOString());
  const span = { from: from ?? now, to: to ?? now, now };
  const records = countedFacts(scope, employeeFilter, span, body);
  const unrecorded = await unrecordedRows(tx, scope);
  const facts = unrecorded.isEmpty ? factsOf(unrecorded) : sql`${changesOf(unrecorded)}, ${factsOf(unrecorded)}`;
  const pattern = containsPattern(search);
  const matches = pattern === null ? sql`true` : sql`c.title ilike ${pattern}`;
  const page = await sql<CountedRecord>`with ${facts} select r.type, r.id, r.title, r.person_id, r.at, r.value,
      nullif(r.employee_id, '') as employee_id, nullif(r.country, '') as country,
      coalesce(${personName('e')}, '') as employee_name
    from (select * from (${records}) c where ${matches} order by c.at desc, c.id limit ${limit} offset ${offset}) r
    left join users e on e.scope = ${scope} and e.id = r.employee_id
    order by r.at desc, r.id`.execute(tx);
  const counts = await sql<{ count: number; total_count: number }>`with ${facts}
    select ${sql.join(countColumns(matches))} from (${records}) c`.execute(tx);
  return { rows: page.rows, ...(counts.rows[0] ?? { count: 0, total_count: 0 }) };
}
