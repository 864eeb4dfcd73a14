import { sql } from 'kysely';
import type { EntityName } from '../../contract/entities/stores.ts';
import { setBatchState } from '../batch-state.ts';
import { lockDailyCounts } from '../daily-limit.ts';
import { isAssignedToTeam } from '../features/tasks/repository.ts';
import { isInCareOfCaller, isInPool } from '../features/people/visible.ts';
import type { HandlerContext } from '../handlers.ts';
import type { ParsedOp } from './parsed-op.ts';
import { rowSources } from './rows.ts';

const idsOf = (ops: readonly ParsedOp[], entities: readonly EntityName[]): string[] => [
  ...new Set(ops.filter((op) => entities.includes(op.entity) && !op.isCreate).map(({ op }) => op.id)),
];

/**
 * SQL expression for an array of ids. Its SQL text does not depend on the number of ids, so that the statement can be
 * reused.
 */
const arrayOf = (ids: readonly string[]) =>
  sql`array(select value from json_array_elements_text(${JSON.stringify(ids)}::json))`;

/**
 * Locks the accounts that the handlers of these ops lock: the caller, people and their responsible employees, and the
 * assignees of tasks. The ids are compared with arrays, which are read first, so that the database finds the rows by
 * the primary key, however many accounts there are.
 */
async function lockAccounts(
  { tx, scope, caller }: HandlerContext,
  ops: readonly ParsedOp[],
): Promise<ReadonlySet<string>> {
  const people = idsOf(ops, ['people', 'waiting_leads']);
  const tasks = idsOf(ops, ['tasks']);
  const { rows } = await sql<{
    id: string;
  }>`select u.id from users u where u.scope = ${scope} and u.id = any(array(
      select ${caller.user_id}::text
      union select x.id from users p cross join lateral (values (p.id), (p.responsible_id)) x(id)
        where p.scope = ${scope} and p.id = any(${arrayOf(people)}) and (${isInCareOfCaller(caller, 'p')} or ${isInPool('p')})
      union select t.assignee_id from tasks t
        where t.scope = ${scope} and t.id = any(${arrayOf(tasks)}) and ${isAssignedToTeam(caller)}))
    order by u.id for no key update of u`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of the comments and interactions that the ops create and that no row has yet. */
async function unusedIds({ tx, scope }: HandlerContext, ops: readonly ParsedOp[]): Promise<Set<string>> {
  const unused = new Set<string>();
  for (const table of ['comments', 'interactions'] as const) {
    const ids = ops.filter(({ entity, isCreate }) => entity === table && isCreate).map(({ op }) => op.id);
    if (ids.length === 0) continue;
    const query = tx.selectFrom(table).select('id').where('scope', '=', scope).where('id', 'in', ids);
    const used = new Set((await query.execute()).map(({ id }) => id));
    for (const id of ids) if (!used.has(id)) unused.add(id);
  }
  return unused;
}

/**
 * [Note: Batches] Locks the rows that the ops of a batch change and that the caller may see, before the first of them
 * runs: accounts first, then the records of each entity, both in the order of their ids, then the counters of the daily
 * limits. Two batches with the same rows therefore wait for each other here, and not while one of them holds the
 * counter of the scope.
 *
 * Rows that a handler finds only while it runs are locked by the handler, later. While the transaction holds the
 * counter, such a lock may wait only briefly (HOLDING_COUNTER_TIMEOUT_MS); after that, the batch is rolled back and
 * split. For a batch of one op this function is not called: the handler locks the rows itself, before it requests a
 * rev.
 */
export async function lockRows(
  context: HandlerContext,
  ops: readonly ParsedOp[],
  { hasSavepoints }: { hasSavepoints: boolean },
): Promise<void> {
  const accounts = await lockAccounts(context, ops);
  const entities = [...new Set(ops.map(({ entity }) => entity))].sort();
  for (const entity of entities) {
    const ids = idsOf(ops, [entity]);
    if (ids.length > 0) await rowSources[entity].lock?.(context, ids);
  }
  const counts = await lockDailyCounts(context);
  if (hasSavepoints) return;
  setBatchState(context.tx, {
    accounts,
    tasks: new Set(idsOf(ops, ['tasks'])),
    unusedIds: await unusedIds(context, ops),
    dailyCounts: new Map([...counts].map(([kind, stored]) => [kind, { stored, added: 0 }])),
    audiences: new Map(),
  });
}
