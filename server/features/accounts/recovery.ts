import { uuidv7 } from 'uuidv7';
import { addAuditEntry } from '../../audit.ts';
import { inSavepoint, inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext, SelfTransactionalHandler } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { setPassword } from './revoke-sessions.ts';
import { absoluteUrl, sendEmail } from './emails.ts';
import { makeLink, getSecondsLeft, consumeLink } from './links.ts';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { accountByName } from './repository.ts';
import type { Auth } from './sessions.ts';

const MAX_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

async function hasReachedLimit(deps: Deps, user_id: string): Promise<boolean> {
  const since = new Date(deps.clock().getTime() - HOUR_MS).toISOString();
  const { made } = await deps.db
    .selectFrom('account_links')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('scope', '=', deps.scope)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'password_reset')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(made) >= MAX_PER_HOUR;
}

/** Thrown to roll back the link that was created for a login name without an account. */
class RollBack extends Error {}

async function createResetLink(
  { tx, scope, received_at: now }: Omit<HandlerContext, 'caller'>,
  user: User | null,
): Promise<string> {
  const target_id = user?.id ?? uuidv7();
  const { token } = await makeLink(tx, { scope, user_id: target_id, kind: 'password_reset', now });
  await addAuditEntry(tx, { scope, at: now, action: 'reset_link_mailed', target_id });
  return token;
}

/**
 * [Note: Recovery always answers the same] The call queues this job for any entered name without searching for an
 * account, so neither the response nor its time reveals whether an account exists. The job creates the link and queues
 * the email, at most a few per hour. For a name without an account the job does the same work, but rolls the link back
 * and renders an email that is not sent: otherwise the load of the server would reveal the difference.
 */
export async function sendRecoveryLink(deps: Deps, public_url: string, email: string): Promise<void> {
  const account = await accountByName(deps.db, deps.scope, { email });
  const isOverLimit = await hasReachedLimit(deps, account?.id ?? '');
  const user = account && !account.is_blocked && account.is_active && !isOverLimit ? account : null;
  await inScope(deps, deps.scope, async (context) => {
    let token = '';
    try {
      await inSavepoint(context.tx, async () => {
        token = await createResetLink(context, user);
        if (!user) throw new RollBack();
      });
    } catch (error) {
      if (!(error instanceof RollBack)) throw error;
    }
    const { scope, tx, received_at: at } = context;
    const { language, first_name } = user ?? { language: 'en' as const, first_name: 'Anna' };
    const facts = { name: first_name, url: absoluteUrl(public_url, `/password-reset/${token}`) };
    await addJob(tx, { scope, at }, 'email', { to: user?.email ?? null, language, template: 'recover', facts });
  });
}

/**
 * Sets a new password with a link from an email. Throws `not_found`, `link_used`, `link_expired` or `password_common`.
 */
export function resetPasswordHandler({ public_url }: Auth): SelfTransactionalHandler<'accounts.reset_password'> {
  return async ({ deps, request }, { body: { token, password } }) => {
    const linkQuery = { scope: deps.scope, kind: 'password_reset', token } as const;
    // Check the link first, so that no hash is computed for an invalid link. Check the password before the link is
    // used, so that a weak password does not make the link unusable.
    await getSecondsLeft(deps.db, { ...linkQuery, now: deps.clock().toISOString() });
    checkNewPassword(password, []);
    const password_hash = await hashPassword(password);
    await inScope(deps, deps.scope, async (context) => {
      const { tx, scope, received_at: at } = context;
      const { user_id } = await consumeLink(tx, { ...linkQuery, now: at });
      await setPassword(context, user_id, password_hash, null);
      const user = await tx
        .selectFrom('users')
        .select(['email', 'first_name', 'language'])
        .where('scope', '=', scope)
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow();
      await sendEmail(context, user, 'password_changed', { url: absoluteUrl(public_url, '/recover-password') });
      const requestFacts = { ip: request.ip, request_id: request.id };
      await addAuditEntry(tx, {
        scope,
        at,
        action: 'password_reset',
        actor_id: user_id,
        target_id: user_id,
        ...requestFacts,
      });
    });
    return { ok: true };
  };
}
