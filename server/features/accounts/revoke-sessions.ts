import { sql } from 'kysely';
import type { HandlerContext } from '../../handlers.ts';
import { endLinks } from './links.ts';

const DAY_MS = 86_400_000;

type Context = Omit<HandlerContext, 'caller'>;

/**
 * Ends every session of a user except the given one, and pokes the user's devices so that they detect the end of their
 * session. Unsent changes stay on the devices. Returns the token version for new access tokens.
 */
export async function endSessions(context: Context, user_id: string, except: string | null): Promise<number> {
  const { tx, scope, received_at } = context;
  const { token_version } = await tx
    .updateTable('users')
    .set({ token_version: sql`token_version + 1` })
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .returning('token_version')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: received_at })
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('family_id', '!=', except ?? ''))
    .execute();
  await context.nextRev();
  context.poke([user_id]);
  context.sessionsEnded(user_id);
  return token_version;
}

/** For this number of days, the devices of a blocked user may still hand over work that was done before the block. */
export const HANDOVER_DAYS = 30;

/**
 * Ends the refresh tokens of a blocked user, and stores the time of the block as the time of their end. Sessions that
 * were ended by the block are recognised by this time, and their requests are refused with `blocked`. The rows are kept
 * for as long as work from before the block is accepted. The access tokens are rejected because of the block itself,
 * and remain invalid after an unblock.
 */
export async function endSessionsByBlock(context: Context, user_id: string): Promise<void> {
  const { tx, scope, received_at: now } = context;
  const kept_until = new Date(Date.parse(now) + HANDOVER_DAYS * DAY_MS).toISOString();
  await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: now, expires_at: sql`greatest(expires_at, ${kept_until})` })
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  context.sessionsEnded(user_id);
}

/**
 * Sets a new password, and ends all sessions of the user except the given one, and all open links that give access to
 * the account. Returns the token version for new access tokens.
 */
export async function setPassword(
  context: Context,
  user_id: string,
  password_hash: string,
  except: string | null,
): Promise<number> {
  const { tx, scope, received_at: now } = context;
  await tx.updateTable('users').set({ password_hash }).where('scope', '=', scope).where('id', '=', user_id).execute();
  await endLinks(tx, { scope, user_id, now }, ['password_reset', 'credentials', 'bot', 'code']);
  return endSessions(context, user_id, except);
}
