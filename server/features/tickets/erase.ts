import { sql } from 'kysely';
import type { Erasure } from '../../handlers.ts';

/** Deletes the user's tickets with their texts, and messages through the bot. Ticket numbers are not reused. */
export async function eraseTickets({ tx, scope, user_id, rev, at }: Erasure): Promise<void> {
  const own = tx.selectFrom('tickets').select('id').where('scope', '=', scope).where('author_id', '=', user_id);
  for (const table of ['bot_messages', 'telegram_chats'] as const)
    await tx.deleteFrom(table).where('scope', '=', scope).where('user_id', '=', user_id).execute();
  // Also tells the devices that show one of them as unassigned or as a colleague's.
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
