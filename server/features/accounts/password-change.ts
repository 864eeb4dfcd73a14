import { Refused } from '../../../contract/errors.ts';
import { addAuditEntry } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Caller, SelfTransactionalHandler, RequestFacts } from '../../handlers.ts';
import { setPassword } from './revoke-sessions.ts';
import { absoluteUrl, sendEmail } from './emails.ts';
import { tryPassword } from './login.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { createAccessToken, type Auth } from './sessions.ts';
import { tokenOf } from './tokens.ts';

/** Returns the id of the session to which a request belongs. */
export async function tokenFamilyOf({ tokens }: Auth, request: RequestFacts): Promise<string> {
  const claims = await tokens.read(tokenOf(request.header('authorization')) ?? '', true);
  if (!claims) throw new Refused('unauthorized');
  return claims.fam;
}

/**
 * Checks the password of a logged-in user, because someone else may be using the device. Failures delay further
 * attempts, as at login. Throws `wrong_password` or `too_many_requests`.
 */
export async function checkPassword(
  deps: Deps,
  caller: Caller,
  password: string,
  field: string,
  request: RequestFacts,
): Promise<void> {
  const attempt = { account: `own ${caller.user_id}`, from: 'their session', isKnown: true };
  if (!(await tryPassword(deps, attempt, caller.user, password, request)))
    throw new Refused('wrong_password', { [field]: 'wrong_password' });
}

/** Changes the caller's password. All other sessions end; the current session continues with the returned token. */
export function changePasswordHandler(auth: Auth): SelfTransactionalHandler<'own.change_password'> {
  return async ({ deps, caller, request }, { body: { old_password, password } }) => {
    const { email, phone, first_name, last_name } = caller.user;
    const family_id = await tokenFamilyOf(auth, request);
    await checkPassword(deps, caller, old_password, 'old_password', request);
    checkNewPassword(password, [email, phone, `${first_name}${last_name}`]);
    const password_hash = await hashPassword(password);
    return inScope(deps, caller.scope, async (context) => {
      const { tx, scope, received_at: at } = context;
      const token_version = await setPassword(context, caller.user_id, password_hash, family_id);
      const facts = { url: absoluteUrl(auth.public_url, '/recover-password') };
      await sendEmail(context, caller.user, 'password_changed', facts);
      const requestFacts = {
        actor_id: caller.user_id,
        target_id: caller.user_id,
        ip: request.ip,
        request_id: request.id,
      };
      await addAuditEntry(tx, { scope, at, action: 'password_changed', ...requestFacts });
      return { token: await createAccessToken(auth, request, scope, { id: caller.user_id, token_version }, family_id) };
    });
  };
}
