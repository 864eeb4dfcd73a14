import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/calls/define.ts';
import { callNamed } from '../../contract/calls/index.ts';
import { entities } from '../../contract/entities/index.ts';
import type { StepContext } from '../../contract/writes/define.ts';
import { writeNamed, writeNames, writes, type WriteName } from '../../contract/writes/index.ts';

const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const at = '2026-03-02T09:00:00.000Z';
const later = '2026-03-02T10:00:00.000Z';
const context: StepContext = {
  user_id: id(1),
  user_name: 'Anna Person',
  device_id: id(2),
  is_manager: false,
  id: id(3),
  at,
};

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

/** Args that every schema takes. */
const good: Record<WriteName, Record<string, unknown>> = {
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
  'ticket.create': {
    ...{ type: 'problem', subject: 'No sound', body: 'The film is silent', attachments: [], previous_id: null, at },
  },
  'ticket.reply': { message_id: id(8), body: 'In the first lesson', attachments: [], at },
  'ticket.cancel': { reason: '', at },
  'ticket.close': { at },
  'ticket.reopen': { at },
  'ticket.rate': { stars: 5, comment: '', at },
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

/** What each write begins from; null for those that make the row. */
const before: Partial<Record<WriteName, [WriteName, ...WriteName[]]>> = {
  'comment.edit': ['comment.add'],
  'comment.delete': ['comment.add'],
  'task.edit': ['task.create'],
  'task.start': ['task.create'],
  'task.pause': ['task.create', 'task.start'],
  'task.finish': ['task.create', 'task.start'],
  'task.reschedule': ['task.create'],
  'task.cancel': ['task.create'],
  'task.reopen': ['task.create', 'task.cancel'],
  'task.reassign': ['task.create'],
  'contact.edit': ['contact.create'],
  'contact.photo': ['contact.create'],
  'contact.delete': ['contact.create'],
  'contact_category.edit': ['contact_category.create'],
  'contact_category.delete': ['contact_category.create'],
  'lead.give': ['lead.create'],
  'lead.reject': ['lead.create'],
  'lead.activate': ['lead.create'],
  'lead.close': ['lead.create'],
  'lead.reopen': ['lead.create', 'lead.close'],
  'lead.remove': ['lead.create'],
  'person.edit': ['lead.create'],
  'interaction.edit': ['interaction.log'],
  'interaction.delete': ['interaction.log'],
  'ticket.reply': ['ticket.create'],
  'ticket.cancel': ['ticket.create'],
  'handover.take': ['handover.offer'],
  'handover.decline': ['handover.offer'],
};

const me = {
  ...{
    id: id(3),
    rev: 1,
    email: null,
    phone: null,
    first_name: 'Anna',
    last_name: 'Person',
    middle_name: null,
    avatar: null,
  },
  ...{ language: 'en', theme: 'system', text_size: 'm', country: null, city: null, time_zone: 'UTC', date_birth: null },
  ...{ telegram: null, promo_code: null, referrer: null, subscribed_until: null, created_at: at },
  ...{
    is_superuser: false,
    is_staff: false,
    is_manager: false,
    is_active: true,
    is_blocked: false,
    is_subscribed: false,
  },
};

function stepOf(name: WriteName, row: unknown): unknown {
  // Only a manager gives work to somebody else.
  const by = { ...context, is_manager: name === 'task.reassign' };
  return writeNamed(name)!.optimistic(row, good[name], by);
}

/** A ticket that the caller has, in a state. */
const staffTicket =
  (state: string, access = 'own') =>
  () => ({
    ...(stepOf('ticket.create', null) as object),
    ...{ access, author_name: 'Nina', has_telegram: true, messages: [], state },
    ...{ responsible_id: id(1), responsible_name: 'Carl', taken_at: at, closed_at: null, snooze_until: null },
    ...{ first_response_due: later, first_answered_at: null, resolve_due: later },
  });

/** A task with a stretch of time that is doubtful. */
function doubtfulTask(): unknown {
  const slice = { id: id(4), from: at, to: later, device_id: id(2), estimated: false, needs_review: true };
  return { ...(stepOf('task.create', null) as object), slices: [slice] };
}

/** Rows that no write of the same person makes. */
const given: Partial<Record<WriteName, () => unknown>> = {
  'settings.update': () => me,
  'task.confirm_slice': doubtfulTask,
  'me.update': () => me,
  'me.avatar': () => me,
  'lead.take': () => ({
    ...{ id: id(3), rev: 1, first_name: 'Nina', city: '', country: null, language: 'de', waiting_since: at },
    source: null,
  }),
  'ticket.close': () => ({ ...(stepOf('ticket.create', null) as object), state: 'resolved' }),
  'ticket.rate': () => ({ ...(stepOf('ticket.create', null) as object), state: 'resolved' }),
  'ticket.take': staffTicket('new', 'free'),
  'ticket.release': staffTicket('taken'),
  'ticket.answer': staffTicket('taken'),
  'ticket.note': staffTicket('resolved'),
  'ticket.resolve': staffTicket('waiting_user'),
  'ticket.reject': staffTicket('taken'),
  'ticket.resume': staffTicket('resolved'),
  'ticket.snooze': staffTicket('taken'),
  'ticket.prioritise': staffTicket('taken'),
  'ticket.message': staffTicket('taken'),
  'ticket.reopen': () => ({ ...(stepOf('ticket.create', null) as object), state: 'closed', closed_at: at }),
};

const startOf = (name: WriteName): unknown =>
  (before[name] ?? []).reduce<unknown>((row, earlier) => stepOf(earlier, row), given[name]?.() ?? null);

describe('each write', () => {
  it.each(writeNames)('%s takes its args, and no field more', (name) => {
    const { args } = writes[name];
    expect(args.safeParse(good[name]).success).toBe(true);
    expect(args.safeParse({ ...good[name], surprise: 1 }).success).toBe(false);
    expect(args.safeParse({}).success).toBe(false);
    for (const wrong of [null, [], 'text', 7]) expect(args.safeParse(wrong).success).toBe(false);
  });

  it.each(writeNames)('%s shows a row that the contract knows', (name) => {
    const shown = stepOf(name, startOf(name));
    if (writes[name].mode === 'delete') return expect(shown).toBeNull();
    expect(entities[writes[name].entity].schema.safeParse(shown).error?.issues ?? []).toEqual([]);
    return undefined;
  });

  it.each(writeNames)('%s is pure, and folding it twice is harmless', (name) => {
    const start = startOf(name);
    const kept = structuredClone(start);
    const once = stepOf(name, start);
    const again = stepOf(name, start);
    expect(again).toEqual(once);
    expect(start).toEqual(kept);
    expect(stepOf(name, once)).toEqual(once);
  });

  // A person's own mark on something shared is made by the first word about it.
  const marks = ['lesson_progress', 'news_reads', 'event_answers', 'book_shelf'];

  it.each(writeNames)('%s of a row that is gone brings nothing back, unless it makes one', (name) => {
    const makes = writes[name].mode === 'create' || marks.includes(writes[name].entity);
    if (!makes) expect(stepOf(name, null)).toBeNull();
    else expect(stepOf(name, null)).not.toBeNull();
  });

  it.each(writeNames)('%s names the documented call it stands for, or none', (name) => {
    const { documented } = writes[name];
    if (documented === null) return;
    const call: Call = callNamed(documented.call);
    const to_body = documented.to_body as (args: unknown, id: string, row: unknown) => unknown;
    const named: Record<string, unknown> = name === 'settings.update' ? { language: 'de' } : good[name];
    expect(call.body?.safeParse(to_body(named, id(3), null)).error?.issues ?? []).toEqual([]);
    expect(call.idempotent).toBe(true);
  });
});

/** The code of the first field that a write refuses. */
function codeOf(name: WriteName, change: Record<string, unknown>): unknown {
  const result = writes[name].args.safeParse({ ...good[name], ...change });
  return result.success ? null : result.error.issues[0]?.message;
}

describe('limits', () => {
  it('of a comment', () => {
    expect(codeOf('comment.add', { text: '   ' })).toBe('empty');
    expect(codeOf('comment.add', { text: 'x'.repeat(4000) })).toBeNull();
    expect(codeOf('comment.add', { text: 'x'.repeat(4001) })).toBe('too_long');
    expect(codeOf('comment.add', { text: 'a\u0000b' })).toBe('control_characters');
    expect(codeOf('comment.add', { text: 'two\nlines\tand a tab' })).toBeNull();
    expect(codeOf('comment.add', { lesson: 'x' })).toBe('invalid');
    expect(writes['comment.add'].args.parse({ ...good['comment.add'], text: '  e\u0301  ' })).toMatchObject({
      text: 'é',
    });
  });

  it('of time on a lesson', () => {
    expect(codeOf('lesson.time', { active_s: 900 })).toBeNull();
    for (const active_s of [0, 901, 1.5, '60']) expect(codeOf('lesson.time', { active_s })).not.toBeNull();
    for (const scrolled of [-1, 101]) expect(codeOf('lesson.time', { scrolled })).not.toBeNull();
  });

  it('of a task', () => {
    expect(codeOf('task.create', { title: '' })).toBe('empty');
    expect(codeOf('task.create', { title: 'x'.repeat(121) })).toBe('too_long');
    expect(codeOf('task.create', { place: 'x'.repeat(201) })).toBe('too_long');
    expect(codeOf('task.create', { description: 'x'.repeat(4001) })).toBe('too_long');
    expect(codeOf('task.create', { start_at: undefined })).toBe('start_required');
    expect(codeOf('task.create', { reminders: [0, 5, 15, 30] })).toBe('too_long');
    expect(codeOf('task.create', { reminders: [7] })).toBe('invalid');
    expect(codeOf('task.create', { type: 'visit' })).toBe('invalid');
    expect(codeOf('task.finish', { result: undefined })).toBe('required');
    expect(codeOf('task.cancel', { reason: 'x'.repeat(201) })).toBe('too_long');
    expect(codeOf('task.edit', { start_at: at })).not.toBeNull();
  });

  it('of a request for help', () => {
    expect(codeOf('ticket.create', { type: 'gossip' })).toBe('required');
    expect(codeOf('ticket.create', { subject: '' })).toBe('empty');
    expect(codeOf('ticket.create', { subject: 'ab' })).toBe('too_short');
    expect(codeOf('ticket.create', { subject: 'x'.repeat(151) })).toBe('too_long');
    expect(codeOf('ticket.create', { body: ' ' })).toBe('empty');
    expect(codeOf('ticket.reply', { body: 'x'.repeat(4001) })).toBe('too_long');
    const file = { sha256: 'b'.repeat(64), mime: 'image/png', bytes: 10 };
    expect(codeOf('ticket.reply', { attachments: Array.from({ length: 5 }, () => file) })).toBeNull();
    expect(codeOf('ticket.reply', { attachments: Array.from({ length: 6 }, () => file) })).toBe('too_long');
    for (const stars of [0, 6, 2.5, '5']) expect(codeOf('ticket.rate', { stars })).not.toBeNull();
    expect(codeOf('ticket.rate', { comment: 'x'.repeat(501) })).toBe('too_long');
  });

  it('of an employee’s steps on a ticket', () => {
    for (const name of ['ticket.answer', 'ticket.note', 'ticket.resolve', 'ticket.message'] as const) {
      expect(codeOf(name, { body: ' ' })).toBe('empty');
      expect(codeOf(name, { body: 'x'.repeat(4001) })).toBe('too_long');
    }
    expect(codeOf('ticket.reject', { reason: '' })).toBe('required');
    expect(codeOf('ticket.reject', { text: ' ' })).toBe('required');
    expect(codeOf('ticket.reject', { text: 'x'.repeat(201) })).toBe('too_long');
    expect(codeOf('ticket.reject', { reason: 'duplicate' })).toBe('required');
    expect(codeOf('ticket.reject', { duplicate_of: id(9) })).toBe('required');
    expect(codeOf('ticket.reject', { reason: 'duplicate', duplicate_of: id(9) })).toBeNull();
    expect(codeOf('ticket.prioritise', { priority: 'now' })).toBe('required');
    expect(codeOf('ticket.snooze', { until: 'tomorrow' })).toBe('invalid');
  });

  it('of a profile', () => {
    expect(codeOf('me.update', { first_name: ' ' })).toBe('empty');
    expect(codeOf('me.update', { time_zone: 'Mars/Base' })).toBe('invalid');
    expect(codeOf('me.update', { country: 'Germany' })).toBe('invalid');
    expect(codeOf('me.update', { telegram: '@nina' })).toBe('telegram_invalid');
    expect(codeOf('me.update', { date_birth: '2020-13-01' })).not.toBeNull();
    for (const field of ['email', 'phone', 'is_staff', 'subscribed_until'])
      expect(codeOf('me.update', { [field]: 'x' })).not.toBeNull();
  });

  it('of people', () => {
    expect(codeOf('lead.create', { phone: null })).toBe('phone_or_email');
    expect(codeOf('lead.create', { phone: '0151 123' })).toBe('phone_invalid');
    expect(codeOf('lead.create', { phone: null, email: 'nina@' })).toBe('email_invalid');
    expect(codeOf('lead.create', { tags: Array.from({ length: 21 }, String) })).toBe('too_long');
    expect(codeOf('lead.take', { start_in: 20 })).toBe('start_required');
    expect(codeOf('lead.give', { to_id: '' })).toBe('employee_required');
    expect(codeOf('lead.give', { force: true })).toBe('required');
    expect(codeOf('lead.reject', { reason: 'other', text: 'no' })).toBe('required');
    expect(codeOf('lead.reject', { reason: 'bored' })).toBe('required');
    expect(codeOf('lead.close', { reason: 'duplicate' })).toBe('required');
    expect(codeOf('person.note', { text: ' ' })).toBe('empty');
    expect(writes['person.edit'].args.safeParse({}).error?.issues[0]?.message).toBe('empty');
    for (const field of ['status', 'responsible_id', 'has_login'])
      expect(codeOf('person.edit', { [field]: 'x' })).not.toBeNull();
  });

  it('of settings', () => {
    expect(codeOf('settings.update', { language: 'fr' })).toBe('invalid');
    expect(codeOf('settings.update', { is_superuser: true })).not.toBeNull();
    expect(writes['settings.update'].args.safeParse({}).error?.issues[0]?.message).toBe('empty');
  });
});

describe('names', () => {
  it('that nobody knows are no writes', () => {
    for (const name of ['task.fly', 'toString', '__proto__', 'constructor']) expect(writeNamed(name)).toBeUndefined();
  });
});
