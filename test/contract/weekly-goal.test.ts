import { describe, expect, it } from 'vitest';
import type { LessonProgress, ReadingSlice } from '../../contract/entities/lesson-progress.ts';
import { DEFAULT_GOAL, goalParts, goalProgressSince, weeklyGoals } from '../../contract/weekly-goal.ts';

const monday = Date.parse('2026-03-02T00:00:00.000Z');
const at = (offset_s: number) => new Date(monday + offset_s * 1000).toISOString();

const slice = (end_s: number, active_s: number, needs_review = false): ReadingSlice => ({
  ...{ id: `slice ${end_s}`, from: at(end_s - active_s), to: at(end_s), active_s, needs_review },
});

const progress = (change: Partial<LessonProgress>): LessonProgress => ({
  ...{ id: 'lesson', rev: 1, state: 'started', slices: [], older_s: 0, scrolled: 0 },
  ...{ last_read_at: at(0), done_at: null, ...change },
});

describe('the weekly goal', () => {
  it('returns the unit and the number of each weekly goal', () => {
    expect(weeklyGoals.map(goalParts)).toEqual([
      ...[1, 3, 5].map((target) => ({ unit: 'lessons', target })),
      ...[30, 60, 120].map((target) => ({ unit: 'minutes', target })),
    ]);
    expect(DEFAULT_GOAL).toBe('lessons:3');
  });

  it('a weekly goal counts the lessons done since the start of the week', () => {
    const rows = [at(-1), at(0), at(60), null].map((done_at) => progress({ done_at }));
    expect(goalProgressSince(rows, 'lessons', monday)).toBe(2);
  });

  it('counts whole minutes of reading in intervals that ended after the start of the week', () => {
    const rows = [
      progress({ slices: [slice(-1, 600), slice(0, 60), slice(500, 59)] }),
      progress({ slices: [slice(900, 120, true), slice(1_000, 1), slice(-50, 30)], older_s: 999 }),
    ];
    expect(goalProgressSince(rows, 'minutes', monday)).toBe(2);
    expect(goalProgressSince([progress({ slices: [slice(100, 59)] })], 'minutes', monday)).toBe(0);
  });

  it('counts reading time whose intervals are no longer stored, if all stored intervals of the lesson are in this week', () => {
    expect(goalProgressSince([progress({ slices: [slice(100, 60)], older_s: 120 })], 'minutes', monday)).toBe(3);
  });
});
