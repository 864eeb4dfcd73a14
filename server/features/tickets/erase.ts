import type { Tx } from '../../db/tables.ts';

/** Takes a person's requests away, with the words in them. Their numbers stay used. */
export async function eraseTickets(
  tx: Tx,
  scope: string,
  user_id: string,
  { rev, at }: { rev: number; at: string },
): Promise<void> {
  const own = tx.selectFrom('tickets').select('id').where('scope', '=', scope).where('author_id', '=', user_id);
  await tx.deleteFrom('ticket_messages').where('scope', '=', scope).where('ticket_id', 'in', own).execute();
  await tx
    .updateTable('tickets')
    .set({ subject: '—', reason: '', rating_comment: '', deleted_at: at, deleted_by: user_id, rev, updated_at: at })
    .where('scope', '=', scope)
    .where('author_id', '=', user_id)
    .execute();
}
