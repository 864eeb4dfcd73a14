import { createHash } from 'node:crypto';
import { Refused } from '../../../contract/errors.ts';
import { audit } from '../../audit.ts';
import { inScope } from '../../context.ts';
import { checkDemoLogin } from '../../demo/access.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../db/tables.ts';
import type { SelfTransactionalHandler, RequestFacts } from '../../handlers.ts';
import { RefusedForNow } from '../../http/with-current-row.ts';
import { enter } from './open-session.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import { accountByName, countFailure, failuresOf, forgetFailures, setPasswordHash } from './repository.ts';
import type { Auth } from './sessions.ts';

const FREE_FAILURES = 5;
const LONGEST_DELAY_S = 60;
const FORGET_AFTER_S = 3600;

export type LoginName = { email: string } | { phone: string };

/** Parses a phone number in any notation, or an email address. `00` and a bare country code become `+`. */
export function loginName(username: string): LoginName {
  const digits = username.replace(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(digits)) return { email: username.normalize('NFC').toLowerCase() };
  return { phone: `+${digits.replace(/^(\+|00)/, '')}` };
}

/** Key of the failure counter; the table stores no name. Unknown accounts are counted alike. */
const accountKey = (name: LoginName): string => createHash('sha256').update(JSON.stringify(name)).digest('hex');

/** Seconds from the last failure until the next attempt is accepted: 1, 2, 4 … 60. */
export function delayAfter(failures: number): number {
  return failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES), LONGEST_DELAY_S);
}

export async function noteFailure(
  deps: Deps,
  account: string,
  user: Pick<User, 'id'> | undefined,
  { ip, id }: RequestFacts,
): Promise<void> {
  await inScope(deps, deps.scope, async ({ tx, scope, received_at: at }) => {
    const quietSince = new Date(Date.parse(at) - FORGET_AFTER_S * 1000).toISOString();
    await countFailure(tx, scope, account, at, quietSince);
    await audit(tx, { scope, at, action: 'login_failed', target_id: user?.id ?? null, ip, request_id: id });
  });
}

/** Called before a password is checked. Throws `too_many_requests` with the time to wait. */
export async function checkDelay({ db, scope, clock }: Deps, account: string): Promise<void> {
  const known = await failuresOf(db, scope, account);
  if (!known) return;
  const passed = (clock().getTime() - Date.parse(known.last_at)) / 1000;
  const left = delayAfter(known.failures) - passed;
  if (left > 0 && passed < FORGET_AFTER_S) throw new RefusedForNow('too_many_requests', Math.ceil(left));
}

async function renewHash(deps: Deps, user: User, password: string): Promise<void> {
  if (user.password_hash === null || !isOutdated(user.password_hash)) return;
  const renewed = await hashPassword(password);
  await inScope(deps, deps.scope, ({ tx, scope }) => setPasswordHash(tx, scope, user.id, renewed));
}

/** Gives the same answer in the same time for an unknown account and a wrong password. */
export function loginHandler(auth: Auth): SelfTransactionalHandler<'accounts.login'> {
  return async ({ deps, request }, { body: { username, password } }) => {
    const name = loginName(username);
    checkDemoLogin(auth.demo, request, name, password);
    const account = accountKey(name);
    await checkDelay(deps, account);
    const user = await accountByName(deps.db, deps.scope, name);
    if (!(await isPassword(user?.password_hash ?? null, password)) || !user) {
      await noteFailure(deps, account, user, request);
      throw new Refused('phone' in name ? 'wrong_phone_or_password' : 'wrong_email_or_password');
    }
    if (user.is_blocked || !user.is_active) throw new Refused('blocked');
    await renewHash(deps, user, password);
    const { token } = await inScope(deps, deps.scope, async (context) => {
      await forgetFailures(context.tx, context.scope, account);
      return enter(context, auth, user, request, 'login');
    });
    return { token };
  };
}
