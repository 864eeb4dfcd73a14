import { sql } from 'kysely';
import { Task } from '../../../contract/entities/task.ts';
import { z } from '../../../contract/zod.ts';
import { batchStateOf, isAccountLocked } from '../../batch-state.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import { personName } from '../contacts/person.ts';
import { isOwnerVisible, isPersonVisible } from '../contacts/visible.ts';

const linkedNameColumn = sql<string | null>`coalesce(${personName('p')}, ${personName('b')})`.as('linked_name');

/** All fields of a task except the name of the linked person, which is read by a join. */
const columns = z
  .keyof(Task)
  .options.map((field) => (field === 'linked_name' ? linkedNameColumn : (`t.${field}` as const)));

function tasksOf({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('tasks as t')
    .leftJoin('users as p', (join) => join.onRef('p.scope', '=', 't.scope').onRef('p.id', '=', 't.linked_user_id'))
    .leftJoin('contacts as b', (join) => join.onRef('b.scope', '=', 't.scope').onRef('b.id', '=', 't.contact_id'))
    .where('t.scope', '=', caller.scope);
}

/** Tasks of the scope, for any assignee. */
export const allTasks = (context: RowsContext) => tasksOf(context).select(columns);

/** The caller's own tasks. */
export const ownTasks = (context: RowsContext) =>
  tasksOf(context).select(columns).where('t.assignee_id', '=', context.caller.user_id);

/** SQL condition: tasks assigned to the caller or to an employee the caller manages. */
export const isAssignedToTeam = (
  caller: Caller,
) => sql<boolean>`(t.assignee_id = ${caller.user_id} or (${caller.is_manager}::boolean and exists (
  select 1 from users a where a.scope = t.scope and a.id = t.assignee_id and a.responsible_id = ${caller.user_id})))`;

/**
 * SQL query for the ids of the tasks mirrored on the device. These are open tasks, and tasks closed within the 90 days
 * before the latest change of any of the assignee's tasks. The limit depends on stored data instead of the clock, so
 * that it also works in a database restored from a backup. Reads only indexes, because the tasks of one assignee are
 * spread over the whole table.
 */
const mirroredIds = ({ scope, user_id }: Caller) => {
  const own = sql`select o.id from tasks o where o.scope = ${scope} and o.assignee_id = ${user_id}
    and o.deleted_at is null`;
  return sql`(${own} and o.closed_at is null
    union all ${own} and o.closed_at > (select max(n.updated_at) - interval '90 days'
      from tasks n where n.scope = ${scope} and n.assignee_id = ${user_id}))`;
};

export async function readChangedTasks(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'tasks'>[]> {
  const rows = await ownTasks(context)
    .select('t.deleted_at')
    .$call(inRevRange('t.rev', 't.id', { after, upTo, limit }))
    .execute();
  return rows.map(({ deleted_at, ...row }) =>
    deleted_at === null
      ? { op: 'put', id: row.id, rev: row.rev, row: row as Task }
      : { op: 'del', id: row.id, rev: row.rev },
  );
}

export async function readTaskPage(context: RowsContext, after: string | null, limit: number): Promise<Task[]> {
  const ids = sql`array(select m.id from ${mirroredIds(context.caller)} m where m.id > ${after ?? ''}
    order by m.id limit ${limit})`;
  return (await ownTasks(context)
    .where(sql<boolean>`t.id = any(${ids})`)
    .orderBy('t.id')
    .execute()) as Task[];
}

export async function countTasks({ tx, caller }: RowsContext): Promise<number> {
  const count = sql<{ count: number }>`select count(*)::int as count from ${mirroredIds(caller)} m`;
  return (await count.execute(tx)).rows[0]?.count ?? 0;
}

export async function taskById(context: RowsContext, id: string): Promise<Task | null> {
  const query = tasksOf(context).select(columns).where('t.id', '=', id).where('t.deleted_at', 'is', null);
  return ((await query.where(isAssignedToTeam(context.caller)).executeTakeFirst()) as Task | undefined) ?? null;
}

/**
 * Returns a task that the caller's device mirrors. These are only the tasks assigned to the caller, although a manager
 * may also see tasks of others.
 */
export async function ownTaskById(context: RowsContext, id: string): Promise<Task | null> {
  const query = ownTasks(context).where('t.id', '=', id).where('t.deleted_at', 'is', null);
  return ((await query.executeTakeFirst()) as Task | undefined) ?? null;
}

/**
 * Whether an interaction of the caller may refer to this task: the task is assigned to the caller, or it does not exist
 * yet, because a device may send an interaction before its task.
 */
export async function mayReferToTask({ tx, caller }: RowsContext, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tasks as t')
    .select(['t.assignee_id', 't.deleted_at'])
    .where('t.scope', '=', caller.scope)
    .where('t.id', '=', id)
    .executeTakeFirst();
  return row === undefined || (row.assignee_id === caller.user_id && row.deleted_at === null);
}

export type LockedTask = { task: Task; field_revs: Record<string, number> };

/**
 * Locks the assignee of a task, so that writes to their tasks run one after the other and only one task can be running.
 * Returns null both for a missing task and for a task hidden from the caller.
 */
async function lockAssignee({ tx, caller }: RowsContext, task_id: string): Promise<string | null> {
  const { scope } = caller;
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('scope', '=', scope)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('tasks as t')
        .select('t.assignee_id')
        .where('t.scope', '=', scope)
        .where('t.id', '=', task_id)
        .where('t.deleted_at', 'is', null)
        .where(isAssignedToTeam(caller)),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Locks a task and its assignee. Returns undefined both for a missing task and for a task hidden from the caller. */
export async function lockTask(context: RowsContext, id: string): Promise<LockedTask | undefined> {
  const lockedTasks = batchStateOf(context.tx)?.tasks;
  const assigneeId = lockedTasks?.has(id) ? null : await lockAssignee(context, id);
  if (assigneeId === null && !lockedTasks?.has(id)) return undefined;
  const row = await tasksOf(context)
    .select([...columns, 't.field_revs'])
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .where(isAssignedToTeam(context.caller))
    .forUpdate('t')
    .executeTakeFirst();
  if (!row) return undefined;
  const { field_revs, ...task } = row;
  if (task.assignee_id !== assigneeId && !isAccountLocked(context.tx, task.assignee_id)) {
    // The task was reassigned while this transaction waited for the lock, or by an earlier op of the batch.
    lockedTasks?.delete(id);
    return lockTask(context, id);
  }
  return { task: task as Task, field_revs };
}

/** Locks the given tasks that the caller may change. Their assignees must already be locked. */
export const lockTasks = (context: RowsContext, ids: readonly string[]): Promise<unknown> =>
  tasksOf(context)
    .select('t.id')
    .where('t.id', 'in', ids)
    .where('t.deleted_at', 'is', null)
    .where(isAssignedToTeam(context.caller))
    .orderBy('t.id')
    .forUpdate('t')
    .execute();

/**
 * Locks the other tasks of the assignee that have counted work within one of the spans and, with `running`, also the
 * running task. Locks them in the order of their ids.
 */
export async function lockOverlapping(
  context: RowsContext,
  task: Task,
  spans: readonly { from: string; to: string }[],
  { running }: { running: boolean },
): Promise<LockedTask[]> {
  const isInSpan = sql.join(
    spans.map(
      ({ from, to }) => sql`(s->>'from')::timestamptz < ${to}::timestamptz
        and (s->>'to' is null or (s->>'to')::timestamptz > ${from}::timestamptz)`,
    ),
    sql` or `,
  );
  const first = spans.map(({ from }) => from).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
  const overlapping = first
    ? sql<boolean>`((t.closed_at is null or t.closed_at > ${first}::timestamptz - interval '1 day')
        and exists (select 1 from jsonb_array_elements(t.slices) s where not (s->>'needs_review')::boolean and (${isInSpan})))`
    : sql<boolean>`false`;
  const rows = await tasksOf(context)
    .select([...columns, 't.field_revs'])
    .where('t.assignee_id', '=', task.assignee_id)
    .where('t.id', '!=', task.id)
    .where('t.deleted_at', 'is', null)
    .where((eb) => eb.or([overlapping, sql<boolean>`(${running}::boolean and t.state = 'in_progress')`]))
    .orderBy('t.id')
    .forUpdate('t')
    .execute();
  return rows.map(({ field_revs, ...other }) => ({ task: other as Task, field_revs }));
}

/** Returns the current name of a person; undefined if the caller may not link a task to the person. */
export async function linkableName({ tx, caller }: RowsContext, user_id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('users as u')
    .select(personName('u').as('name'))
    .where('u.scope', '=', caller.scope)
    .where('u.id', '=', user_id)
    .where('u.deleted_at', 'is', null)
    .where(isLinkable(caller))
    .executeTakeFirst();
  return row?.name;
}

/** Returns the name of a contact; undefined if the caller cannot see the contact. */
export async function contactNameOf({ tx, caller }: RowsContext, contact_id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contacts as b')
    .select(personName('b').as('name'))
    .where('b.scope', '=', caller.scope)
    .where('b.id', '=', contact_id)
    .where(isOwnerVisible(caller, 'b'))
    .executeTakeFirst();
  return row?.name;
}

/**
 * SQL condition: people to whom the caller may link a task. These are a consultant's own people, for a manager also the
 * people of their consultants, and for an admin everyone.
 */
export const isLinkable = (caller: Caller) =>
  caller.user.is_superuser ? sql<boolean>`true` : isPersonVisible(caller, 'u');

/** Returns the fields of a task that are stored in its own row; names are read by joins. */
function toStoredColumns(task: Task) {
  const { id: _id, rev: _rev, created_at: _created, linked_name: _name, slices, reminders, ...fields } = task;
  return { ...fields, slices: JSON.stringify(slices), reminders: JSON.stringify(reminders) };
}

/** Inserts a task. Returns false if the id of the task is already used. */
export async function insertTask(
  { tx, caller }: RowsContext,
  task: Task,
  field_revs: Record<string, number>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tasks')
    .values({
      ...toStoredColumns(task),
      scope: caller.scope,
      id: task.id,
      rev: task.rev,
      created_at: task.created_at,
      field_revs: JSON.stringify(field_revs),
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Writes a task that the caller of this function has locked. */
export async function updateTask(
  { tx, caller }: RowsContext,
  task: Task,
  field_revs: Record<string, number>,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ ...toStoredColumns(task), rev: task.rev, field_revs: JSON.stringify(field_revs) })
    .where('scope', '=', caller.scope)
    .where('id', '=', task.id)
    .execute();
}
