import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type Ref, useEffect, useId, useRef, useState } from 'react';
import { ContinueLabel } from '../../components/lesson/continue-label.tsx';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { Button, LinkButton, TextButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { markLessonDone, reopenLesson } from './actions.ts';
import styles from './lessons.module.css';
import type { LessonPage } from './queries.ts';

function NextLesson({ page: { upNext } }: { page: LessonPage }): ReactElement {
  if (!upNext) {
    return (
      <>
        <p>
          <Trans>You have done every lesson of this category.</Trans>
        </p>
        <LinkButton to="/lessons" variant="soft" wide>
          <Trans>All lessons</Trans>
        </LinkButton>
      </>
    );
  }
  const title = <span lang={upNext.language}>{upNext.title}</span>;
  return (
    <>
      <p>
        <Trans>Next: {title}</Trans>
      </p>
      <LinkButton
        to="/lesson/view/$lessonId"
        params={{ lessonId: upNext.id }}
        wide
        icon={<IconPlayerPlay aria-hidden="true" />}
      >
        <ContinueLabel lesson={upNext} />
      </LinkButton>
    </>
  );
}

interface DoneCardProps {
  page: LessonPage;
  /** Whether the lesson has just been marked as done. The ring is then animated to the new value. */
  isNew: boolean;
  onUndo: () => void;
  ref: Ref<HTMLElement>;
}

/** The card at the end of a completed lesson: the progress in its category, and the lesson to read next. */
function DoneCard({ page, isNew, onUndo, ref }: DoneCardProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const id = useId();
  const badges = useLiveQuery(async () => savedBadges(db, 'lesson_progress'), [db]);
  const { done, total: lessons } = page;
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={id}>
      <Card>
        <div className={styles.doneHead}>
          <ProgressRing
            aria-label={t`Lessons done`}
            value={done / lessons}
            {...(isNew && { from: (done - 1) / lessons })}
          >
            <IconCheck aria-hidden="true" />
          </ProgressRing>
          <div>
            <h2 id={id}>
              <Trans>Lesson done</Trans>
            </h2>
            <div className={styles.doneState}>
              <small>
                <Trans>
                  {done} of {lessons} done
                </Trans>
              </small>
              <RowSyncBadge badge={badges?.get(page.lesson.id)} />
            </div>
          </div>
          <TextButton onPress={onUndo} writes>
            <Trans>Undo</Trans>
          </TextButton>
        </div>
        <NextLesson page={page} />
      </Card>
    </section>
  );
}

export interface LessonEndProps {
  page: LessonPage;
  /** Called before the lesson is reopened. */
  onReopen: () => void;
}

/** The end of a lesson: the button that marks it as done, and after that a card that leads to the next lesson. */
export function LessonEnd({ page, onReopen }: LessonEndProps): ReactElement {
  const store = useStore();
  const runOnce = useSingleFlight();
  const card = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The op id of the write that marked the lesson as done during this visit. */
  const doneOp = useRef<string | null>(null);
  const [pressed, setPressed] = useState<'done' | 'undo' | null>(null);
  const { lesson, progress } = page;
  const isDone = progress?.state === 'done';
  // The pressed button has disappeared, so the focus moves to the content that has replaced it.
  useEffect(() => {
    if (pressed === 'done' && isDone) card.current?.focus();
    if (pressed === 'undo' && !isDone) button.current?.focus();
  }, [pressed, isDone]);
  const finish = (): void => {
    setPressed('done');
    void runOnce(async () => {
      doneOp.current = await markLessonDone(store, lesson.id, lesson.title);
    });
  };
  const undo = (): void => {
    setPressed('undo');
    onReopen();
    void runOnce(async () => {
      const op_id = doneOp.current;
      doneOp.current = null;
      // If the write is still unsent, it is removed. Otherwise another write must reopen the lesson on the server.
      const isRemoved = op_id !== null && (await store.undo(op_id));
      if (!isRemoved) await reopenLesson(store, lesson.id, lesson.title);
    });
  };
  if (isDone) return <DoneCard ref={card} page={page} isNew={pressed === 'done'} onUndo={undo} />;
  return (
    <Button ref={button} variant="soft" wide icon={<IconCheck aria-hidden="true" />} writes onPress={finish}>
      <Trans>Mark as done</Trans>
    </Button>
  );
}
