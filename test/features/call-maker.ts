import type { Contact } from '../../contract/entities/contact.ts';
import type { Interaction } from '../../contract/entities/interaction.ts';
import type { CallIntent } from '../../src/db/schema/meta.ts';
import { CONTACT, makeContact } from './entry-maker.ts';

export const NUMBER = '+491512345678';
export const LINKED_USER_ID = '0198c000-0000-7000-8000-0000000000b1';

export const makeIntent = (change: Partial<CallIntent> = {}): CallIntent => ({
  contact_id: CONTACT,
  name: 'Anna Berg',
  number: NUMBER,
  started_at: Date.now() - 260_000,
  id: '0198c000-0000-7000-8000-0000000000d1',
  ...change,
});

/** Creates a contact that a task can refer to, linked to a user. */
export const makeLinkedContact = (change: Partial<Contact> = {}): Contact =>
  makeContact({ linked_user_id: LINKED_USER_ID, phones: [{ number: NUMBER, label: '' }], ...change });

export function makeInteraction(author_id: string, change: Partial<Interaction> = {}): Interaction {
  return {
    id: '0198c000-0000-7000-8000-0000000000d2',
    rev: 3,
    contact_id: CONTACT,
    user_id: null,
    phone_raw: null,
    kind: 'call',
    direction: 'out',
    at: '2026-05-02T10:00:00.000Z',
    duration_s: 65,
    result: 'no_answer',
    note: '',
    follow_up_at: null,
    task_id: null,
    author_id,
    author_name: 'Olga Stein',
    created_at: '2026-05-02T10:00:00.000Z',
    updated_at: '2026-05-02T10:00:00.000Z',
    ...change,
  };
}
