import { Refused } from '../../../contract/errors.ts';
import { hasAccess } from '../../../contract/roles.ts';
import { addressPrefix } from '../../address.ts';
import { addAuditEntry } from '../../audit.ts';
import { inScope } from '../../context.ts';
import { checkDemoLogin } from '../../demo/access.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../db/tables.ts';
import type { SelfTransactionalHandler, RequestFacts } from '../../handlers.ts';
import { beginAttempt, type Attempt } from './attempts.ts';
import { openSession } from './open-session.ts';
import { hashPassword, isHashOutdated, passwordMatches } from './passwords.ts';
import { accountByName, setPasswordHash } from './repository.ts';
import type { Auth } from './sessions.ts';

export type LoginName = { email: string } | { phone: string };

/**
 * Parses a login name: a phone number in any notation, or an email address. In a phone number, a leading `00` becomes
 * `+`, and a missing `+` is added.
 */
export function parseLoginName(username: string): LoginName {
  const digits = username.replace(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(digits)) return { email: username.normalize('NFC').toLowerCase() };
  return { phone: `+${digits.replace(/^(\+|00)/, '')}` };
}

async function logFailure(deps: Deps, user: Pick<User, 'id'> | undefined, { ip, id }: RequestFacts): Promise<void> {
  await inScope(deps, deps.scope, ({ tx, scope, received_at: at }) =>
    addAuditEntry(tx, { scope, at, action: 'login_failed', target_id: user?.id ?? null, ip, request_id: id }),
  );
}

/**
 * Describes a login attempt. Attempts with the email address and with the phone number of an account are counted
 * together. Attempts with an unknown name are counted as if the name were an account.
 */
function attemptOf(auth: Auth, request: RequestFacts, user: User | undefined, name: LoginName): Attempt {
  const device = user ? auth.devices.deviceOf(request, user.id) : null;
  const account = user?.id ?? JSON.stringify(name);
  if (device !== null) return { account, from: `device ${device}`, isKnown: true };
  return { account, from: addressPrefix(request.ip), isKnown: false };
}

/**
 * Counts a login attempt, then verifies the password. Throws `too_many_requests` with the remaining delay. See: [Note:
 * Delays at login]
 */
export async function tryPassword(
  deps: Deps,
  attempt: Attempt,
  user: User | undefined,
  password: string,
  request: RequestFacts,
): Promise<boolean> {
  const onSuccess = await beginAttempt(deps, attempt);
  const isCorrect = await passwordMatches(user?.password_hash ?? null, password);
  await (isCorrect ? onSuccess() : logFailure(deps, user, request));
  return isCorrect;
}

async function renewPasswordHash(deps: Deps, user: User, password: string): Promise<void> {
  if (user.password_hash === null || !isHashOutdated(user.password_hash)) return;
  const renewed = await hashPassword(password);
  await inScope(deps, deps.scope, ({ tx, scope }) => setPasswordHash(tx, scope, user.id, renewed));
}

/**
 * Handles a login. The response for an unknown account is the same as for a wrong password, and takes the same time.
 */
export function loginHandler(auth: Auth): SelfTransactionalHandler<'accounts.login'> {
  return async ({ deps, request }, { body: { username, password } }) => {
    const name = parseLoginName(username);
    checkDemoLogin(auth.demo, request, name, password);
    const user = await accountByName(deps.db, deps.scope, name);
    if (!(await tryPassword(deps, attemptOf(auth, request, user, name), user, password, request)) || !user)
      throw new Refused('phone' in name ? 'wrong_phone_or_password' : 'wrong_email_or_password');
    if (!hasAccess(user)) throw new Refused('blocked');
    await renewPasswordHash(deps, user, password);
    const { token } = await inScope(deps, deps.scope, (context) => openSession(context, auth, user, request, 'login'));
    return { token };
  };
}
