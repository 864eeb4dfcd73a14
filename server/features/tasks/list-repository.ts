import { sql, type RawBuilder } from 'kysely';
import type { LinkableUser } from '../../../contract/api-calls/tasks.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { RowsContext } from '../../handlers.ts';
import { containsPattern, countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { searchMatches } from '../../db/search-text.ts';
import { personName } from '../contacts/person.ts';
import { hasEmployeeRole } from '../contacts/visible.ts';
import { isLinkable, ownTasks } from './repository.ts';

export type TaskGroup = 'today' | 'future' | 'completed';

/**
 * SQL condition: tasks of a group. The date of a task is compared with today's date, both in the assignee's time zone.
 */
function isInGroup(group: TaskGroup, zone: string, now: string): RawBuilder<boolean> {
  const isLater = sql<boolean>`(t.start_at at time zone ${zone})::date > (${now}::timestamptz at time zone ${zone})::date`;
  if (group === 'completed') return sql<boolean>`t.state in ('completed', 'cancelled')`;
  if (group === 'future') return sql<boolean>`(t.state = 'planned' and ${isLater})`;
  return sql<boolean>`(t.state in ('in_progress', 'paused') or (t.state = 'planned' and not ${isLater}))`;
}

const urgency = sql<number>`array_position(array['low', 'normal', 'high', 'urgent'], t.priority)`;

export async function listTasks(
  context: RowsContext,
  filter: { group: TaskGroup; search: string | undefined; now: string },
  { offset, limit }: PageSpan,
): Promise<PageResult<Task>> {
  const { caller, tx } = context;
  const group = isInGroup(filter.group, caller.time_zone, filter.now);
  const pattern = containsPattern(filter.search);
  const matches = pattern === null ? group : sql<boolean>`(${group} and t.title ilike ${pattern})`;
  const matching = ownTasks(context).where('t.deleted_at', 'is', null).where(matches);
  const isLate = sql<boolean>`(t.state = 'planned' and t.start_at < ${filter.now}::timestamptz - interval '15 minutes')`;
  const sorted =
    filter.group === 'completed'
      ? matching.orderBy('t.closed_at', 'desc')
      : matching.orderBy(isLate, 'desc').orderBy(urgency, 'desc').orderBy('t.start_at');
  const rows = await sorted.orderBy('t.id').offset(offset).limit(limit).execute();
  const counts = await tx
    .selectFrom('tasks as t')
    .select(countColumns(matches))
    .where('t.scope', '=', caller.scope)
    .where('t.assignee_id', '=', caller.user_id)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { rows: rows as Task[], ...counts };
}

export async function listLinkable(
  { tx, caller }: RowsContext,
  search: string | undefined,
  { offset, limit }: PageSpan,
): Promise<PageResult<LinkableUser>> {
  const name = personName('u');
  const matches = searchMatches('u', search);
  const people = tx
    .selectFrom('users as u')
    .where('u.scope', '=', caller.scope)
    .where('u.deleted_at', 'is', null)
    .where('u.id', '!=', caller.user_id)
    .where(isLinkable(caller));
  const rows = await people
    .select(['u.id', name.as('name'), 'u.city', 'u.phone'])
    .select(hasEmployeeRole('u').as('is_employee'))
    .where(matches)
    .orderBy('u.first_name')
    .orderBy('u.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const counts = await people.select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows, ...counts };
}
