import type { ContactEditArgs, Contact, ContactCreateArgs } from '../../contract/entities/contact.ts';
import type { InteractionLogArgs } from '../../contract/entities/interaction.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { iso } from '../../src/lib/ports.ts';
import { ANNA, newId, START } from './phone.ts';
import { blankContact } from './blank-contact.ts';

/** Returns the fields of a contact as a form returns them. */
export function contactFields(change: Partial<ContactCreateArgs> = {}): ContactCreateArgs {
  return {
    first_name: 'Ivan',
    ...blankContact,
    last_name: 'Orlov',
    phones: [{ number: '+491511234567', label: '' }],
    city: 'Berlin',
    country: 'DE',
    at: iso(START),
    ...change,
  };
}

/** Returns a contact as the server sends it to its owner, Anna. */
export function contactRow(change: Partial<Contact> = {}): Contact {
  const { at, ...fields } = contactFields();
  return {
    ...fields,
    id: newId(),
    rev: 1,
    owner_id: ANNA,
    owner_name: 'Anna Petrova',
    photo: null,
    linked_user_id: null,
    created_at: at,
    updated_at: at,
    ...change,
  };
}

// ---- writes that screens make ----

export const createContact = (change: Partial<ContactCreateArgs> = {}, id = newId()): Draft => ({
  kind: 'contact.create',
  id,
  args: contactFields(change),
  title: 'Ivan Orlov',
});
export const editContact = (id: string, args: ContactEditArgs): Draft => ({ kind: 'contact.edit', id, args });
export const deleteContact = (id: string): Draft => ({ kind: 'contact.delete', id, args: { at: iso(START) } });
export const logCall = (contact_id: string, change: Partial<InteractionLogArgs> = {}, id = newId()): Draft => ({
  kind: 'interaction.log',
  id,
  args: {
    contact_id,
    user_id: null,
    phone_raw: null,
    task_id: null,
    kind: 'call',
    direction: 'out',
    at: iso(START),
    duration_s: 60,
    result: 'reached',
    note: 'Asked for the price',
    follow_up_at: null,
    ...change,
  },
});

/** Returns a photo. A device accepts any bytes, because only the server decodes them. */
export function photoFile(text = 'a picture'): { sha256: string; mime: string; data: ArrayBuffer } {
  const data = new TextEncoder().encode(text).buffer as ArrayBuffer;
  const sha256 = [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 0xffffffff, 7).toString(16);
  return { sha256: sha256.padStart(64, '0'), mime: 'image/jpeg', data };
}

export const setPhoto = (id: string, file = photoFile(), deps: string[] = []): Draft => ({
  kind: 'contact.photo',
  id,
  args: { photo: { sha256: file.sha256, mime: 'image/jpeg', bytes: file.data.byteLength }, at: iso(START) },
  deps,
  files: [file],
});

/** Returns a contact whose id ends with a number, so that contacts are sorted by their numbers. */
export const numberedContact = (number: number, change: Partial<Contact> = {}): Contact =>
  contactRow({
    id: `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
    first_name: `No ${number}`,
    ...change,
  });

/** Returns contacts with neighbouring ids. */
export const numberedContacts = (count: number, from = 0): Contact[] =>
  Array.from({ length: count }, (_, at) => numberedContact(from + at));
