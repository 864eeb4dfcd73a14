import type { LessonProgress } from '../entities/lesson-progress.ts';

/** Returns the number of reading seconds that count. */
export function readingSeconds(progress: LessonProgress): number {
  return progress.slices.reduce((sum, slice) => sum + (slice.needs_review ? 0 : slice.active_s), progress.older_s);
}
