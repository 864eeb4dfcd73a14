import { sql } from 'kysely';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { RowsContext } from '../../handlers.ts';

const e164 = /^\+[1-9]\d{6,14}$/;

/** Returns the active user with this contact's phone or email; the phone takes precedence. */
async function userBehind(
  { tx, caller }: RowsContext,
  { phones, emails }: Pick<Contact, 'phones' | 'emails'>,
): Promise<string | null> {
  const numbers = phones.map(({ number }) => number).filter((number) => e164.test(number));
  const addresses = emails.map((email) => email.toLowerCase());
  if (numbers.length + addresses.length === 0) return null;
  const isPhone = numbers.length > 0 ? sql<boolean>`u.phone in (${sql.join(numbers)})` : sql<boolean>`false`;
  const isEmail = addresses.length > 0 ? sql<boolean>`lower(u.email) in (${sql.join(addresses)})` : sql<boolean>`false`;
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.scope', '=', caller.scope)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(coalesce(${isPhone}, false) or coalesce(${isEmail}, false))`)
    .orderBy(sql`coalesce(${isPhone}, false)`, 'desc')
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Statuses stronger than "registered". */
const stronger = new Set<Contact['status']>(['partner', 'do_not_contact', 'not_interested']);

/** Links the contact's user, and marks a newly found one as registered. */
export async function withKnownUser(context: RowsContext, contact: Contact): Promise<Contact> {
  const linked_user_id = await userBehind(context, contact);
  const isNew = linked_user_id !== null && linked_user_id !== contact.linked_user_id;
  const status = isNew && !stronger.has(contact.status) ? 'registered' : contact.status;
  return { ...contact, linked_user_id, status };
}
