import { expect, it } from 'vitest';
import { formatHoursAndMinutes, withUnit } from '../../src/lib/hours-and-minutes.ts';

it.each([
  [0, '0\u00a0min'],
  [29, '0\u00a0min'],
  [30, '1\u00a0min'],
  [3_569, '59\u00a0min'],
  [3_570, '1\u00a0h'],
  [3_600, '1\u00a0h'],
  [3_660, '1\u00a0h 1\u00a0min'],
  [15_120, '4\u00a0h 12\u00a0min'],
  [360_000, '100\u00a0h'],
])('formats a duration of %i s as %s', (seconds, text) => {
  expect(formatHoursAndMinutes(seconds, 'h', 'min')).toBe(text);
});

it('keeps a number and its unit on one line', () => {
  expect(withUnit(40, 's')).toBe('40\u00a0s');
});
