import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { TextSize } from '../../components/lesson/text-size.tsx';
import { TextButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { LessonHtml } from './lesson-html.tsx';
import { LessonMedia } from './lesson-media.tsx';
import styles from './lessons.module.css';
import type { LessonPage } from './queries.ts';
import { useReading, type ReadingOptions } from './use-reading.ts';

/** Between these two scroll depths, a "back to your place" link is shown. */
const RESUME_MIN_PERCENT = 10;
const RESUME_MAX_PERCENT = 95;

type ReadingProps = ReadingOptions & { page: LessonPage };

/** Shows the videos and the text of a lesson, and counts the reading time. */
export function Reading({ page, text, isDepthCounted }: ReadingProps): ReactElement {
  const { t } = useLingui();
  const { lesson, category, progress } = page;
  const [resumePosition] = useState(progress?.scrolled ?? 0);
  useReading(lesson.id, { text, isDepthCounted });
  const resume = (): void => {
    const { top, height } = text.current?.getBoundingClientRect() ?? { top: 0, height: 0 };
    scrollTo({ top: scrollY + top + (height * resumePosition) / 100 - innerHeight * 0.8 });
  };
  const canResume =
    progress?.state !== 'done' && resumePosition >= RESUME_MIN_PERCENT && resumePosition <= RESUME_MAX_PERCENT;
  return (
    <Stack>
      <Stack gap="s">
        <LessonMedia lesson={lesson} tone={category?.color} />
        <div className={styles.readingTools}>
          {canResume && (
            <TextButton onPress={resume}>
              <Trans>Continue where you left off</Trans>
            </TextButton>
          )}
          <div className={styles.sizes} role="group" aria-label={t`Text size`}>
            <TextSize />
          </div>
        </div>
        <div ref={text}>
          <LessonHtml html={lesson.body} lang={lesson.language} />
        </div>
      </Stack>
      {lesson.transcript && (
        <details className={styles.transcript}>
          <summary className={styles.summary}>
            <Trans>Transcript</Trans>
          </summary>
          <LessonHtml html={lesson.transcript} lang={lesson.language} />
        </details>
      )}
    </Stack>
  );
}
