import type { WriteName } from '../../contract/writes/index.ts';

export const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;
export const at = '2026-03-02T09:00:00.000Z';
export const later = '2026-03-02T10:00:00.000Z';

const task = {
  type: 'meet',
  title: 'Meet',
  place: '',
  description: '',
  start_at: at,
  end_at: later,
  priority: 'normal',
  linked_user_id: null,
  linked_name: null,
  reminders: [],
  follow_up_of: null,
  source: 'manual',
  at,
};
const reading = { lesson_id: id(3), slice_id: id(4), from: at, to: later, active_s: 60, scrolled: 10 };

const contact = {
  ...{ first_name: 'Ivan', last_name: '', middle_name: '', phones: [], emails: [], telegram: null, city: '' },
  ...{ country: null, date_birth: null, address: '', work_zone: '', is_partner: false, category_id: null },
  ...{ status: 'new', notes: '', next_step_at: null, consent: null, at },
};

const lead = {
  ...{ first_name: 'Nina', last_name: 'Berg', middle_name: '', phone: '+491511234567', email: null, telegram: null },
  ...{ city: '', country: null, address: '', language: 'de', date_birth: null, notes: '', tags: [], groups: [], at },
};

const workDays = {
  ...{ MON: [{ from: '09:00', to: '17:00' }], TUE: [], WED: [], THU: [], FRI: [], SAT: [], SUN: [] },
};

/** Arguments valid for every schema. */
export const good: Record<WriteName, Record<string, unknown>> = {
  'comment.add': { lesson: null, parent: null, text: 'Hello', at },
  'comment.edit': { text: 'Hello again', at },
  'comment.delete': { at },
  'lesson.time': reading,
  'lesson.done': { lesson_id: id(3), at },
  'task.create': task,
  'task.edit': { title: 'New' },
  'task.start': { slice_id: id(5), at },
  'task.pause': { at: later },
  'task.finish': { at: later, result: 'held', result_note: '', worked: { slice_id: id(6), from: at, to: later } },
  'task.reschedule': { at, start_at: later },
  'task.cancel': { at: later, reason: '' },
  'task.reopen': { at: later },
  'task.reassign': { at, assignee_id: id(5) },
  'task.confirm_slice': { at, slice_id: id(4), from: at, to: later },
  'settings.update': { theme: 'dark' },
  'me.update': { city: 'Ulm', telegram: 'nina_k' },
  'me.avatar': { photo: { sha256: 'a'.repeat(64), mime: 'image/jpeg', bytes: 1000 }, at },
  'me.work_times': { work_times: { zone: 'Europe/Berlin', days: workDays, exceptions: [] }, at },
  'ticket.create': {
    ...{ type: 'problem', subject: 'No sound', body: 'The film is silent', attachments: [], previous_id: null, at },
  },
  'ticket.reply': { message_id: id(8), body: 'In the first lesson', attachments: [], at },
  'ticket.cancel': { reason: '', at },
  'ticket.close': { at },
  'ticket.reopen': { at },
  'ticket.rate': { stars: 5, comment: '', at },
  'ticket.create_for': {
    ...{ user_id: id(4), author_name: 'Nina Berg', type: 'question', subject: 'By phone', body: 'When is it?' },
    ...{ channel: 'phone', priority: 'normal', at },
  },
  'ticket.take': { at },
  'ticket.release': { at },
  'ticket.answer': { message_id: id(8), body: 'Turn it on', attachments: [], at },
  'ticket.note': { message_id: id(8), body: 'He is deaf', at },
  'ticket.resolve': { message_id: id(8), body: 'It was off', attachments: [], at },
  'ticket.reject': { reason: 'other', text: 'Not for us', duplicate_of: null, at },
  'ticket.resume': { at },
  'ticket.snooze': { until: later, at },
  'ticket.prioritise': { priority: 'urgent', at },
  'ticket.message': { message_id: id(8), body: 'At six', at },
  'contact.create': contact,
  'contact.edit': { city: 'Bonn', phones: [{ number: '+491511234567', label: 'home' }] },
  'contact.photo': { photo: { sha256: 'a'.repeat(64), mime: 'image/jpeg', bytes: 1000 }, at },
  'contact.delete': { at },
  'contact.restore': { ...contact, photo: null },
  'contact_category.create': { name: 'Neighbours', color: 'teal', position: 0, at },
  'contact_category.edit': { name: 'Family' },
  'contact_category.delete': { at },
  'interaction.log': {
    ...{ contact_id: id(7), user_id: null, phone_raw: null, task_id: null, kind: 'call', direction: 'out', at },
    ...{ duration_s: 60, result: 'reached', note: '', follow_up_at: null },
  },
  'interaction.edit': { note: 'Asked again' },
  'interaction.delete': { at },
  'lead.create': lead,
  'lead.take': { task_id: id(5), start_in: 15, type: 'call', at },
  'lead.give': { to_id: id(7), to_name: 'Olga Sommer', note: '', at },
  'lead.reject': { reason: 'overloaded', text: '', at },
  'lead.activate': { at },
  'lead.close': { reason: 'not_interested', text: '', duplicate_of: null, at },
  'lead.reopen': { at },
  'lead.remove': { typed_name: 'Nina Berg', at },
  'person.edit': { city: 'Ulm', tags: ['music'] },
  'person.message': { person_id: id(7), text: 'See you at six', at },
  'person.note': { person_id: id(7), text: 'Likes to read', at },
  'handover.offer': {
    ...{ entity: 'contacts', entity_id: id(7), kind: 'contact.edit', title: 'Ivan', args: { notes: 'x' }, at },
  },
  'handover.take': { at },
  'handover.decline': { at },
  'news.read': { at },
  'event.answer': { answer: 'going', at },
  'book.place': { place: '2/14', percent: 40 },
  'book.mark': { mark_id: id(8), place: '2/14', text: 'Here' },
  'book.unmark': { mark_id: id(8) },
};
