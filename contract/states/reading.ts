import type { LessonProgress } from '../entities/lesson-progress.ts';

/** Returns the total reading time in seconds. */
export function readSeconds(progress: LessonProgress): number {
  return progress.slices.reduce((sum, slice) => sum + slice.active_s, progress.older_s);
}
