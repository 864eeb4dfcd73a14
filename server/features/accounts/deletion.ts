import { sql } from 'kysely';
import { audit } from '../../audit.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/tables.ts';
import type { CallerContext, SelfTransactionalHandler, HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { endSessions } from './revoke-sessions.ts';
import { absoluteUrl, sendEmail } from './emails.ts';
import { checkPassword } from './password-change.ts';
import type { Auth } from './sessions.ts';
import { erasePerson } from '../people/erase.ts';
import { eraseTickets } from '../tickets/erase.ts';

/** Grace period before the deletion. */
export const DELETE_AFTER_DAYS = 30;
const DAY_MS = 86_400_000;

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
 * Schedules the deletion of the caller's account, which works as before until then and can be kept. Repeating it
 * changes nothing.
 */
export function deleteAccountHandler(auth: Auth): SelfTransactionalHandler<'own.delete_account'> {
  return async ({ deps, caller, request }, { body: { password } }) => {
    await checkPassword(deps, caller, password, 'password', request);
    const { delete_at: known, language } = caller.user;
    if (known !== null) return { delete_at: known };
    return inScope(deps, caller.scope, async (context) => {
      const { tx, scope, received_at: at } = context;
      const delete_at = new Date(Date.parse(at) + DELETE_AFTER_DAYS * DAY_MS).toISOString();
      await setDeleteAt({ ...context, caller }, delete_at);
      await addJob(tx, { scope, at, run_at: delete_at }, 'erase_account', { user_id: caller.user_id });
      const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(delete_at));
      await sendEmail(context, caller.user, 'deletion', { day, url: absoluteUrl(auth.public_url, '/login') });
      const where = { actor_id: caller.user_id, target_id: caller.user_id, ip: request.ip, request_id: request.id };
      await audit(tx, { scope, at, action: 'deletion_asked', ...where });
      return { delete_at };
    });
  };
}

/** Cancels the deletion. */
export async function keepAccount(context: CallerContext): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  if (caller.user.delete_at === null) return;
  await setDeleteAt(context, null);
  const where = { actor_id: caller.user_id, target_id: caller.user_id, ip: request.ip, request_id: request.id };
  await audit(tx, { scope, at, action: 'deletion_taken_back', ...where });
}

/** Contacts are erased with their owner, since they describe other people. Tombstones remove them from devices. */
async function eraseContacts(
  tx: Tx,
  scope: string,
  user_id: string,
  deletion: { rev: number; at: string },
): Promise<void> {
  const { rev, at } = deletion;
  const deleted = { rev, deleted_at: at, deleted_by: user_id, updated_at: at };
  const blankIdentity = { first_name: '', last_name: '', middle_name: '', phones: '[]', emails: '[]', telegram: null };
  const blankDetails = {
    city: '',
    address: '',
    work_zone: '',
    notes: '',
    date_birth: null,
    photo_sha256: null,
    consent: null,
  };
  await tx
    .updateTable('contacts')
    .set({ ...deleted, ...blankIdentity, ...blankDetails, linked_user_id: null })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .execute();
  await tx
    .updateTable('contact_categories')
    .set({ ...deleted, name: '' })
    .where('scope', '=', scope)
    .where('owner_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute();
}

async function eraseAll({ tx, scope, received_at: at, nextRev }: Omit<HandlerContext, 'caller'>, user_id: string) {
  const rev = await nextRev();
  const blankIdentity = { first_name: '—', last_name: '', middle_name: null, email: null, phone: null, telegram: null };
  const blankAccount = { password_hash: null, avatar_sha256: null, city: null, date_birth: null, promo_code: null };
  const blankNotes = { address: '', notes: '', tags: '[]', groups: '[]', next_step_at: null };
  const deletion = { deleted_at: at, deleted_by: user_id, outbox_key: null, is_active: false, delete_at: null };
  await tx
    .updateTable('users')
    .set({
      ...blankIdentity,
      ...blankAccount,
      ...blankNotes,
      ...deletion,
      rev,
      updated_at: at,
      claimed_rev: sql`case when status = 'waiting' then ${rev}::bigint else claimed_rev end`,
    })
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .execute();
  await eraseContacts(tx, scope, user_id, { rev, at });
  await erasePerson(tx, scope, user_id, { rev, at });
  await eraseTickets(tx, scope, user_id, { rev, at });
  for (const table of ['library_items', 'book_orders'] as const)
    await tx.deleteFrom(table).where('scope', '=', scope).where('user_id', '=', user_id).execute();
  await tx.deleteFrom('account_links').where('scope', '=', scope).where('user_id', '=', user_id).execute();
  await tx.deleteFrom('sync_devices').where('scope', '=', scope).where('user_id', '=', user_id).execute();
}

/**
 * Erases personal data of an account whose deletion is due and not cancelled. Records that others need stay without a
 * name.
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
    await audit(tx, { scope, at, action: 'account_erased', target_id: user_id });
  });
}

/** Erases personal data of a person removed by a manager. */
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
    await audit(tx, { scope, at, action: 'account_erased', target_id: user_id });
  });
}
