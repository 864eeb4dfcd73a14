import { sql, type RawBuilder } from 'kysely';
import type { Contact } from '../../../contract/entities/contact.ts';
import { countWithinDailyLimit } from '../../daily-limit.ts';
import type { Caller, HandlerContext } from '../../handlers.ts';
import { isInCareOfCaller } from '../people/visible.ts';

const e164 = /^\+[1-9]\d{6,14}$/;

/**
 * SQL condition for people whom both the caller and the owner of the contact can see. The two differ if a manager edits
 * the contact of a consultant.
 */
function visibleToBoth(caller: Caller, owner_id: string): RawBuilder<boolean> {
  const isInCare = isInCareOfCaller(caller, 'u');
  return owner_id === caller.user_id ? isInCare : sql<boolean>`(${isInCare} and u.responsible_id = ${owner_id})`;
}

/**
 * [Note: Contacts match people in the caller's care] Returns the user with the phone number or email address of a
 * contact; the phone number takes precedence. Only people in the caller's care are considered, because a contact must
 * not reveal whether other people have an account.
 */
async function findMatchingUser(
  context: HandlerContext,
  { phones, emails, owner_id }: Pick<Contact, 'phones' | 'emails' | 'owner_id'>,
): Promise<string | null> {
  const { tx, caller } = context;
  const numbers = phones.map(({ number }) => number).filter((number) => e164.test(number));
  const addresses = emails.map((email) => email.toLowerCase());
  if (!caller.is_staff || numbers.length + addresses.length === 0) return null;
  if (!(await countWithinDailyLimit(context, 'contact_matches'))) return null;
  const isPhone = numbers.length > 0 ? sql<boolean>`u.phone in (${sql.join(numbers)})` : sql<boolean>`false`;
  const isEmail = addresses.length > 0 ? sql<boolean>`lower(u.email) in (${sql.join(addresses)})` : sql<boolean>`false`;
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', caller.scope)
    .where('u.deleted_at', 'is', null)
    .where(visibleToBoth(caller, owner_id))
    .where(sql<boolean>`(coalesce(${isPhone}, false) or coalesce(${isEmail}, false))`)
    .orderBy(sql`coalesce(${isPhone}, false)`, 'desc')
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Statuses that are kept if the contact would otherwise become `registered`. */
const keptStatuses = new Set<Contact['status']>(['partner', 'do_not_contact', 'not_interested']);

/**
 * Links a contact to the matching user. If this is a new link, the contact is also marked as registered, unless its
 * status is one of those that are kept.
 */
export async function withKnownUser(context: HandlerContext, contact: Contact): Promise<Contact> {
  const linked_user_id = await findMatchingUser(context, contact);
  const isNewLink = linked_user_id !== null && linked_user_id !== contact.linked_user_id;
  const status = isNewLink && !keptStatuses.has(contact.status) ? 'registered' : contact.status;
  return { ...contact, linked_user_id, status };
}
