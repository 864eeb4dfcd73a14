import { Trans, useLingui } from '@lingui/react/macro';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import type { ReactElement } from 'react';
import { CommentLink } from '../../components/lesson/comment-link.tsx';
import { ContinueLabel } from '../../components/lesson/continue-label.tsx';
import type { LessonCard } from '../../db/queries/lessons.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import type { LessonPosition } from './queries.ts';
import styles from './dashboard.module.css';

/** A card on the learner's dashboard that links to the lesson to read next. */
export function ContinueCard({ lesson, place }: { lesson: LessonCard; place: LessonPosition }): ReactElement {
  const { t } = useLingui();
  const { number, total, color } = place;
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
        <div className={styles.actions}>
          <LinkButton
            to="/lesson/view/$lessonId"
            params={{ lessonId: lesson.id }}
            icon={<IconPlayerPlay aria-hidden="true" />}
          >
            <ContinueLabel lesson={lesson} />
          </LinkButton>
          <CommentLink lesson={lesson.id} />
        </div>
      </div>
    </Card>
  );
}
