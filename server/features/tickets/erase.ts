import { sql } from 'kysely';
import type { Tx } from '../../db/tables.ts';

/** Erases a person's requests with their messages. Their numbers stay used. */
export async function eraseTickets(
  tx: Tx,
  scope: string,
  user_id: string,
  { rev, at }: { rev: number; at: string },
): Promise<void> {
  const own = tx.selectFrom('tickets').select('id').where('scope', '=', scope).where('author_id', '=', user_id);
  for (const table of ['bot_messages', 'telegram_chats'] as const)
    await tx.deleteFrom(table).where('scope', '=', scope).where('user_id', '=', user_id).execute();
  // Devices that show one as free, or as another employee's, are notified too.
  await sql`insert into ticket_claims (scope, ticket_id, rev)
    select scope, id, ${rev}::bigint from tickets where scope = ${scope} and author_id = ${user_id}
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom('ticket_messages').where('scope', '=', scope).where('ticket_id', 'in', own).execute();
  await tx
    .updateTable('tickets')
    .set({ subject: '—', reason: '', rating_comment: '', deleted_at: at, deleted_by: user_id, rev, updated_at: at })
    .where('scope', '=', scope)
    .where('author_id', '=', user_id)
    .execute();
}
