import { sql } from 'kysely';
import type { Tx } from '../../db/tables.ts';

/** Work that was offered to somebody else carries words about the person, whichever record it was about. */
async function eraseHandovers(tx: Tx, scope: string, user_id: string, { rev, at }: { rev: number; at: string }) {
  await sql`update handovers h set title = '—', args = '{}', rev = ${rev}::bigint, updated_at = ${at}, deleted_at = ${at},
      deleted_by = ${user_id}
    where h.scope = ${scope} and (h.entity_id = ${user_id}
      or ${user_id} in (h.args->>'person_id', h.args->>'user_id', h.args->>'linked_user_id')
      or h.entity_id in (select t.id from tasks t where t.scope = ${scope} and t.linked_user_id = ${user_id})
      or h.entity_id in (select i.id from interactions i where i.scope = ${scope} and i.user_id = ${user_id}))`.execute(
    tx,
  );
}

/**
 * What employees wrote about somebody goes with him, and what he wrote himself of calls: history, calls, hand-overs, and
 * the words of tasks; that work was done stays.
 */
export async function erasePerson(
  tx: Tx,
  scope: string,
  user_id: string,
  { rev, at }: { rev: number; at: string },
): Promise<void> {
  const deleted = { rev, deleted_at: at, deleted_by: user_id, updated_at: at };
  await eraseHandovers(tx, scope, user_id, { rev, at });
  await tx
    .updateTable('person_events')
    .set({ ...deleted, detail: '{}' })
    .where('scope', '=', scope)
    .where('person_id', '=', user_id)
    .execute();
  await tx
    .updateTable('interactions')
    .set({ ...deleted, note: '', phone_raw: null })
    .where('scope', '=', scope)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('author_id', '=', user_id)]))
    .execute();
  const words = { title: '—', place: '', description: '', result_note: '', cancel_reason: '', phone_used: null };
  await tx
    .updateTable('tasks')
    .set({ ...words, rev, updated_at: at })
    .where('scope', '=', scope)
    .where('linked_user_id', '=', user_id)
    .execute();
  // A task that was opened again keeps its first result in the log.
  await sql`update task_log g set detail = g.detail - 'was' from tasks t
    where g.scope = ${scope} and t.scope = g.scope and t.id = g.task_id and t.linked_user_id = ${user_id}
      and jsonb_exists(g.detail, 'was')`.execute(tx);
}
