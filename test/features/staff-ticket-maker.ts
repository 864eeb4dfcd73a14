import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import { ANNA } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';

export const TICKET = '0198c000-0000-7000-8000-00000000aaaa';
export const NINA = '0198c000-0000-7000-8000-00000000bbbb';

/** Creates a ticket by Nina that is assigned to the user of the device. */
export function makeStaffTicket(change: Partial<StaffTicket> = {}): StaffTicket {
  const fields = { author_id: NINA, author_name: 'Nina Frei', by_staff: false, attachments: [], at: hoursFromNow(-2) };
  return {
    id: TICKET,
    rev: 3,
    number: 12,
    type: 'problem',
    subject: 'No sound',
    state: 'taken',
    priority: 'normal',
    author_id: NINA,
    author_name: 'Nina Frei',
    has_telegram: false,
    access: 'own',
    previous_id: null,
    responsible_id: ANNA,
    responsible_name: 'Anna Berg',
    taken_at: hoursFromNow(-1),
    reason: '',
    rating: null,
    reject_reason: null,
    duplicate_of: null,
    snooze_until: null,
    first_answered_at: null,
    first_response_due: hoursFromNow(3),
    resolve_due: hoursFromNow(30),
    messages: [{ ...fields, id: TICKET, body: 'The film is silent', internal: false, delivery: null }],
    created_at: hoursFromNow(-2),
    updated_at: hoursFromNow(-2),
    closed_at: null,
    ...change,
  };
}
