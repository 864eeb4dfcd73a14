import { expect, it } from 'vitest';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import {
  splitAtMidnight,
  draftErrors,
  setDay,
  timesOf,
  weeklyHours,
} from '../../src/features/employees/times-draft.ts';

const week = defaultWorkTimes('Europe/Berlin');

it('drops empty intervals of working hours and reports other errors on their intervals', () => {
  const draft = setDay(week, 'MON', [
    { from: '', to: '' },
    { from: '09:00', to: '' },
    { from: '18:00', to: '17:00' },
  ]);
  expect(timesOf(draft).days.MON).toEqual([
    { from: '09:00', to: '' },
    { from: '18:00', to: '17:00' },
  ]);
  expect(draftErrors(draft)).toMatchObject({ 'MON.1': 'fill_both', 'MON.2': 'from_to_wrong' });
});

it('splits working hours across midnight into two days, and stores midnight as 24:00', () => {
  expect(timesOf(setDay(week, 'MON', [{ from: '20:00', to: '00:00' }])).days.MON).toEqual([
    { from: '20:00', to: '24:00' },
  ]);
  const cut = splitAtMidnight(setDay(week, 'SUN', [{ from: '20:00', to: '02:00' }]), 'SUN', 0);
  expect(cut.days.SUN).toEqual([{ from: '20:00', to: '24:00' }]);
  expect(cut.days.MON[0]).toEqual({ from: '00:00', to: '02:00' });
  expect(draftErrors(cut)).toEqual({});
});

it('adds up the hours of a week without incomplete or reversed intervals', () => {
  const [wrong, open, night] = [
    { from: '18:00', to: '17:00' },
    { from: '09:00', to: '' },
    { from: '20:00', to: '00:00' },
  ];
  expect(weeklyHours(week)).toBe(45);
  expect(weeklyHours(setDay(week, 'MON', [wrong, open, night]))).toBe(40);
  expect(weeklyHours(setDay(week, 'SAT', [{ from: '09:00', to: '09:05' }]))).toBe(45.08);
});
