import { sql } from 'kysely';
import type { Erasure } from '../../handlers.ts';

/**
 * Deletes the content of the user's tickets, and the user's messages through the bot. The rows are kept, so that ticket
 * numbers are not reused.
 */
export async function eraseTickets({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  const own = tx.selectFrom('tickets').select('id').where('scope', '=', scope).where('author_id', '=', user_id);
  for (const table of ['bot_messages', 'telegram_chats'] as const)
    await tx.deleteFrom(table).where('scope', '=', scope).where('user_id', '=', user_id).execute();
  // Also removes the tickets from employees' devices that show them as unassigned or as taken by a colleague.
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
