import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/**
 * An interval during which the lesson was open. `active_s` is its length in seconds without the time when there was no
 * input or the page was hidden. `needs_review` is true if the server received the interval before its end; it is then
 * stored but not counted.
 */
export const ReadingSlice = z.object({
  id: Id,
  from: Instant,
  to: Instant,
  active_s: z.int(),
  /** Missing in rows stored by an earlier version of the app. */
  needs_review: z._default(z.boolean(), false),
});
export type ReadingSlice = z.infer<typeof ReadingSlice>;

/**
 * One user's progress in one lesson; `id` is the lesson's id. Reading time is stored as slices with ids, so that adding
 * the same slice twice has no effect: `slices` contains the latest slices, `older_s` the counted seconds of all earlier
 * ones.
 */
export const LessonProgress = z.object({
  id: Id,
  rev: z.int(),
  state: z.enum(['started', 'done']),
  slices: z.array(ReadingSlice),
  older_s: z.int(),
  scrolled: z.int(),
  last_read_at: Instant,
  done_at: z.nullable(Instant),
});
export type LessonProgress = z.infer<typeof LessonProgress>;

export const lessonProgress = defineEntity<LessonProgress>({
  ...stores.lesson_progress,
  schema: LessonProgress,
  policies: {},
});
