import type { Tx } from '../../db/tables.ts';

/** What employees wrote about somebody goes with him: history, calls, and the words of tasks; that work was done stays. */
export async function erasePerson(
  tx: Tx,
  scope: string,
  user_id: string,
  { rev, at }: { rev: number; at: string },
): Promise<void> {
  const deleted = { rev, deleted_at: at, deleted_by: user_id, updated_at: at };
  await tx
    .updateTable('person_events')
    .set({ ...deleted, detail: '{}' })
    .where('scope', '=', scope)
    .where('person_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('interactions')
    .set({ ...deleted, note: '', phone_raw: null })
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .updateTable('tasks')
    .set({ title: '—', place: '', description: '', result_note: '', cancel_reason: '', rev, updated_at: at })
    .where('scope', '=', scope)
    .where('linked_user_id', '=', user_id)
    .execute();
}
