import type { LessonProgress, ReadingSlice } from '../entities/lesson-progress.ts';
import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite, type WriteContext } from './define.ts';

/** Maximum number of slices in a progress row; the server adds the time of older slices to `older_s`. */
export const MAX_ROW_SLICES = 50;

function progressOrNew(row: LessonProgress | null, id: string, at: string): LessonProgress {
  return row ?? { id, rev: 0, state: 'started', slices: [], older_s: 0, scrolled: 0, last_read_at: at, done_at: null };
}

const laterOf = (a: string, b: string) => (Date.parse(a) >= Date.parse(b) ? a : b);

function withSlice(row: LessonProgress, slice: ReadingSlice, scrolled: number): LessonProgress {
  if (row.slices.some((known) => known.id === slice.id)) return row;
  return {
    ...row,
    slices: [...row.slices, slice],
    scrolled: Math.max(row.scrolled, scrolled),
    last_read_at: laterOf(slice.to, row.last_read_at),
  };
}

export const ReadingArgs = z.strictObject({
  lesson_id: Id,
  slice_id: Id,
  from: Instant,
  to: Instant,
  active_s: z.int().check(z.gte(1), z.lte(900)),
  /** How far the user has scrolled through the text, 0..100. */
  scrolled: z.int().check(z.gte(0), z.lte(100)),
  /** Server time minus phone time, as last measured by the phone. */
  clock_offset_ms: z.optional(z.int()),
});

export const recordReadingTime = defineWrite({
  entity: 'lesson_progress',
  mode: 'command',
  v: 1,
  background: true,
  args: ReadingArgs,
  optimistic: (row, args) =>
    withSlice(
      progressOrNew(row, args.lesson_id, args.from),
      { id: args.slice_id, from: args.from, to: args.to, active_s: args.active_s, needs_review: false },
      args.scrolled,
    ),
  documented: {
    call: 'lessons.time',
    to_body: (args) => ({
      time: args.active_s,
      slice_id: args.slice_id,
      from: args.from,
      to: args.to,
      scrolled: args.scrolled,
      clock_offset_ms: args.clock_offset_ms,
    }),
    from_body: (reply) => reply,
  },
});

function markDone(
  row: LessonProgress | null,
  args: { lesson_id: string; at: string },
  _: WriteContext,
): LessonProgress {
  const progress = progressOrNew(row, args.lesson_id, args.at);
  return progress.state === 'done'
    ? progress
    : { ...progress, state: 'done', done_at: args.at, last_read_at: laterOf(args.at, progress.last_read_at) };
}

export const markLessonDone = defineWrite({
  entity: 'lesson_progress',
  mode: 'command',
  v: 1,
  args: z.strictObject({ lesson_id: Id, at: Instant }),
  optimistic: markDone,
  documented: null,
});

function reopen(row: LessonProgress | null, args: { lesson_id: string; at: string }): LessonProgress {
  const progress = progressOrNew(row, args.lesson_id, args.at);
  // If `scrolled` were not reset, the next reading interval would complete the lesson again.
  return progress.state === 'done' ? { ...progress, state: 'started', scrolled: 0, done_at: null } : progress;
}

export const reopenLesson = defineWrite({
  entity: 'lesson_progress',
  mode: 'command',
  v: 1,
  args: z.strictObject({ lesson_id: Id, at: Instant }),
  optimistic: reopen,
  documented: null,
});
