import { expect, it } from 'vitest';
import { kindsOf, filterByKinds, toggleType } from '../../src/features/tasks/calendar/kinds.ts';
import { makeTask } from './task-maker.ts';

it('the calendar shows tasks of the chosen type, or of all types if no known type is chosen', () => {
  const tasks = [makeTask({ type: 'call' }), makeTask({ type: 'meet' })];
  expect(kindsOf('visit', undefined)).toEqual({ types: [], hidesCompleted: false });
  expect(filterByKinds({ tasks }, kindsOf(undefined, undefined)).tasks).toEqual(tasks);
  expect(filterByKinds({ tasks }, kindsOf('meet', undefined)).tasks).toEqual([tasks[1]]);
});

it('the calendar hides completed and cancelled tasks of all types on request', () => {
  const tasks = (['planned', 'in_progress', 'paused', 'completed', 'cancelled'] as const).map((state) =>
    makeTask({ state }),
  );
  expect(filterByKinds({ tasks }, kindsOf(undefined, 'hide')).tasks).toEqual(tasks.slice(0, 3));
});

it('selecting the last remaining task type, or deselecting the only selected type, shows all types', () => {
  expect(toggleType(kindsOf(undefined, undefined), 'call')).toBe('call');
  expect(toggleType(kindsOf('call', undefined), 'meet')?.split(',').toSorted()).toEqual(['call', 'meet']);
  expect(toggleType(kindsOf('call', undefined), 'call')).toBeUndefined();
  expect(toggleType(kindsOf('call,meet', undefined), 'message')).toBeUndefined();
});
