import { Plural } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { LessonCard } from '../../db/queries/lessons.ts';

/** Returns the estimated minutes left, from the scroll position; at least one. */
function minutesLeft({ duration_min, progress }: LessonCard): number {
  return Math.max(1, Math.round(duration_min * (1 - (progress?.scrolled ?? 0) / 100)));
}

/** Says whether to begin or to continue a lesson, and how long it takes. */
export function ContinueLabel({ lesson }: { lesson: LessonCard }): ReactElement {
  const remainingMinutes = minutesLeft(lesson);
  return lesson.progress === undefined ? (
    <Plural value={remainingMinutes} one="Start, # min" other="Start, # min" />
  ) : (
    <Plural value={remainingMinutes} one="Continue, # min left" other="Continue, # min left" />
  );
}
