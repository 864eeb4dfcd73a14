import { Refused } from '../../../contract/errors.ts';
import { audit } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Tx, User } from '../../db/tables.ts';
import type {
  AnonymousContext,
  Caller,
  CallerContext,
  SelfTransactionalHandler,
  HandlerContext,
} from '../../handlers.ts';
import { endSessions, setPassword } from './revoke-sessions.ts';
import { enter } from './open-session.ts';
import { absoluteUrl, sendEmail } from './emails.ts';
import { changeLink, makeLink, spendLink, spentLink } from './links.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './rows.ts';
import { accessToken, type Auth } from './sessions.ts';

/** How long a used link may still set a password. */
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

/** A link to an account with more rights than its creator's would hand those rights over. */
function isAbove(caller: Caller, user: User): boolean {
  if (user.is_superuser) return true;
  if (caller.principal === 'admin') return false;
  return user.is_manager || (user.is_staff && caller.principal !== 'manager');
}

/** The responsible employee, their manager, or an admin. */
async function looksAfter(context: CallerContext, user: User): Promise<boolean> {
  const { caller } = context;
  if (caller.principal === 'admin' || user.responsible_id === caller.user_id) return true;
  if (!caller.is_manager || user.responsible_id === null) return false;
  return (await userById(context, user.responsible_id))?.responsible_id === caller.user_id;
}

/** Creates a login link for a person in the caller's care. Throws `not_found` for everyone else. */
export async function makeCredentialsLink(
  { public_url }: Auth,
  context: CallerContext,
  user_id: string,
): Promise<{ url: string; expires_at: string }> {
  const { tx, scope, caller, received_at: now, request } = context;
  const user = await userById(context, user_id.toLowerCase());
  if (!user || user.id === caller.user_id || !(await looksAfter(context, user))) throw new Refused('not_found');
  if (isAbove(caller, user)) throw new Refused('not_found');
  const made_by = caller.user_id;
  const { token, expires_at } = await makeLink(tx, {
    scope,
    user_id: user.id,
    kind: 'credentials',
    now,
    created_by: made_by,
  });
  const where = { actor_id: made_by, target_id: user.id, ip: request.ip, request_id: request.id };
  await audit(tx, { scope, at: now, action: 'credentials_link_made', ...where });
  return { url: absoluteUrl(public_url, `/reset-credentials/${token}`), expires_at };
}

const isShutOut = (user: User | undefined): boolean => !user || user.is_blocked || !user.is_active;

/** Logs in by a link and ends all other sessions. The link may then set a password for some minutes. */
export async function spendCredentialsLink(
  auth: Auth,
  context: AnonymousContext,
  token: string,
): Promise<{ token: string; status: 'ok' }> {
  const { tx, scope, received_at: at, request } = context;
  const link = await spendLink(tx, { scope, kind: 'credentials', token, now: at });
  const user = await userById(context, link.user_id);
  if (!user || isShutOut(user)) throw new Refused('blocked');
  const token_version = await endSessions(context, user.id, null);
  const entered = await enter(context, auth, { id: user.id, token_version }, request, 'login_by_link');
  await changeLink(tx, link, { detail: { family_id: entered.family_id } });
  const maker = await userById(context, link.created_by);
  const facts = { by: maker ? fullName(maker) : '', url: absoluteUrl(auth.public_url, '/recover-password') };
  await sendEmail(context, user, 'let_in', facts);
  const where = { actor_id: user.id, target_id: user.id, ip: request.ip, request_id: request.id };
  await audit(tx, { scope, at, action: 'credentials_link_used', detail: { made_by: link.created_by }, ...where });
  return { token: entered.token, status: 'ok' };
}

/** Ends the link, so that it sets one password only. Throws like `consumedLink`. */
async function endSpent(tx: Tx, scope: string, token: string, now: string) {
  const link = await spentLink(tx, { scope, kind: 'credentials', token, now }, SET_WITHIN_MIN);
  await changeLink(tx, link, { ended_at: now });
  return link;
}

/** Sets a new password by a link that was just used to log in; that session stays open. */
export function setCredentialsHandler(auth: Auth): SelfTransactionalHandler<'accounts.set_credentials'> {
  return async ({ deps, request }, { body: { token, password } }) => {
    const asked = { scope: deps.scope, kind: 'credentials', token, now: deps.clock().toISOString() } as const;
    await inScope(deps, deps.scope, ({ tx }) => spentLink(tx, asked, SET_WITHIN_MIN));
    checkNewPassword(password, []);
    const password_hash = await hashPassword(password);
    return inScope(deps, deps.scope, async (context) => {
      const { tx, scope, received_at: at } = context;
      const { user_id, detail } = await endSpent(tx, scope, token, at);
      const user = await userById(context, user_id);
      if (!user || isShutOut(user)) throw new Refused('blocked');
      const family_id = String(detail['family_id']);
      const token_version = await setPassword(context, user_id, password_hash, family_id);
      await sendEmail(context, user, 'password_changed', { url: absoluteUrl(auth.public_url, '/recover-password') });
      const where = { actor_id: user_id, target_id: user_id, ip: request.ip, request_id: request.id };
      await audit(tx, { scope, at, action: 'credentials_set', ...where });
      const access = await accessToken(auth, request, scope, { id: user_id, token_version }, family_id);
      return { token: access, status: 'ok' as const };
    });
  };
}
