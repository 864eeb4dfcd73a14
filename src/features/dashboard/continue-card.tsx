import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import type { ReactElement } from 'react';
import type { LessonCard } from '../../db/queries/lessons.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import type { LessonPosition } from './queries.ts';
import styles from './dashboard.module.css';

/** Returns the estimated minutes left, from the scroll position; at least one. */
function minutesLeft({ duration_min, progress }: LessonCard): number {
  return Math.max(1, Math.round(duration_min * (1 - (progress?.scrolled ?? 0) / 100)));
}

/** The card of the lesson to read next, on the learner's dashboard. */
export function ContinueCard({ lesson, place }: { lesson: LessonCard; place: LessonPosition }): ReactElement {
  const { t } = useLingui();
  const { number, total, color } = place;
  const isStarted = lesson.progress !== undefined;
  const remainingMinutes = minutesLeft(lesson);
  return (
    <Card padded={false}>
      <Cover seed={lesson.id} tone={color} src={lesson.cover} shape="banner" flush />
      <div className={styles.body}>
        <div>
          <small>
            <Trans>
              Lesson {number} of {total}
            </Trans>
          </small>
          <h2 className={styles.title} lang={lesson.language}>
            {lesson.title}
          </h2>
        </div>
        <ProgressBar aria-label={t`Reading progress`} value={(lesson.progress?.scrolled ?? 0) / 100} />
        <LinkButton
          to="/lesson/view/$lessonId"
          params={{ lessonId: lesson.id }}
          wide
          icon={<IconPlayerPlay aria-hidden="true" />}
        >
          {isStarted ? (
            <Plural value={remainingMinutes} one="Continue, # min left" other="Continue, # min left" />
          ) : (
            <Plural value={remainingMinutes} one="Start, # min" other="Start, # min" />
          )}
        </LinkButton>
      </div>
    </Card>
  );
}
