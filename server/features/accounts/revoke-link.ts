import { Refused } from '../../../contract/errors.ts';
import type { AnonymousContext } from '../../handlers.ts';
import { recordLink } from './link-record.ts';
import { changeLink, endLinks, getValidLink, type Link } from './links.ts';
import { revokeTokenFamily } from './repository.ts';
import { endSessions } from './revoke-sessions.ts';

async function lockLink({ tx, scope }: AnonymousContext, id: unknown): Promise<Link | undefined> {
  return tx
    .selectFrom('account_links')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Ends the session that was opened with a link. If a new password was set with the link, removes that password and ends
 * every session of the user.
 */
async function undoLogin(context: AnonymousContext, { user_id, detail }: Link): Promise<void> {
  const { tx, scope, received_at: now } = context;
  const { family_id, password_set } = detail;
  if (password_set === true) {
    const noPassword = { password_hash: null };
    await tx.updateTable('users').set(noPassword).where('scope', '=', scope).where('id', '=', user_id).execute();
    await endLinks(tx, { scope, user_id, now }, ['password_reset', 'credentials', 'bot', 'code']);
    await endSessions(context, user_id, null);
  } else if (typeof family_id === 'string') {
    await revokeTokenFamily(context, { scope, user_id, family_id });
    await context.nextRev();
    context.poke([user_id]);
  }
}

/**
 * Handles "This was not me": revokes the login link to which the token in a notice refers, and ends every session that
 * was started with the link. Idempotent. Throws `not_found` or `link_expired`.
 */
export async function revokeLoginLink(context: AnonymousContext, token: string): Promise<{ ok: true }> {
  const { tx, scope, received_at: now, request } = context;
  const stop = await getValidLink(tx, { scope, kind: 'link_stop', token, now });
  const link = await lockLink(context, stop.detail['link_id']);
  if (!link) throw new Refused('not_found');
  if (link.detail['stopped_at'] !== undefined) return { ok: true };
  await undoLogin(context, link);
  await changeLink(tx, link, { ended_at: now, detail: { ...link.detail, stopped_at: now } });
  const user = await tx
    .selectFrom('users')
    .select(['id', 'responsible_id'])
    .where('scope', '=', scope)
    .where('id', '=', link.user_id)
    .executeTakeFirstOrThrow();
  const detail = { made_by: link.created_by, was_used: link.used_at !== null };
  await recordLink(context, { action: 'credentials_link_stopped', user, actor_id: user.id, request, detail });
  return { ok: true };
}
