import { Plural } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { LessonCard } from '../../db/queries/lessons.ts';

/** Estimates the remaining minutes of a lesson from the reading progress; at least one minute. */
function minutesLeft({ duration_min, progress }: LessonCard): number {
  return Math.max(1, Math.round(duration_min * (1 - (progress?.scrolled ?? 0) / 100)));
}

/** Label of the button that opens a lesson: "Start" or "Continue", with the remaining minutes. */
export function ContinueLabel({ lesson }: { lesson: LessonCard }): ReactElement {
  const remainingMinutes = minutesLeft(lesson);
  return lesson.progress === undefined ? (
    <Plural value={remainingMinutes} one="Start, # min" other="Start, # min" />
  ) : (
    <Plural value={remainingMinutes} one="Continue, # min left" other="Continue, # min left" />
  );
}
