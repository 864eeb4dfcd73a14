import { sql } from 'kysely';
import type { CallBody, CallQuery } from '../../../contract/api-calls/index.ts';
import type { ActionLogEntry, StructureUser } from '../../../contract/api-calls/people.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import { containsPattern, countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { searchMatches } from '../../db/search-text.ts';
import { TableMemo } from '../../db/table-memo.ts';
import { fullName } from '../accounts/rows.ts';
import { personName } from '../contacts/person.ts';
import { hasEmployeeRole, notRemovedOrBlocked } from '../contacts/visible.ts';
import type { DonationTotals } from '../donations/totals.ts';
import { allTasks } from '../tasks/repository.ts';
import { waitingPeople } from './pool-repository.ts';
import { isFiltering, matchesFilter, type PeopleFilter } from './list-filter.ts';
import { countMatchingPeople } from './list-counts.ts';
import { idsInOrder, openTasks } from './list-order.ts';
import { notDeletedPeople, notDeletedPeopleWithoutJoin, personColumns } from './repository.ts';
import type { TagGroup } from './tags.ts';

interface TasksOfPerson {
  open_tasks: number;
  next_task: StructureUser['next_task'];
  last_task_at: string | null;
}

/** SQL for the tasks of the person `u`, which are read once for all columns. */
const tasksOfPerson = sql<TasksOfPerson>`(select
    (count(*) filter (where ${openTasks}))::int as open_tasks,
    (array_agg(jsonb_build_object('type', t.type,
      'start_at', to_char(t.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by t.start_at, t.id)
      filter (where ${openTasks}))[1] as next_task,
    max(t.closed_at) filter (where t.state = 'completed' and t.result is not null) as last_task_at
  from tasks t where t.scope = u.scope and t.linked_user_id = u.id and t.deleted_at is null)`.as<'w'>(sql`w`);

const computedColumns = [
  sql<number>`w.open_tasks`.as('open_tasks'),
  sql<StructureUser['next_task']>`w.next_task`.as('next_task'),
  // The time of the last contact with the person: an interaction, or a finished task with a result.
  sql<string | null>`to_char(greatest(w.last_task_at, (select max(i.at) from interactions i
    where i.scope = u.scope and i.user_id = u.id and i.deleted_at is null))
    at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('last_contact_at'),
] as const;

function tagsByGroup({ tags }: Person, groups: readonly TagGroup[]): Record<string, string[]> {
  const tagsOfGroup = (group: TagGroup) => tags.filter((tag) => group.tags.some(({ name }) => name === tag));
  return Object.fromEntries(groups.map((group) => [group.id, tagsOfGroup(group)]));
}

/** Returns one page of the people in the caller's care. */
export async function listPeopleInCare(
  context: HandlerContext,
  { search, ordering = 'name' }: Pick<CallQuery<'team.structure_users'>, 'search' | 'ordering'>,
  filter: PeopleFilter,
  groups: readonly TagGroup[],
  span: PageSpan,
): Promise<PageResult<StructureUser> & { totals: DonationTotals }> {
  const people = notDeletedPeople(context);
  const matches = matchesFilter(search, filter);
  const isFiltered = isFiltering(search, filter);
  const ids = await idsInOrder(context, { matches, isFiltered }, ordering, span);
  const columns = people.crossJoinLateral(tasksOfPerson).select([...personColumns(context), ...computedColumns]);
  const unordered = ids.length === 0 ? [] : await columns.where('u.id', 'in', ids).execute();
  const byId = new Map(unordered.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const isOnlyPage = span.offset === 0 && ids.length < span.limit;
  const { totals, ...counts } = await countMatchingPeople(context, search, filter, isOnlyPage ? ids : undefined);
  const named = rows.map((row) => ({ ...row, name: fullName(row), tags_groups: tagsByGroup(row, groups) }));
  return { rows: named, ...counts, totals };
}

async function readStructureValues(context: RowsContext) {
  const people = notDeletedPeopleWithoutJoin(context);
  const languages = await people.select('u.language').distinct().orderBy('u.language').execute();
  const countries = await people
    .select('u.country')
    .where('u.country', 'is not', null)
    .distinct()
    .orderBy('u.country')
    .execute();
  // Read each employee's name once, not once for each of their people.
  const owners = people.select('u.responsible_id as id').where('u.responsible_id', 'is not', null).distinct();
  const responsible = await context.tx
    .selectFrom(owners.as('o'))
    .leftJoin('users as r', (join) => join.on('r.scope', '=', context.caller.scope).onRef('r.id', '=', 'o.id'))
    .select(['o.id as responsible_id', personName('r').as('name')])
    .orderBy('name')
    .execute();
  return { languages, countries, responsible };
}

type StructureValues = Awaited<ReturnType<typeof readStructureValues>>;

/** Maximum number of callers whose filter values are kept. */
const MAX_CALLERS = 500;

const valuesByCaller = new TableMemo<StructureValues>(['users']);

/**
 * Returns the filter values that occur among the caller's people: languages, countries and responsible employees. They
 * are kept between requests, because reading them from many people takes longer than reading a page of the list.
 */
export const structureValues = (context: RowsContext): Promise<StructureValues> => {
  const { scope, user_id } = context.caller;
  const key = JSON.stringify([scope, user_id]);
  return valuesByCaller.get(context.tx, key, () => readStructureValues(context), MAX_CALLERS);
};

/**
 * Returns the active employees other than the caller, sorted by name. The caller's people can be transferred to them.
 */
export function listColleagues({ tx, caller }: RowsContext): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('users as u')
    .select(['u.id', personName('u').as('name')])
    .where('u.scope', '=', caller.scope)
    .where('u.id', '!=', caller.user_id)
    .where(hasEmployeeRole('u'))
    .where(notRemovedOrBlocked('u'))
    .orderBy('name')
    .orderBy('u.id')
    .execute();
}

/** Returns a page of leads in the pool, longest waiting first. */
export async function listWaitingPeople(
  context: RowsContext,
  { search, language, country }: { search?: string | undefined } & CallBody<'team.waiting_users'>,
  { offset, limit }: PageSpan,
): Promise<PageResult<WaitingLead>> {
  const parts = [
    searchMatches('u', search, 'pool'),
    language ? sql`u.language = ${language}` : sql`true`,
    country ? sql`u.country = ${country}` : sql`true`,
  ];
  const matches = sql<boolean>`coalesce(${sql.join(parts, sql` and `)}, false)`;
  const waiting = waitingPeople(context);
  const rows = await waiting
    .where(matches)
    .orderBy(sql`coalesce(u.waiting_since, u.created_at)`)
    .orderBy('u.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const counts = await waiting.clearSelect().select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows, ...counts };
}

/** Returns a page of finished tasks with a person, of any assignee, newest first. */
export async function listCompletedTasks(
  context: RowsContext,
  person_id: string,
  search: string | undefined,
  { offset, limit }: PageSpan,
): Promise<PageResult<Task>> {
  const pattern = containsPattern(search);
  const all = allTasks(context)
    .where('t.linked_user_id', '=', person_id)
    .where('t.state', '=', 'completed')
    .where('t.deleted_at', 'is', null);
  const matches = pattern === null ? sql<boolean>`true` : sql<boolean>`t.title ilike ${pattern}`;
  const page = all.where(matches).orderBy('t.closed_at', 'desc').orderBy('t.id').offset(offset).limit(limit);
  const counts = await all.clearSelect().select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows: (await page.execute()) as Task[], ...counts };
}

/** Returns a page of the action log of a person, combined from the audit log and the timeline, newest first. */
export async function listActions(
  { tx, caller }: RowsContext,
  person_id: string,
  search: string | undefined,
  { offset, limit }: PageSpan,
): Promise<PageResult<ActionLogEntry>> {
  const { scope } = caller;
  const pattern = containsPattern(search);
  const logEntries = sql`(
    select a.id, a.at, a.action, a.actor_id as by_id, a.detail from audit_log a
      where a.scope = ${scope} and a.target_id = ${person_id}
    union all
    select e.id, e.at, 'person_' || e.kind, e.by_id, e.detail from person_events e
      where e.scope = ${scope} and e.person_id = ${person_id} and e.deleted_at is null and e.kind not in ('note', 'link', 'donation'))`;
  const matches = pattern === null ? sql`true` : sql`(l.action ilike ${pattern})`;
  const { rows } = await sql<ActionLogEntry>`select l.id, l.at, l.action, l.by_id, l.detail,
      coalesce(${personName('w')}, '') as by_name
    from ${logEntries} l left join users w on w.scope = ${scope} and w.id = l.by_id
    where ${matches} order by l.at desc, l.id desc offset ${offset} limit ${limit}`.execute(tx);
  const counts = await sql<{ count: number; total_count: number }>`select
      count(*) filter (where ${matches})::int as count, count(*)::int as total_count from ${logEntries} l`.execute(tx);
  return { rows, ...(counts.rows[0] ?? { count: 0, total_count: 0 }) };
}
