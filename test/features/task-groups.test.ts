import { describe, expect, test } from 'vitest';
import { checkDraft } from '../../src/features/tasks/check-draft.ts';
import { emptyDraft, fieldsOf, shortenName } from '../../src/features/tasks/draft.ts';
import { groupOf, sortTasks, isOverdue, overdueBy, nextTask } from '../../src/features/tasks/groups.ts';
import { workedSecondsBetween } from '../../src/features/tasks/week-queries.ts';
import { matchingPeople } from '../../src/features/tasks/linked-contact.ts';
import { fromDateTimeInput, toDateTimeInput } from '../../src/lib/dates.ts';
import { makeSlice, makeTask } from './task-maker.ts';

const now = Date.parse('2026-05-03T21:30:00.000Z');

describe('task groups', () => {
  test("groups tasks by the person's day, not the server's", () => {
    const late = makeTask({ start_at: '2026-05-03T22:30:00.000Z' });
    expect(groupOf(late, now, 'UTC')).toBe('today');
    // In Berlin it is 23:30, and the task starts after midnight.
    expect(groupOf(late, now, 'Europe/Berlin')).toBe('future');
    // In Almaty, both the current time and the task are on 4 May.
    expect(groupOf(late, now, 'Asia/Almaty')).toBe('today');
  });

  test('lists started tasks under today, and closed tasks under completed for 90 days', () => {
    const start_at = '2026-06-01T10:00:00.000Z';
    expect(groupOf(makeTask({ start_at, state: 'paused' }), now, 'UTC')).toBe('today');
    expect(groupOf(makeTask({ start_at, state: 'in_progress' }), now, 'UTC')).toBe('today');
    expect(groupOf(makeTask({ state: 'completed', closed_at: '2026-05-01T10:00:00.000Z' }), now, 'UTC')).toBe(
      'completed',
    );
    expect(groupOf(makeTask({ state: 'cancelled', closed_at: '2026-01-01T10:00:00.000Z' }), now, 'UTC')).toBeNull();
  });

  test('says how long ago a task should have started, and treats it as overdue after 15 minutes', () => {
    const at = (start_at: string) => overdueBy(makeTask({ start_at }), now, 'UTC');
    expect(at('2026-05-03T21:29:00.001Z')).toBeNull();
    expect(at('2026-05-03T21:29:00.000Z')).toEqual({ unit: 'minutes', count: 1 });
    expect(isOverdue(makeTask({ start_at: '2026-05-03T21:15:00.000Z' }), now)).toBe(false);
    expect(isOverdue(makeTask({ start_at: '2026-05-03T21:14:59.999Z' }), now)).toBe(true);
    expect(at('2026-05-03T21:10:00.000Z')).toEqual({ unit: 'minutes', count: 20 });
    expect(at('2026-05-01T23:00:00.000Z')).toEqual({ unit: 'days', count: 2 });
    expect(overdueBy(makeTask({ start_at: '2026-05-01T23:00:00.000Z', state: 'paused' }), now, 'UTC')).toBeNull();
    // A task that starts a few minutes before midnight is not a day overdue a few minutes after midnight.
    const midnight = Date.parse('2026-05-03T00:05:00.000Z');
    expect(overdueBy(makeTask({ start_at: '2026-05-02T23:55:00.000Z' }), midnight, 'UTC')?.count).toBe(10);
  });

  test('sorts due tasks by start and priority before all others, and finds the next task', () => {
    const overdue = makeTask({ priority: 'low', start_at: '2026-05-03T09:00:00.000Z' });
    const urgent = makeTask({ priority: 'urgent', start_at: '2026-05-03T23:00:00.000Z' });
    const due = makeTask({ priority: 'low', start_at: '2026-05-03T21:30:00.000Z' });
    const pressing = makeTask({ priority: 'high', start_at: '2026-05-03T21:30:00.000Z' });
    const upcoming = makeTask({ start_at: '2026-05-03T22:00:00.000Z' });
    const twin = makeTask({ start_at: '2026-05-03T22:00:00.000Z' });
    const order = [overdue, pressing, due, urgent, upcoming, twin];
    expect(sortTasks(order.toReversed(), now)).toEqual(order);
    expect(nextTask([twin, upcoming, urgent, overdue], now, overdue.id)).toEqual(urgent);
  });

  test('counts overlapping time of two tasks once, and no time outside the day', () => {
    const workedTask = makeTask({ slices: [makeSlice('2026-05-03T10:00:00.000Z', '2026-05-03T11:00:00.000Z')] });
    const overlappingTask = makeTask({ slices: [makeSlice('2026-05-03T10:30:00.000Z', '2026-05-03T11:30:00.000Z')] });
    const overnight = makeTask({ slices: [makeSlice('2026-05-02T23:50:00.000Z', '2026-05-03T00:10:00.000Z')] });
    const running = makeTask({ slices: [makeSlice('2026-05-03T21:20:00.000Z', null)] });
    const from = Date.parse('2026-05-03T00:00:00.000Z');
    expect(workedSecondsBetween([workedTask, overlappingTask, overnight, running], from, now)).toBe(
      (90 + 10 + 10) * 60,
    );
  });
});

describe('task form', () => {
  const draft = {
    ...emptyDraft,
    title: 'Call Anna P.',
    linked_user_id: makeTask().linked_user_id,
    start_at: '2026-05-03T22:00:00.000Z',
  };

  test('the task form shows the error of each field', () => {
    expect(checkDraft({ ...draft, start_at: '', title: ' ' }, now, true)).toEqual({
      title: 'empty',
      start_at: 'start_required',
    });
    expect(checkDraft({ ...draft, linked_user_id: null }, now, true)).toEqual({
      linked_user_id: 'linked_user_required',
    });
    expect(checkDraft({ ...draft, linked_user_id: null, type: 'meet' }, now, true)).toEqual({});
    expect(checkDraft({ ...draft, place: 'x'.repeat(201) }, now, true)).toEqual({ place: 'too_long' });
  });

  test('the task form accepts a start in the past if it was not changed', () => {
    const old = { ...draft, start_at: '2020-01-01T10:00:00.000Z' };
    expect(checkDraft(old, now, true)).toEqual({ start_at: 'start_out_of_range' });
    expect(checkDraft(old, now, false)).toEqual({});
  });

  test("derives a task's end from its duration", () => {
    expect(fieldsOf({ ...draft, minutes: 60 }).end_at).toBe('2026-05-03T23:00:00.000Z');
  });

  test('shortens names in task titles', () => {
    expect(shortenName('Anna Petrova')).toBe('Anna P.');
    expect(shortenName(' Anna ')).toBe('Anna');
  });

  test('converts a date and time input to an instant and back without loss', () => {
    expect(fromDateTimeInput(toDateTimeInput('2026-05-03T22:00:00.000Z'))).toBe('2026-05-03T22:00:00.000Z');
    expect(fromDateTimeInput('')).toBe('');
    expect(toDateTimeInput('nonsense')).toBe('');
  });

  test('finds the person of a task by part of a name, city or number', () => {
    const anna = { kind: 'person', id: '1', name: 'Anna Petrova', city: 'Kazan', phone: '+79005550101' } as const;
    const ivan = { kind: 'contact', id: '2', name: 'Ivan Orlov', city: '', phone: null } as const;
    expect(matchingPeople([anna, ivan], 'kaz pet', 5)).toEqual([anna]);
    expect(matchingPeople([anna, ivan], '5550', 5)).toEqual([anna]);
    expect(matchingPeople([anna, ivan], '', 1)).toEqual([anna]);
  });
});
