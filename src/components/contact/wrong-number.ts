import type { Store } from '../../db/schema/store.ts';
import { contactName } from './contact-labels.ts';
import { savedContact } from '../../db/queries/contacts.ts';

/** Marks a contact's number as wrong. Its label is kept, in case the number was mistyped. */
export async function markWrongNumber(store: Store, contact_id: string | null, number: string): Promise<void> {
  const contact = contact_id === null ? undefined : await savedContact(store.db, contact_id);
  if (!contact?.phones.some((phone) => phone.number === number && !phone.invalid)) return;
  const phones = contact.phones.map((phone) => (phone.number === number ? { ...phone, invalid: true } : phone));
  await store.write({ kind: 'contact.edit', id: contact.id, args: { phones }, title: contactName(contact) });
}
