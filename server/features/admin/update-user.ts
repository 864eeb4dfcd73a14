import { accountFields, accountFlags, type AdminUser, type UpdateUserBody } from '../../../contract/api-calls/admin.ts';
import { Refused } from '../../../contract/errors.ts';
import { hasAccess, isEmployee } from '../../../contract/roles.ts';
import { personSearchText } from '../../../contract/search/lines.ts';
import { addAuditEntry } from '../../audit.ts';
import type { User } from '../../db/tables.ts';
import type { CallerContext } from '../../handlers.ts';
import { nextFieldRevs } from '../../sync/merge.ts';
import { sendEmail } from '../accounts/emails.ts';
import { endLinks } from '../accounts/links.ts';
import { endSessions } from '../accounts/revoke-sessions.ts';
import { canAdminister, checkSuperuserRemains, lockWithSuperusers } from '../accounts/superusers.ts';
import { blockTimeAfter, endSessionsOnAccessChange } from '../employees/block.ts';
import { withFreeContact } from '../people/contact-conflict.ts';
import { pokePersonViewers } from '../people/transfer-access.ts';
import { roleColumnsOf, losesRole, transferRoleAccess } from './roles.ts';
import { adminUserById } from './users.ts';

const fieldNames = Object.keys(accountFields) as (keyof typeof accountFields)[];
type Changes = Partial<Pick<User, (typeof fieldNames)[number] | (typeof accountFlags)[number]>>;

/** Returns the values of the body that differ from the stored values. */
function changesOf(row: User, { reason: _, ...body }: UpdateUserBody): Changes {
  const normalized = { ...body, ...(body.email && { email: body.email.normalize('NFC').toLowerCase() }) };
  const names = [...fieldNames, ...accountFlags];
  return Object.fromEntries(
    names
      .filter((name) => normalized[name] !== undefined && normalized[name] !== row[name])
      .map((name) => [name, normalized[name]]),
  );
}

/**
 * Throws `block_self` if the caller would lose their own access, `last_superuser` if no superuser would remain, and
 * `phone_or_email` if no login name would remain.
 */
function checkChange({ caller }: CallerContext, row: User, next: User, locked: readonly User[]): void {
  if (row.id === caller.user_id && !hasAccess(next)) throw new Refused('block_self');
  checkSuperuserRemains(row, next, locked);
  const hadLoginName = row.phone !== null || row.email !== null;
  if (hadLoginName && next.phone === null && next.email === null)
    throw new Refused('phone_or_email', { phone: 'phone_or_email' });
}

async function save(context: CallerContext, row: User, next: User, changes: Changes): Promise<void> {
  const { tx, scope, received_at: at } = context;
  const rev = await context.nextRev();
  await tx
    .updateTable('users')
    .set({
      ...changes,
      ...(await roleColumnsOf(context, row, next, rev)),
      ...('phone' in changes && { phone_invalid: false }),
      blocked_at: blockTimeAfter(row, next, at),
      search: personSearchText(next),
      field_revs: JSON.stringify(nextFieldRevs(row.field_revs, changes, rev)),
      rev,
      updated_at: at,
    })
    .where('scope', '=', scope)
    .where('id', '=', row.id)
    .execute();
}

const flagsOf = (user: User, changes: Changes) =>
  Object.fromEntries(accountFlags.filter((flag) => flag in changes).map((flag) => [flag, user[flag]]));

/** Writes the audit entries of a change: the names of the changed fields, and the flags before and after the change. */
async function record(context: CallerContext, row: User, next: User, changes: Changes, reason = ''): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  const entry = { scope, at, actor_id: caller.user_id, target_id: row.id, ip: request.ip, request_id: request.id };
  const reasonDetail = reason === '' ? {} : { reason };
  if ('is_blocked' in changes)
    await addAuditEntry(tx, { ...entry, action: next.is_blocked ? 'blocked' : 'unblocked', detail: reasonDetail });
  const detail = {
    fields: Object.keys(changes),
    before: flagsOf(row, changes),
    after: flagsOf(next, changes),
    ...reasonDetail,
  };
  await addAuditEntry(tx, { ...entry, action: 'user_updated', detail });
}

/** Notifies the previous email address of the change, and invalidates the reset links that were sent to it. */
async function afterNewEmail(context: CallerContext, row: User): Promise<void> {
  const { tx, scope, received_at: now } = context;
  await endLinks(tx, { scope, user_id: row.id, now }, ['password_reset']);
  await sendEmail(context, row, 'email_changed');
}

async function applyChanges(
  context: CallerContext,
  row: User,
  changes: Changes,
  reason: string | undefined,
): Promise<void> {
  const next: User = { ...row, ...changes };
  const { phone, email } = changes;
  await withFreeContact(context, { phone, email }, row.id, () => save(context, row, next, changes));
  await transferRoleAccess(context, row, next);
  await endSessionsOnAccessChange(context, row.id, row, next);
  if (hasAccess(row) && hasAccess(next) && losesRole(row, next)) await endSessions(context, row.id, null);
  if ('email' in changes) await afterNewEmail(context, row);
  await record(context, row, next, changes, reason);
  // Every employee sees the names of all employees.
  await pokePersonViewers(context, [row], { pool: isEmployee(row) || isEmployee(next) });
}

/**
 * Changes the given fields and flags of an account. Writes nothing if no value changes. Throws `not_found`,
 * `block_self`, `last_superuser`, `phone_or_email`, `phone_taken` or `email_taken`, and `forbidden` if the caller has
 * lost the role since the request was authorised.
 */
export async function updateUser(context: CallerContext, id: string, body: UpdateUserBody): Promise<AdminUser> {
  const locked = await lockWithSuperusers(context, id);
  const row = locked.find((user) => user.id === id);
  if (!row || row.deleted_at !== null) throw new Refused('not_found');
  if (!locked.some((user) => user.id === context.caller.user_id && canAdminister(user))) throw new Refused('forbidden');
  const changes = changesOf(row, body);
  if (Object.keys(changes).length > 0) {
    checkChange(context, row, { ...row, ...changes }, locked);
    await applyChanges(context, row, changes, body.reason);
  }
  const user = await adminUserById(context, id);
  if (!user) throw new Refused('not_found');
  return user;
}
