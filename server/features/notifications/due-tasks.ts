import { sql } from 'kysely';
import type { NotificationKind } from '../../../contract/entities/notification.ts';
import { inScope } from '../../context.ts';
import type { Db } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { addNotification, type NewNotification } from './add.ts';

/**
 * How long after a task became due its notification can still be sent. Tasks that became due earlier, while the server
 * was stopped, get no notification.
 */
const MAX_AGE_MS = 60 * 60_000;
/** Maximum number of notifications per run and kind; the next run adds the others. */
const MAX_PER_RUN = 500;

/** Returns a notification for each planned task whose start or end has just passed, unless it already exists. */
async function missingNotifications(
  { db, scope }: { db: Db; scope: string },
  kind: Extract<NotificationKind, 'task_due' | 'task_overdue'>,
  now: Date,
): Promise<NewNotification[]> {
  const timeColumn = kind === 'task_due' ? 't.start_at' : 't.end_at';
  const occasion = sql<string>`${kind}::text || ':' || t.id || ':' || extract(epoch from ${sql.ref(timeColumn)})::text`;
  const rows = await db
    .selectFrom('tasks as t')
    .select(['t.id', 't.assignee_id', 't.title', 't.linked_user_id', 't.contact_id', occasion.as('occasion')])
    .where('t.scope', '=', scope)
    .where('t.deleted_at', 'is', null)
    .where('t.state', '=', 'planned')
    .where(timeColumn, '<=', now.toISOString())
    .where(timeColumn, '>', new Date(now.getTime() - MAX_AGE_MS).toISOString())
    .where(
      sql<boolean>`not exists (select 1 from notifications n
        where n.scope = t.scope and n.user_id = t.assignee_id and n.occasion = ${occasion})`,
    )
    .orderBy(timeColumn)
    .limit(MAX_PER_RUN)
    .execute();
  return rows.map(({ id, assignee_id, title, linked_user_id, contact_id, occasion: told }) => ({
    ...{ user_id: assignee_id, kind, target_id: id, title, by_id: null, occasion: told },
    person_id: linked_user_id ?? contact_id,
  }));
}

/** Notifies employees of their tasks that are due or overdue. Returns the number of notifications. */
export async function notifyDueTasks(deps: Deps): Promise<number> {
  const now = deps.clock();
  const due = [
    ...(await missingNotifications(deps, 'task_due', now)),
    ...(await missingNotifications(deps, 'task_overdue', now)),
  ];
  if (due.length > 0)
    await inScope(deps, deps.scope, async (context) => {
      for (const notification of due) await addNotification(context, notification);
    });
  return due.length;
}
