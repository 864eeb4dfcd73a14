import { sql } from 'kysely';
import type { KeptReason } from '../../../contract/imports/fields.ts';
import type { User } from '../../db/tables.ts';
import { addAuditEntry } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { employeeIds } from '../contacts/person.ts';
import { lockUsers } from '../people/lock.ts';
import { leaveTeams } from '../team/counts.ts';
import { lockImport, updateImport, type Import, type StoredRow } from './repository.ts';
import { IMPORT_BATCH, importerContext, pauseForRequests } from './run.ts';
import { withUserChanges, updatePeople } from './write-rows.ts';

/** Returns the ids of the people to whom any record refers. */
async function findPeopleWithWork({ tx, scope }: HandlerContext, ids: readonly string[]): Promise<Set<string>> {
  const idList = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  const { rows } = await sql<{ id: string }>`
    select linked_user_id as id from tasks where scope = ${scope} and linked_user_id in ${idList}
    union select user_id from interactions where scope = ${scope} and user_id in ${idList}
    union select person_id from person_events where scope = ${scope} and person_id in ${idList} and kind <> 'created'
    union select author_id from tickets where scope = ${scope} and author_id in ${idList}
    union select linked_user_id from contacts where scope = ${scope} and linked_user_id in ${idList}
    union select donor_id from donations where scope = ${scope} and donor_id in ${idList}
    union select referrer_id from users where scope = ${scope} and referrer_id in ${idList} and deleted_at is null
    `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Removes people who were created by mistake, and their data. Devices delete their copies. */
async function removePeople(context: HandlerContext, users: readonly User[]): Promise<void> {
  if (users.length === 0) return;
  const { tx, scope, caller, received_at: at } = context;
  const rev = await context.nextRev();
  await leaveTeams(tx, scope, users);
  const ids = users.map(({ id }) => id);
  await tx
    .updateTable('users')
    .set({
      ...({ first_name: '—', last_name: '', middle_name: null, email: null, phone: null, telegram: null } as const),
      ...({ city: null, date_birth: null, promo_code: null, notes: '', tags: '[]', groups: '[]', search: '' } as const),
      ...({ gender: null, work_zone: '', is_active: false } as const),
      ...{ deleted_at: at, deleted_by: caller.user_id, rev, updated_at: at },
      claimed_rev: sql`case when status = 'waiting' then ${rev}::bigint else claimed_rev end`,
    })
    .where('scope', '=', scope)
    .where('id', 'in', ids)
    .execute();
  await tx
    .updateTable('person_events')
    .set({ rev, deleted_at: at, deleted_by: caller.user_id, updated_at: at, detail: '{}' })
    .where('scope', '=', scope)
    .where('person_id', 'in', ids)
    .execute();
  await tx.deleteFrom('external_ids').where('scope', '=', scope).where('user_id', 'in', ids).execute();
}

/** Returns why an undo keeps the person of a row; null if the undo reverts the row. */
function keptReason({ disposition, rev }: StoredRow, user: User | undefined, isWorkedWith: boolean): KeptReason | null {
  if (user === undefined || user.deleted_at !== null) return 'removed';
  if (disposition === 'create' && user.password_hash !== null) return 'has_login';
  if (disposition === 'create' && isWorkedWith) return 'worked_with';
  return user.rev === rev ? null : 'changed';
}

/** Reverts a batch of rows. A person who was changed after the import is not reverted. */
async function undoRows(context: HandlerContext, stored: Import, rows: readonly StoredRow[]): Promise<void> {
  const { tx, scope } = context;
  if (rows.length === 0) return;
  const ids = rows.map(({ person_id }) => person_id!);
  const users = await lockUsers(context, ids);
  const peopleWithWork = await findPeopleWithWork(context, ids);
  const results = rows.map((row) => {
    const kept_reason = keptReason(row, users.get(row.person_id!), peopleWithWork.has(row.person_id!));
    return { index: row.index, is_reverted: kept_reason === null, kept_reason };
  });
  const reverted = rows.filter((_, at) => results[at]!.is_reverted);
  const removed = reverted.filter(({ disposition }) => disposition === 'create');
  const restored = reverted.filter(({ disposition }) => disposition === 'update');
  await removePeople(
    context,
    removed.map(({ person_id }) => users.get(person_id!)!),
  );
  if (restored.length > 0) {
    const rev = await context.nextRev();
    const restoredUsers = restored.map(({ person_id, before }) =>
      withUserChanges(users.get(person_id!)!, before ?? {}, rev),
    );
    await updatePeople(context, restoredUsers);
  }
  await sql`update import_rows r set is_reverted = v.is_reverted, kept_reason = v.kept_reason
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as v(index int, is_reverted boolean, kept_reason text)
    where r.scope = ${scope} and r.import_id = ${stored.id} and r.index = v.index`.execute(tx);
  await updateImport(context, stored.id, {
    reverted: stored.reverted + reverted.length,
    kept: stored.kept + rows.length - reverted.length,
  });
}

async function finish(context: HandlerContext, { id, filename }: Import): Promise<void> {
  const { tx, scope, received_at: at, caller } = context;
  const { reverted, kept, total } = (await lockImport(context, id))!;
  await updateImport(context, id, { state: 'reverted', done: total });
  const detail = { import_id: id, file: filename, reverted, kept };
  await addAuditEntry(tx, { scope, at, action: 'import_undone', actor_id: caller.user_id, detail });
  await context.nextRev();
  context.poke(await employeeIds(context, 'all'));
}

/** Reverts the next batch of an import and queues the batch after it. `from` works as in importBatch. */
export async function undoBatch(deps: Deps, id: string, from: number): Promise<void> {
  await pauseForRequests();
  await inScope(deps, deps.scope, async (plain) => {
    const stored = await lockImport(plain, id);
    if (stored?.state !== 'reverting' || stored.done !== from) return;
    const context = await importerContext(plain, stored);
    if (!context) {
      await updateImport(plain, id, { state: 'failed' });
      return;
    }
    const { tx, scope, received_at: at } = context;
    const rows = await tx
      .selectFrom('import_rows')
      .selectAll()
      .where('scope', '=', scope)
      .where('import_id', '=', id)
      .where('index', '>=', from)
      .where('index', '<', from + IMPORT_BATCH)
      .where('rev', 'is not', null)
      .orderBy('index')
      .execute();
    await undoRows(context, stored, rows);
    const next = from + IMPORT_BATCH;
    if (next >= stored.total) await finish(context, stored);
    else {
      await updateImport(context, id, { done: next });
      await addJob(tx, { scope, at }, 'undo_import', { id, from: next });
    }
  });
}
