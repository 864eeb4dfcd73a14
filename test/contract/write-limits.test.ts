import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../contract/entities/saved-view.ts';
import { writes, type WriteName } from '../../contract/writes/index.ts';
import { sampleTime, sampleId, validArgs } from '../helpers/valid-args.ts';

const context = { user_id: sampleId(1), user_name: 'Anna', device_id: sampleId(2), is_manager: false, at: sampleTime };
const view: SavedView = {
  ...{
    id: sampleId(3),
    rev: 1,
    table: 'people',
    name: 'Bonn',
    params: {},
    position: 0,
    created_at: sampleTime,
    updated_at: sampleTime,
  },
};

/** Returns the code of the first rejected field. */
function codeOf(name: WriteName, change: Record<string, unknown>): unknown {
  const result = writes[name].args.safeParse({ ...validArgs[name], ...change });
  return result.success ? null : result.error.issues[0]?.message;
}

describe("limits of a write's arguments", () => {
  it('limits the arguments of comment writes', () => {
    expect(codeOf('comment.add', { text: '   ' })).toBe('empty');
    expect(codeOf('comment.add', { text: 'x'.repeat(4000) })).toBeNull();
    expect(codeOf('comment.add', { text: 'x'.repeat(4001) })).toBe('too_long');
    expect(codeOf('comment.add', { text: 'a\u0000b' })).toBe('control_characters');
    expect(codeOf('comment.add', { text: 'two\nlines\tand a tab' })).toBeNull();
    expect(codeOf('comment.add', { lesson: 'x' })).toBe('invalid');
    expect(writes['comment.add'].args.parse({ ...validArgs['comment.add'], text: '  e\u0301  ' })).toMatchObject({
      text: 'é',
    });
  });

  it('limits the arguments of reading time writes', () => {
    expect(codeOf('lesson.time', { active_s: 900 })).toBeNull();
    for (const active_s of [0, 901, 1.5, '60']) expect(codeOf('lesson.time', { active_s })).not.toBeNull();
    for (const scrolled of [-1, 101]) expect(codeOf('lesson.time', { scrolled })).not.toBeNull();
  });

  it('limits the arguments of task writes', () => {
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
    expect(codeOf('task.edit', { start_at: sampleTime })).not.toBeNull();
  });

  it('limits the arguments of help request writes', () => {
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

  it("limits the arguments of an employee's ticket writes", () => {
    for (const name of ['ticket.answer', 'ticket.note', 'ticket.resolve', 'ticket.message'] as const) {
      expect(codeOf(name, { body: ' ' })).toBe('empty');
      expect(codeOf(name, { body: 'x'.repeat(4001) })).toBe('too_long');
    }
    expect(codeOf('ticket.reject', { reason: '' })).toBe('required');
    expect(codeOf('ticket.reject', { text: ' ' })).toBe('required');
    expect(codeOf('ticket.reject', { text: 'x'.repeat(201) })).toBe('too_long');
    expect(codeOf('ticket.reject', { reason: 'duplicate' })).toBe('required');
    expect(codeOf('ticket.reject', { duplicate_of: sampleId(9) })).toBe('required');
    expect(codeOf('ticket.reject', { reason: 'duplicate', duplicate_of: sampleId(9) })).toBeNull();
    expect(codeOf('ticket.prioritise', { priority: 'now' })).toBe('required');
    expect(codeOf('ticket.snooze', { until: 'tomorrow' })).toBe('time_invalid');
  });

  it('limits the arguments of profile writes', () => {
    expect(codeOf('me.update', { first_name: ' ' })).toBe('empty');
    expect(codeOf('me.update', { time_zone: 'Mars/Base' })).toBe('invalid');
    expect(codeOf('me.update', { country: 'Germany' })).toBe('invalid');
    expect(codeOf('me.update', { telegram: '@nina' })).toBe('telegram_invalid');
    expect(codeOf('me.update', { date_birth: '2020-13-01' })).not.toBeNull();
    for (const field of ['email', 'phone', 'is_staff', 'subscribed_until'])
      expect(codeOf('me.update', { [field]: 'x' })).not.toBeNull();
  });

  it('limits the arguments of writes about people', () => {
    expect(codeOf('lead.create', { phone: null })).toBe('phone_or_email');
    expect(codeOf('lead.create', { phone: '0151 123' })).toBe('phone_invalid');
    expect(codeOf('lead.create', { phone: null, email: 'nina@' })).toBe('email_invalid');
    expect(codeOf('lead.create', { tags: Array.from({ length: 21 }, String) })).toBe('too_long');
    expect(codeOf('lead.take', { start_in: 20 })).toBe('invalid');
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

  it("limits the lengths of saved view arguments, and allows only the parameters of the view's table", () => {
    for (const name of ['saved_view.create', 'saved_view.edit'] as const) {
      expect(codeOf(name, { name: ' ' })).toBe('empty');
      expect(codeOf(name, { name: 'x'.repeat(60) })).toBeNull();
      expect(codeOf(name, { name: 'x'.repeat(61) })).toBe('too_long');
      expect(codeOf(name, { params: { q: 'x'.repeat(200) } })).toBeNull();
      expect(codeOf(name, { params: { q: 'x'.repeat(201) } })).toBe('too_long');
      for (const position of [-1, 0.5, 10_001]) expect(codeOf(name, { position })).not.toBeNull();
      expect(codeOf(name, { position: 10_000 })).toBeNull();
    }
    const params = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, each) => [`p${each}`, '1']));
    expect(codeOf('saved_view.edit', { params: params(12) })).toBeNull();
    expect(codeOf('saved_view.edit', { params: params(13) })).toBe('invalid');
    expect(codeOf('saved_view.edit', { params: { ['x'.repeat(20)]: '1' } })).toBeNull();
    expect(codeOf('saved_view.edit', { params: { ['x'.repeat(21)]: '1' } })).not.toBeNull();
    expect(codeOf('saved_view.create', { table: 'tasks' })).toBe('invalid');
    expect(codeOf('saved_view.create', { table: 'partners' })).toBe('invalid');
    expect(codeOf('saved_view.create', { params: { commission: 'yes' } })).toBe('invalid');
    expect(codeOf('saved_view.create', { table: 'partners', params: { commission: 'yes', down: '1' } })).toBeNull();
    expect(codeOf('saved_view.create', { table: 'users', params: { access: 'blocked', order: 'name' } })).toBeNull();
    expect(codeOf('saved_view.create', { params: { page: '2' } })).toBe('invalid');
    expect(writes['saved_view.edit'].args.safeParse({}).error?.issues[0]?.message).toBe('empty');
    const editOf = (change: object) =>
      writes['saved_view.edit'].optimistic(view, change, { ...context, id: sampleId(3) });
    expect(editOf({ params: { q: 'Ulm' } })).toMatchObject({ params: { q: 'Ulm' } });
    expect(() => editOf({ params: { commission: 'yes' } })).toThrow('invalid');
  });

  it('limits the arguments of settings writes', () => {
    expect(codeOf('settings.update', { language: 'fr' })).toBe('invalid');
    expect(codeOf('settings.update', { is_superuser: true })).not.toBeNull();
    expect(writes['settings.update'].args.safeParse({}).error?.issues[0]?.message).toBe('empty');
  });
});
