import type { Contact } from '../../contract/entities/contact.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { ANNA } from './fake-app.tsx';
import { blankContact } from '../helpers/blank-contact.ts';

const ROW = '0198c000-0000-7000-8000-00000000000';
export const CONTACT = '0198c000-0000-7000-8000-0000000000c1';

/** Creates an outbox entry: an unsent comment with the given changes. */
export function makeEntry(number: number, change: Partial<Entry> = {}): Entry {
  const entity = change.entity ?? 'comments';
  const entity_id = change.entity_id ?? `${ROW}${number}`;
  return {
    op_id: `0198c000-0000-7000-8000-0000000000a${number}`,
    lane: `${entity}:${entity_id}`,
    deps: [],
    atomic_group: null,
    kind: 'comment.add',
    v: 1,
    entity,
    entity_id,
    args: { lesson: null, parent: null, text: `Words ${number}`, at: '2026-05-03T10:00:00.000Z' },
    base: null,
    base_rev: 0,
    title: 'Listening',
    state: 'queued',
    frozen: null,
    attempts_net: 0,
    attempts_srv: 0,
    next_at: 0,
    lease: null,
    error: null,
    supersedes: null,
    at_client: Date.now(),
    clock_offset_ms: 0,
    app_version: '0.1.0',
    user_id: ANNA,
    device_id: ANNA,
    size_bytes: 420,
    background: 0,
    ...change,
  };
}

export function makeContact(change: Partial<Contact> = {}): Contact {
  return {
    id: CONTACT,
    rev: 7,
    owner_id: ANNA,
    owner_name: 'Anna Berg',
    first_name: 'Jonas',
    ...blankContact,
    last_name: 'Weber',
    phones: [{ number: '+491512345679', label: 'mobile' }],
    city: 'Berlin',
    country: 'DE',
    status: 'invited',
    photo: null,
    linked_user_id: null,
    created_at: '2026-05-01T10:00:00.000Z',
    updated_at: '2026-05-03T13:10:00.000Z',
    ...change,
  };
}

/** Creates a contact edit that the server rejected because another person changed the same field. */
export function makeConflict(fields: Record<string, unknown>, change: Partial<Entry> = {}): Entry {
  return makeEntry(9, {
    entity: 'contacts',
    entity_id: CONTACT,
    kind: 'contact.edit',
    title: 'Jonas Weber',
    args: {
      phones: [{ number: '+491512345678', label: 'mobile' }],
      status: 'interested',
      city: 'Hamburg',
    },
    base: { phones: [], status: 'new', city: '' },
    base_rev: 5,
    frozen: '{}',
    state: 'conflict',
    error: { status: 409, code: 'conflict', fields, at: 0 },
    ...change,
  });
}
