import { describe, expect, it } from 'vitest';
import type { LessonProgress } from '../../contract/entities/lesson-progress.ts';
import type { WorkSlice } from '../../contract/entities/task.ts';
import { readingSeconds } from '../../contract/states/reading.ts';
import { defaultMinutes } from '../../contract/states/task.ts';
import { workedSeconds } from '../../contract/states/task-time.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const HOUR = 3_600_000;
const at = (ms = 0) => new Date(NOW + ms).toISOString();
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const slice = (index: number, from: number, to: number | null, change: Partial<WorkSlice> = {}): WorkSlice => ({
  ...{ id: id(index), from: at(from), to: to === null ? null : at(to), device_id: id(90) },
  ...{ estimated: false, needs_review: false },
  ...change,
});

describe('time spent working and reading', () => {
  it('worked time is zero without time slices, and for time slices that are empty, reversed or in the future', () => {
    expect(workedSeconds([], at())).toBe(0);
    expect(workedSeconds([slice(1, 0, 0), slice(2, HOUR, 0)], at())).toBe(0);
    expect(workedSeconds([slice(1, HOUR, null)], at())).toBe(0);
  });

  it('counts overlapping time slices once, in any order, and leaves out doubtful ones', () => {
    const slices = [slice(1, -HOUR, 0), slice(2, -2 * HOUR, -HOUR / 2), slice(3, -9 * HOUR, 0, { needs_review: true })];
    expect(workedSeconds(slices, at())).toBe(7200);
    expect(workedSeconds(slices.toReversed(), at())).toBe(7200);
  });

  it('rounds worked time to seconds', () => {
    expect(workedSeconds([slice(1, -1499, 0)], at())).toBe(1);
    expect(workedSeconds([slice(1, -1500, 0)], at())).toBe(2);
  });

  it('the reading time of a lesson adds up its counted time slices and earlier totals', () => {
    const times = { from: at(), to: at() };
    const read = (active_s: number, needs_review = false) => ({ id: id(active_s), ...times, active_s, needs_review });
    const progress = { id: id(1), rev: 1, state: 'started', scrolled: 0, last_read_at: at(), done_at: null } as const;
    const lesson: LessonProgress = { ...progress, slices: [read(30), read(12), read(900, true)], older_s: 100 };
    expect(readingSeconds(lesson)).toBe(142);
  });

  it('a new call is planned for 15 minutes, a meeting for an hour and a message for 5 minutes', () => {
    expect(defaultMinutes).toEqual({ call: 15, meet: 60, message: 5 });
  });
});
