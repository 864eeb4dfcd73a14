import { uuidv7 } from 'uuidv7';
import { accountFlags, type CreateUserBody } from '../../../contract/api-calls/admin.ts';
import type { CallReply } from '../../../contract/api-calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import { hasAccess, isEmployee } from '../../../contract/roles.ts';
import { addAuditEntry } from '../../audit.ts';
import type { CallerContext } from '../../handlers.ts';
import { absoluteUrl, sendEmail } from '../accounts/emails.ts';
import { makeLink } from '../accounts/links.ts';
import { fullName } from '../accounts/rows.ts';
import { withFreeContact } from '../people/contact-conflict.ts';
import { insertPerson } from '../people/insert-person.ts';
import { addTimelineEvent } from '../people/timeline-repository.ts';
import { pokePersonViewers } from '../people/transfer-access.ts';
import { adminUserById } from './users.ts';

/** `public_url` returns the base URL of the links in emails. */
export interface UserOptions {
  public_url: () => string;
}

/** Sends the owner a link to set a password. Returns false if the account has no address. */
async function sendInvitation(
  { public_url }: UserOptions,
  context: CallerContext,
  id: string,
  { email, first_name, language }: CreateUserBody,
): Promise<boolean> {
  if (email === null) return false;
  const { tx, scope, caller, received_at: now } = context;
  const { token } = await makeLink(tx, {
    scope,
    user_id: id,
    kind: 'password_reset',
    now,
    created_by: caller.user_id,
  });
  const url = absoluteUrl(public_url(), `/password-reset/${token}`);
  const recover_url = absoluteUrl(public_url(), '/recover-password');
  const facts = { by: fullName(caller.user), url, recover_url };
  await sendEmail(context, { email, first_name, language }, 'account_created', facts);
  return true;
}

async function recordCreation(
  context: CallerContext,
  id: string,
  body: CreateUserBody,
  is_invited: boolean,
): Promise<void> {
  const { tx, scope, caller, received_at: at, request } = context;
  const after = Object.fromEntries(accountFlags.map((flag) => [flag, body[flag]]));
  const actorAndTarget = { actor_id: caller.user_id, target_id: id, ip: request.ip, request_id: request.id };
  await addAuditEntry(tx, { scope, at, action: 'user_created', ...actorAndTarget, detail: { after, is_invited } });
  if (!isEmployee(body)) {
    const detail = { source: 'manual' };
    await addTimelineEvent(context, { person_id: id, kind: 'created', by_id: caller.user_id, detail });
  }
}

/**
 * Creates an account without a password. The owner gets an email with a link to set a password, so that no one else
 * knows the password. A member created here does not wait in the pool. Throws `phone_taken` or `email_taken`.
 */
export async function createUser(
  options: UserOptions,
  context: CallerContext,
  given: CreateUserBody,
): Promise<CallReply<'admin.create_user'>> {
  const { caller, received_at: at } = context;
  const body = { ...given, email: given.email && given.email.normalize('NFC').toLowerCase() };
  const id = uuidv7();
  const person = { ...body, time_zone: caller.time_zone, status: 'active', source: 'manual' } as const;
  const blocked_at = hasAccess(body) ? null : at;
  await withFreeContact(context, body, null, () =>
    insertPerson(context, id, { ...person, blocked_at, tags: [], groups: [] }),
  );
  const is_invited = hasAccess(body) && (await sendInvitation(options, context, id, body));
  await recordCreation(context, id, body, is_invited);
  await pokePersonViewers(context, [], { pool: isEmployee(body) });
  const user = await adminUserById(context, id);
  if (!user) throw new Refused('not_found');
  return { ...user, is_invited };
}
