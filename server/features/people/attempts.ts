import { sql } from 'kysely';
import type { TaskResult } from '../../../contract/values.ts';
import type { HandlerContext } from '../../handlers.ts';

/**
 * Counts the finished tasks with a person that ended with one of the given results, including interactions that were
 * logged without a task.
 */
export async function countAttempts(
  { tx, scope }: HandlerContext,
  person_id: string,
  results: readonly TaskResult[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
    (select count(*) from tasks t where t.scope = ${scope} and t.linked_user_id = ${person_id}
      and t.state = 'completed' and t.deleted_at is null and t.result in (${sql.join(results)}))
    + (select count(*) from interactions i where i.scope = ${scope} and i.user_id = ${person_id}
      and i.task_id is null and i.deleted_at is null and i.result in (${sql.join(results)})))::int as count`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
