import type { Contact } from '../../contract/entities/contact.ts';
import { iso } from '../../src/lib/ports.ts';
import { ANNA, newId, START } from './phone.ts';

/** Returns one of Anna's contacts as it is stored on the device. */
export function contactRow(change: Partial<Contact> = {}): Contact {
  return {
    id: newId(),
    rev: 1,
    owner_id: ANNA,
    owner_name: 'Anna Petrova',
    first_name: 'Nina',
    last_name: 'Berg',
    middle_name: '',
    phones: [],
    emails: [],
    telegram: null,
    city: '',
    country: null,
    date_birth: null,
    address: '',
    work_zone: '',
    is_partner: false,
    category_id: null,
    status: 'new',
    photo: null,
    notes: '',
    next_step_at: null,
    consent: null,
    linked_user_id: null,
    created_at: iso(START),
    updated_at: iso(START),
    ...change,
  };
}
