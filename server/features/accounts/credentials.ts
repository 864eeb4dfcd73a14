import type { CallBody } from '../../../contract/api-calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import { hasAccess } from '../../../contract/roles.ts';
import { inScope } from '../../context.ts';
import type { Tx, User } from '../../db/tables.ts';
import type { AnonymousContext, HandlerContext, SelfTransactionalHandler } from '../../handlers.ts';
import { CommittedRefusal } from '../../http/with-current-row.ts';
import { endSessions, setPassword } from './revoke-sessions.ts';
import { openSession } from './open-session.ts';
import { absoluteUrl, sendEmail } from './emails.ts';
import { recordLink } from './link-record.ts';
import { changeLink, getValidLink, getSecondsLeft, consumeLink, getRecentlyUsedLink, type Link } from './links.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './rows.ts';
import { createAccessToken, type Auth } from './sessions.ts';
import { isStaffDevice } from './staff-device.ts';

/** Number of minutes for which a login link can still set a password after it was used to log in. */
const SET_WITHIN_MIN = 10;

type Context = Pick<HandlerContext, 'tx' | 'scope'>;

function userById({ tx, scope }: Context, id: string | null): Promise<User | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

const cannotLogIn = (user: User | undefined): boolean => !user || !hasAccess(user);

/**
 * [Note: Links are for the person's own device] The employee who creates a link could also open it. Therefore a link
 * cannot be used on a device on which another employee was logged in within the last 30 days.
 */
async function refuseStaffDevice(context: AnonymousContext, link: Link): Promise<void> {
  const { received_at: now, request } = context;
  if (!isStaffDevice(request, link.user_id, now)) return;
  const user = await userById(context, link.user_id);
  const detail = { made_by: link.created_by };
  if (user) await recordLink(context, { action: 'credentials_link_refused', user, actor_id: null, request, detail });
  throw new CommittedRefusal('employee_device');
}

/**
 * Returns the seconds until a link expires, without using it. Throws `employee_device` if using the link would throw
 * that error.
 */
export async function checkLink(
  { tx, scope, received_at: now, request }: AnonymousContext,
  { kind, token }: CallBody<'own.check_link'>,
): Promise<{ left_s: number }> {
  const linkQuery = { scope, kind, token, now };
  const { user_id } = await getValidLink(tx, linkQuery);
  if (kind === 'credentials' && isStaffDevice(request, user_id, now)) throw new Refused('employee_device');
  return { left_s: await getSecondsLeft(tx, linkQuery) };
}

/**
 * Logs in with a login link and ends all other sessions. For some minutes afterwards, the link can also set a password.
 */
export async function consumeCredentialsLink(
  auth: Auth,
  context: AnonymousContext,
  token: string,
): Promise<{ token: string; status: 'ok' }> {
  const { tx, scope, received_at: at, request } = context;
  const linkQuery = { scope, kind: 'credentials', token, now: at } as const;
  await refuseStaffDevice(context, await getValidLink(tx, linkQuery));
  const link = await consumeLink(tx, linkQuery);
  const user = await userById(context, link.user_id);
  if (!user || cannotLogIn(user)) throw new Refused('blocked');
  const token_version = await endSessions(context, user.id, null);
  const session = await openSession(context, auth, { ...user, token_version }, request, 'login_by_link');
  await changeLink(tx, link, { detail: { family_id: session.family_id } });
  const creator = await userById(context, link.created_by);
  const facts = { by: creator ? fullName(creator) : '', url: absoluteUrl(auth.public_url, '/recover-password') };
  await sendEmail(context, user, 'let_in', facts);
  const detail = { made_by: link.created_by };
  await recordLink(context, { action: 'credentials_link_used', user, actor_id: user.id, request, detail });
  return { token: session.token, status: 'ok' };
}

/**
 * Ends a recently used link, so that no second password can be set with it. Throws the same errors as
 * `getRecentlyUsedLink`.
 */
async function endRecentlyUsedLink(tx: Tx, scope: string, token: string, now: string) {
  const link = await getRecentlyUsedLink(tx, { scope, kind: 'credentials', token, now }, SET_WITHIN_MIN);
  await changeLink(tx, link, { ended_at: now, detail: { ...link.detail, password_set: true } });
  return link;
}

/**
 * Sets a new password with a link that was used a short time ago to log in. The session that the link opened stays
 * open.
 */
export function setCredentialsHandler(auth: Auth): SelfTransactionalHandler<'accounts.set_credentials'> {
  return async ({ deps, request }, { body: { token, password } }) => {
    const linkQuery = { scope: deps.scope, kind: 'credentials', token, now: deps.clock().toISOString() } as const;
    await inScope(deps, deps.scope, ({ tx }) => getRecentlyUsedLink(tx, linkQuery, SET_WITHIN_MIN));
    checkNewPassword(password, []);
    const password_hash = await hashPassword(password);
    return inScope(deps, deps.scope, async (context) => {
      const { tx, scope, received_at: at } = context;
      const { user_id, detail } = await endRecentlyUsedLink(tx, scope, token, at);
      const user = await userById(context, user_id);
      if (!user || cannotLogIn(user)) throw new Refused('blocked');
      const family_id = String(detail['family_id']);
      const token_version = await setPassword(context, user_id, password_hash, family_id);
      await sendEmail(context, user, 'password_changed', { url: absoluteUrl(auth.public_url, '/recover-password') });
      await recordLink(context, { action: 'credentials_set', user, actor_id: user_id, request });
      const access = await createAccessToken(auth, request, scope, { id: user_id, token_version }, family_id);
      return { token: access, status: 'ok' as const };
    });
  };
}
