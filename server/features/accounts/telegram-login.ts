import { Refused } from '../../../contract/errors.ts';
import { hasAccess } from '../../../contract/roles.ts';
import type { Tx } from '../../db/tables.ts';
import type { AnonymousContext } from '../../handlers.ts';
import { openSession } from './open-session.ts';
import { makeLink, consumeLink } from './links.ts';
import type { Auth } from './sessions.ts';

/**
 * Creates a one-time token, valid for five minutes, for a person whose chat is linked to the Telegram bot. The bot
 * sends it as a link to /login?token=, where the person confirms the login.
 */
export async function makeBotToken(tx: Tx, scope: string, user_id: string, now: string): Promise<string> {
  return (await makeLink(tx, { scope, user_id, kind: 'bot', now })).token;
}

/** Logs in with a token from the Telegram bot. Throws `not_found`, `link_used`, `link_expired` or `blocked`. */
export async function loginByBot(auth: Auth, context: AnonymousContext, token: string): Promise<{ token: string }> {
  const { tx, scope, received_at, request } = context;
  const { user_id } = await consumeLink(tx, { scope, kind: 'bot', token, now: received_at });
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user || !hasAccess(user)) throw new Refused('blocked');
  return { token: (await openSession(context, auth, user, request, 'login_by_bot')).token };
}
