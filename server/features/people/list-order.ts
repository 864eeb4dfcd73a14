import { sql, type RawBuilder } from 'kysely';
import type { CallQuery } from '../../../contract/api-calls/index.ts';
import type { StructureColumn } from '../../../contract/filter-values.ts';
import type { RowsContext } from '../../handlers.ts';
import type { PageSpan } from '../../http/paging.ts';
import { notDeletedPeople, notDeletedPeopleWithoutJoin } from './repository.ts';

/** Open tasks with a person; the same condition as in the index `tasks_next`. */
export const openTasks = sql`t.deleted_at is null and t.linked_user_id is not null
  and t.state in ('planned', 'in_progress', 'paused')`;

/** Whether no other open task of the person starts earlier than `t`. */
const isNextTask = sql<boolean>`(${openTasks} and not exists (select from tasks e where e.scope = t.scope
  and e.linked_user_id = t.linked_user_id and e.deleted_at is null and e.linked_user_id is not null
  and e.state in ('planned', 'in_progress', 'paused') and (e.start_at, e.id) < (t.start_at, t.id)))`;

/** The orders of the people `u` with the employee `r`, except the order by the next task. */
export const peopleOrders: Record<Exclude<StructureColumn, 'next_task'>, RawBuilder<unknown>> = {
  name: sql`lower(u.first_name || ' ' || u.last_name)`,
  city: sql`lower(coalesce(u.city, ''))`,
  status: sql`u.status`,
  country: sql`coalesce(u.country, '')`,
  language: sql`u.language`,
  responsible_name: sql`lower(coalesce(r.first_name || ' ' || r.last_name, ''))`,
  created_at: sql`u.created_at`,
  updated_at: sql`u.updated_at`,
};

type Direction = 'asc' | 'desc';

interface Filter {
  matches: RawBuilder<boolean>;
  /** False if all people match. */
  isFiltered: boolean;
}

/**
 * Returns the ids of one page of the people with an open task. For an admin without a filter, the tasks are read in the
 * order of the index `tasks_start` until the page is full. Other callers and filters may match only few people of a large
 * organisation, so the tasks of the matching people are looked up instead.
 */
async function idsWithNextTask(
  context: RowsContext,
  { matches, isFiltered }: Filter,
  direction: Direction,
  { offset, limit }: PageSpan,
): Promise<string[]> {
  const people = notDeletedPeopleWithoutJoin(context).where(matches).select('u.id');
  const withTask =
    isFiltered || !context.caller.user.is_superuser
      ? context.tx
          .selectFrom('tasks as t')
          .select('t.linked_user_id as id')
          .where('t.scope', '=', context.caller.scope)
          .where(sql<boolean>`(${openTasks})`)
          .where('t.linked_user_id', 'in', people)
          .groupBy('t.linked_user_id')
          .orderBy(sql`min(t.start_at)`, direction)
          .orderBy('t.linked_user_id', direction)
      : people
          .innerJoin('tasks as t', (join) =>
            join.onRef('t.scope', '=', 'u.scope').onRef('t.linked_user_id', '=', 'u.id').on(isNextTask),
          )
          .orderBy('t.start_at', direction)
          .orderBy('u.id', direction);
  const rows = await withTask.offset(offset).limit(limit).execute();
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * Returns the ids of one page, ordered by the start of the next task. People without a next task come last in either
 * direction.
 */
async function idsByNextTask(
  context: RowsContext,
  filter: Filter,
  direction: Direction,
  { offset, limit }: PageSpan,
): Promise<string[]> {
  const people = notDeletedPeopleWithoutJoin(context).where(filter.matches);
  const ids = await idsWithNextTask(context, filter, direction, { offset, limit });
  if (ids.length === limit) return ids;
  const withTask = people.where(sql<boolean>`exists (select from tasks t where t.scope = u.scope
    and t.linked_user_id = u.id and ${openTasks})`);
  const count = sql<number>`count(*)::int`.as('count');
  const before =
    ids.length > 0 || offset === 0
      ? offset + ids.length
      : (await withTask.select(count).executeTakeFirstOrThrow()).count;
  const others = await people
    .where(sql<boolean>`not exists (select from tasks t where t.scope = u.scope and t.linked_user_id = u.id
      and ${openTasks})`)
    .select('u.id')
    .orderBy('u.id', direction)
    .offset(Math.max(0, offset - before))
    .limit(limit - ids.length)
    .execute();
  return [...ids, ...others.map(({ id }) => id)];
}

/**
 * Returns the ids of one page, ordered by the name of the employee. First counts the people of each employee, and then
 * sorts only the people of the employees on the page.
 */
async function idsByEmployee(
  context: RowsContext,
  matches: RawBuilder<boolean>,
  direction: Direction,
  { offset, limit }: PageSpan,
): Promise<string[]> {
  const counts = notDeletedPeopleWithoutJoin(context)
    .where(matches)
    .select(['u.responsible_id as id', sql<number>`count(*)::int`.as('count')])
    .groupBy('u.responsible_id');
  const employees = await context.tx
    .selectFrom(counts.as('o'))
    .leftJoin('users as r', (join) => join.on('r.scope', '=', context.caller.scope).onRef('r.id', '=', 'o.id'))
    .select(['o.id', 'o.count', sql<string>`${peopleOrders.responsible_name}`.as('key')])
    .orderBy('key', direction)
    .execute();
  let before = 0;
  let skipped = 0;
  const ids: (string | null)[] = [];
  // Employees of the same name are sorted together, by the ids of their people.
  for (const group of Map.groupBy(employees, ({ key }) => key).values()) {
    const count = group.reduce((sum, employee) => sum + employee.count, 0);
    if (before + count <= offset) skipped += count;
    else if (before < offset + limit) ids.push(...group.map(({ id }) => id));
    before += count;
  }
  if (ids.length === 0) return [];
  const order = sql`${peopleOrders.responsible_name} ${sql.raw(direction)}, u.id ${sql.raw(direction)}`;
  const rows = await notDeletedPeople(context)
    .where(matches)
    .select('u.id')
    .where((is) => is.or(ids.map((id) => is('u.responsible_id', id === null ? 'is' : '=', id))))
    .orderBy(order)
    .offset(offset - skipped)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of one page in order. The caller then reads the computed columns only for these rows, because
 * computing them for all rows before a page with a large offset would take too long.
 */
export async function idsInOrder(
  context: RowsContext,
  { matches, isFiltered }: Filter,
  ordering: NonNullable<CallQuery<'team.structure_users'>['ordering']>,
  span: PageSpan,
): Promise<string[]> {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  const by = ordering.replace(/^-/, '') as StructureColumn;
  if (by === 'next_task') return idsByNextTask(context, { matches, isFiltered }, direction, span);
  if (by === 'responsible_name') return idsByEmployee(context, matches, direction, span);
  const order = sql`${peopleOrders[by]} ${sql.raw(direction)}, u.id ${sql.raw(direction)}`;
  const people = notDeletedPeopleWithoutJoin(context).select('u.id').where(matches);
  const rows = await people.orderBy(order).offset(span.offset).limit(span.limit).execute();
  return rows.map(({ id }) => id);
}
