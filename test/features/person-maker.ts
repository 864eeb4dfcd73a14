import type { Person } from '../../contract/entities/person.ts';

/** Creates a person with the status "processing" to whom no employee is assigned. */
export function makePerson(change: Partial<Person> = {}): Person {
  return {
    id: '0198c000-0000-7000-8000-0000000000c1',
    rev: 5,
    first_name: 'Anna',
    last_name: 'Berg',
    middle_name: '',
    phone: '+491512345678',
    phone_invalid: false,
    email: null,
    telegram: null,
    city: 'Ulm',
    country: 'DE',
    address: '',
    language: 'de',
    date_birth: null,
    status: 'processing',
    responsible_id: null,
    responsible_name: null,
    tags: [],
    groups: [],
    source: 'manual',
    do_not_contact: false,
    notes: '',
    is_subscribed: false,
    is_blocked: false,
    has_login: false,
    waiting_since: null,
    next_step_at: null,
    created_at: '2026-05-01T10:00:00.000Z',
    updated_at: '2026-05-01T10:00:00.000Z',
    ...change,
  };
}
