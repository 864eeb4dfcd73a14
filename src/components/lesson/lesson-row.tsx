import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { LessonCard } from '../../db/queries/lessons.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cover } from '../../ui/cover.tsx';
import type { Tone } from '../../ui/name-hash.ts';
import { RowLink } from '../../ui/list.tsx';
import { ProgressBar } from '../../ui/progress.tsx';

export interface LessonRowProps {
  lesson: LessonCard;
  tone?: Tone | undefined;
  /** Download state of the lesson's videos and audio. */
  status: ReactNode;
}

/** A lesson in a list: cover, title, duration and reading progress. */
export function LessonRow({ lesson, tone, status }: LessonRowProps): ReactElement {
  const { t } = useLingui();
  const { progress, duration_min } = lesson;
  const isDone = progress?.state === 'done';
  const read = progress && !isDone ? progress.scrolled / 100 : 0;
  return (
    <RowLink
      to="/lesson/view/$lessonId"
      params={{ lessonId: lesson.id }}
      leading={<Cover seed={lesson.id} tone={tone} src={lesson.cover} />}
      title={<span lang={lesson.language}>{lesson.title}</span>}
      wrapTitle
      subtitle={
        <>
          <Plural value={duration_min} one="# min" other="# min" />, {status}
        </>
      }
      {...(isDone && {
        badge: (
          <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
            <Trans>Done</Trans>
          </Badge>
        ),
      })}
      {...(read > 0 && { meta: <ProgressBar aria-label={t`Reading progress`} value={read} /> })}
    />
  );
}
