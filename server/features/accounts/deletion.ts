import { addAuditEntry } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { CallerContext, SelfTransactionalHandler, HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { endSessions } from './revoke-sessions.ts';
import { absoluteUrl, sendEmail } from './emails.ts';
import { checkPassword } from './password-change.ts';
import type { Auth } from './sessions.ts';
import { checkSuperuserRemains, lockWithSuperusers } from './superusers.ts';
import { rowSources } from '../../sync/rows.ts';

/** Days between the request and the deletion. */
export const DELETE_AFTER_DAYS = 30;
const DAY_MS = 86_400_000;

/** Throws `last_superuser` if the account belongs to the last superuser. See: [Note: The last superuser] */
async function checkNotLast(context: Pick<HandlerContext, 'tx' | 'scope'>, user_id: string, delete_at: string) {
  const locked = await lockWithSuperusers(context, user_id);
  const row = locked.find(({ id }) => id === user_id);
  if (row) checkSuperuserRemains(row, { ...row, delete_at }, locked);
}

async function setDeleteAt(context: HandlerContext, delete_at: string | null): Promise<void> {
  const { tx, scope, caller, received_at } = context;
  const rev = await context.nextRev();
  await tx
    .updateTable('users')
    .set({ delete_at, rev, updated_at: received_at })
    .where('scope', '=', scope)
    .where('id', '=', caller.user_id)
    .execute();
  context.poke([caller.user_id]);
}

/**
 * Schedules the deletion of the caller's account. Until it is deleted, the account works as before, and the deletion
 * can be cancelled. Repeating the request changes nothing. Throws `wrong_password`, and `last_superuser` if no
 * superuser would remain.
 */
export function deleteAccountHandler(auth: Auth): SelfTransactionalHandler<'own.delete_account'> {
  return async ({ deps, caller, request }, { body: { password } }) => {
    await checkPassword(deps, caller, password, 'password', request);
    const { delete_at: known, language } = caller.user;
    if (known !== null) return { delete_at: known };
    return inScope(deps, caller.scope, async (context) => {
      const { tx, scope, received_at: at } = context;
      const delete_at = new Date(Date.parse(at) + DELETE_AFTER_DAYS * DAY_MS).toISOString();
      await checkNotLast(context, caller.user_id, delete_at);
      await setDeleteAt({ ...context, caller }, delete_at);
      await addJob(tx, { scope, at, run_at: delete_at }, 'erase_account', { user_id: caller.user_id });
      const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(delete_at));
      await sendEmail(context, caller.user, 'deletion', { day, url: absoluteUrl(auth.public_url, '/login') });
      const requestFacts = {
        actor_id: caller.user_id,
        target_id: caller.user_id,
        ip: request.ip,
        request_id: request.id,
      };
      await addAuditEntry(tx, { scope, at, action: 'deletion_asked', ...requestFacts });
      return { delete_at };
    });
  };
}

/** Cancels the scheduled deletion of the account. */
export async function cancelDeletion(context: CallerContext): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  if (caller.user.delete_at === null) return;
  await setDeleteAt(context, null);
  const requestFacts = { actor_id: caller.user_id, target_id: caller.user_id, ip: request.ip, request_id: request.id };
  await addAuditEntry(tx, { scope, at, action: 'deletion_taken_back', ...requestFacts });
}

async function eraseAll({ tx, scope, received_at: at, nextRev }: Omit<HandlerContext, 'caller'>, user_id: string) {
  const erasure = { tx, scope, user_id, rev: await nextRev(), at };
  for (const { storage } of Object.values(rowSources))
    if (typeof storage.erase === 'function') await storage.erase(erasure);
  for (const table of ['account_links', 'sync_devices', 'push_subscriptions', 'external_ids'] as const)
    await tx.deleteFrom(table).where('scope', '=', scope).where('user_id', '=', user_id).execute();
}

/**
 * Erases an account whose deletion is due, unless it was cancelled. Records that other users need are kept, without
 * personal data.
 */
export async function eraseAccount(deps: Deps, user_id: string): Promise<void> {
  await inScope(deps, deps.scope, async (context) => {
    const { tx, scope, received_at: at } = context;
    const user = await tx
      .selectFrom('users')
      .select(['delete_at', 'responsible_id'])
      .where('scope', '=', scope)
      .where('id', '=', user_id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user?.delete_at || user.delete_at > at) return;
    await eraseAll(context, user_id);
    await endSessions(context, user_id, null);
    if (user.responsible_id) context.poke([user.responsible_id]);
    await addAuditEntry(tx, { scope, at, action: 'account_erased', target_id: user_id });
  });
}

/** Erases the personal data of a person removed by a manager. */
export async function eraseRemoved(deps: Deps, user_id: string): Promise<void> {
  await inScope(deps, deps.scope, async (context) => {
    const { tx, scope, received_at: at } = context;
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('scope', '=', scope)
      .where('id', '=', user_id)
      .where('deleted_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return;
    await eraseAll(context, user_id);
    await addAuditEntry(tx, { scope, at, action: 'account_erased', target_id: user_id });
  });
}
