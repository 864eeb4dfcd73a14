import type { Contact } from '../../contract/entities/contact.ts';
import { iso } from '../../src/lib/ports.ts';
import { ANNA, newId, START } from './phone.ts';
import { blankContact } from './blank-contact.ts';

/** Returns one of Anna's contacts as it is stored on the device. */
export function contactRow(change: Partial<Contact> = {}): Contact {
  return {
    id: newId(),
    rev: 1,
    owner_id: ANNA,
    owner_name: 'Anna Petrova',
    first_name: 'Nina',
    ...blankContact,
    last_name: 'Berg',
    photo: null,
    linked_user_id: null,
    created_at: iso(START),
    updated_at: iso(START),
    ...change,
  };
}
