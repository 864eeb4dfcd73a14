import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ImportState, MAX_IMPORT_ROWS } from '../../../contract/imports/fields.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { addAuditEntry } from '../../audit.ts';
import { callerOf } from '../../caller.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { employeeIds } from '../contacts/person.ts';
import { notifyReceivers } from './notices.ts';
import { lockImport, recountRows, updateImport, type Import } from './repository.ts';
import { writeRows } from './write-rows.ts';

/**
 * Number of rows that one transaction imports: 0.5% of the largest file, so that the progress bar, which moves with
 * each batch, moves in small steps. Between two batches, other requests and jobs can run, and a cancelled import ends.
 */
export const IMPORT_BATCH = MAX_IMPORT_ROWS / 200;

/**
 * Pause before each batch, in ms. On the embedded database, requests that need several queries finish during the pause;
 * without a pause, each of these queries would wait for another batch.
 */
const PAUSE_MS = 5;

/** Waits before a batch, so that other requests are answered. */
export const pauseForRequests = (): Promise<void> => sleep(PAUSE_MS);

/**
 * Numbers of imported rows after which the planner statistics are updated. A batch must end at each of these numbers.
 */
export const ANALYZE_AFTER: readonly number[] = [400, 2_000, 8_000];

/**
 * Updates the planner statistics of the tables that grow. The embedded database never updates them by itself, and
 * without current statistics it reads whole tables for every batch.
 */
async function analyzeTables({ db }: Deps): Promise<void> {
  for (const table of ['users', 'person_events', 'import_rows', 'statistics_facts'])
    await sql`analyze ${sql.table(table)}`.execute(db);
}

/**
 * Runs `run` with the employee who started the import as the caller. Returns null if that person is no longer an active
 * employee.
 */
export async function importerContext(
  context: Omit<HandlerContext, 'caller'>,
  { created_by }: Import,
): Promise<HandlerContext | null> {
  const { tx, scope, received_at } = context;
  const query = tx.selectFrom('users').selectAll().where('scope', '=', scope).where('id', '=', created_by);
  const user = await query.executeTakeFirst();
  if (!user || !isEmployee(user) || !user.is_active || user.is_blocked || user.deleted_at !== null) return null;
  return { ...context, caller: callerOf(user, received_at) };
}

/** Marks the rows that the run did not process as skipped. */
async function skipRemainingRows({ tx, scope }: HandlerContext, { id, done }: Import): Promise<void> {
  await sql`update import_rows set disposition = 'skip', issues = '[{"field": null, "code": "left_out"}]'
    where scope = ${scope} and import_id = ${id} and index >= ${done}
      and disposition in ('create', 'update', 'unchanged')`.execute(tx);
}

/**
 * Ends a run: counts the results, notifies the devices and each employee to whom people were assigned, and starts the
 * automatic assignment.
 */
async function finishRun(
  context: HandlerContext,
  stored: Import,
  ended: 'completed' | 'cancelled',
  public_url: string,
): Promise<void> {
  const { tx, scope, received_at: at, caller } = context;
  if (ended !== 'completed') await skipRemainingRows(context, stored);
  await recountRows(context, stored.id);
  const { created, updated, failed } = (await lockImport(context, stored.id))!;
  const state: ImportState = ended === 'completed' && failed > 0 ? 'completed_with_errors' : ended;
  await updateImport(context, stored.id, { state, finished_at: at });
  const detail = { import_id: stored.id, file: stored.filename, state, created, updated, failed };
  await addAuditEntry(tx, { scope, at, action: 'import_finished', actor_id: caller.user_id, detail });
  const waiting = await notifyReceivers(context, stored, public_url);
  if (waiting > 0) await addJob(tx, { scope, at }, 'assign_leads', {});
  // The poke contains the revision of this transaction, so request a revision even if the last batch has written
  // nothing.
  await context.nextRev();
  context.poke(await employeeIds(context, 'all'));
}

async function runBatch(context: HandlerContext, stored: Import, public_url: string): Promise<void> {
  const { tx, scope, received_at: at } = context;
  const { id, done } = stored;
  const rows = await tx
    .selectFrom('import_rows')
    .selectAll()
    .where('scope', '=', scope)
    .where('import_id', '=', id)
    .where('index', '>=', done)
    .orderBy('index')
    .limit(IMPORT_BATCH)
    .execute();
  await writeRows(context, stored, rows);
  const next = done + rows.length;
  await updateImport(context, id, { done: next });
  if (next >= stored.total) await finishRun(context, { ...stored, done: next }, 'completed', public_url);
  else await addJob(tx, { scope, at }, 'import_users', { id, from: next });
}

/**
 * Imports the next batch of rows and queues the batch after it, in one transaction. `from` must equal the number of
 * rows that the run has processed. A job that runs twice, for example after a crash, finds a different number and does
 * nothing.
 */
export async function importBatch(deps: Deps, id: string, from: number, public_url: string): Promise<void> {
  await pauseForRequests();
  if (ANALYZE_AFTER.includes(from)) await analyzeTables(deps);
  await inScope(deps, deps.scope, async (plain) => {
    const stored = await lockImport(plain, id);
    if (stored?.state !== 'running' || stored.done !== from) return;
    const context = await importerContext(plain, stored);
    if (!context) {
      await updateImport(plain, id, { state: 'failed', finished_at: plain.received_at });
      return;
    }
    if (stored.is_cancelled) await finishRun(context, stored, 'cancelled', public_url);
    else await runBatch(context, stored, public_url);
  });
}

/** Queues the next batch of every import that is unfinished because the process stopped. */
export async function resumeImports(deps: Deps): Promise<void> {
  await inScope(deps, deps.scope, async ({ tx, scope, received_at: at }) => {
    const unfinished = await tx
      .selectFrom('imports')
      .select(['id', 'done', 'state'])
      .where('scope', '=', scope)
      .where('state', 'in', ['running', 'reverting'])
      .execute();
    for (const { id, done, state } of unfinished)
      await addJob(tx, { scope, at }, state === 'running' ? 'import_users' : 'undo_import', { id, from: done });
  });
}
