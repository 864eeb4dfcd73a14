import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { useLocation, useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useRef } from 'react';
import { LessonFilesStatus } from '../../components/media/download-labels.tsx';
import { COMMENT_HASH } from '../../components/lesson/comment-link.tsx';
import { LessonRow } from '../../components/lesson/lesson-row.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { lessonFiles, savedDownloads } from '../../db/storage/lesson-files.ts';
import { isEntitledNow } from '../../db/queries/entitlement.ts';
import { LinkButton, TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { CondensedHeader } from '../../ui/condensed-header.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { addComment } from './actions.ts';
import { Composer } from './composer.tsx';
import { Discussion } from './discussion.tsx';
import { LessonEnd } from './lesson-end.tsx';
import styles from './lessons.module.css';
import { savedLesson, type LessonPage } from './queries.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { Reading } from './reading.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { useNow } from '../../ui/use-now.ts';

function Missing(): ReactElement {
  const { t } = useLingui();
  return (
    <Screen title={t`Lesson`} back={<BackLink to="/lessons">{t`Lessons`}</BackLink>} narrow>
      <EmptyState
        icon={<IconBook aria-hidden="true" />}
        action={
          <LinkButton to="/lessons">
            <Trans>All lessons</Trans>
          </LinkButton>
        }
      >
        <Trans>This lesson is not on this device.</Trans>
      </EmptyState>
    </Screen>
  );
}

/** Explains why a paid lesson cannot be read although it is on this device. */
function Locked(): ReactElement {
  return (
    <EmptyState
      icon={<IconLock aria-hidden="true" />}
      action={
        <LinkButton to="/subscription">
          <Trans>Subscription</Trans>
        </LinkButton>
      }
    >
      <Trans>Your subscription has ended. Free lessons stay on this device.</Trans>
    </EmptyState>
  );
}

/** Shows the reading time above the title. The category is not repeated, because it is the name of the back link. */
function Kicker({ lesson }: LessonPage): ReactElement {
  const minutes = lesson.duration_min;
  return <Plural value={minutes} one="# min" other="# min" />;
}

/**
 * Links to the next and the previous lesson; after the last lesson only to the previous one. Renders nothing for a
 * completed lesson, because the card at its end already leads to the next one.
 */
function Neighbours({ page: { previous, next, category, progress } }: { page: LessonPage }): ReactElement | null {
  const { db } = useStore();
  const rows = useLiveQuery(async () => savedDownloads(db), [db]);
  const neighbour = next ?? previous;
  if (!neighbour || !rows || progress?.state === 'done') return null;
  const before = next && previous && (
    <TextLink to="/lesson/view/$lessonId" params={{ lessonId: previous.id }}>
      <Trans>Previous lesson</Trans>
    </TextLink>
  );
  return (
    <Section title={next ? <Trans>Next lesson</Trans> : <Trans>Previous lesson</Trans>} end={before}>
      <List>
        <LessonRow
          lesson={neighbour}
          tone={category?.color}
          status={<LessonFilesStatus files={lessonFiles(neighbour, rows)} />}
        />
      </List>
    </Section>
  );
}

/** A lesson that the user may read: the text, the end, the discussion, and a condensed header while scrolling. */
function ReadableLesson({ page, back }: { page: LessonPage; back: ReactElement }): ReactElement {
  const store = useStore();
  const text = useRef<HTMLDivElement>(null);
  const isForComment = useLocation().hash === COMMENT_HASH;
  // Focusing the composer scrolls past text that the user has not read, so the scroll depth does not count then.
  const isDepthCounted = useRef(!isForComment);
  const { id, language, title } = page.lesson;
  const handleReopen = (): void => {
    isDepthCounted.current = false;
  };
  return (
    <>
      <CondensedHeader title={<span lang={language}>{title}</span>} back={back}>
        <ReadingProgress text={text} />
      </CondensedHeader>
      <Stack gap="l">
        <Reading page={page} text={text} isDepthCounted={isDepthCounted} />
        <div className={styles.screenOnly}>
          <Stack gap="l">
            <LessonEnd page={page} onReopen={handleReopen} />
            <Neighbours page={page} />
            <Discussion thread={id} title={<Trans>Comments</Trans>}>
              <Composer
                thread={id}
                autoFocus={isForComment}
                onSend={(comment) => addComment(store, id, comment, null)}
              />
            </Discussion>
          </Stack>
        </div>
      </Stack>
    </>
  );
}

/** /lesson/view/{id}: text and pictures from this device, with reading time and the discussion below. */
export function LessonScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { lessonId: id } = useParams({ from: '/_member/lesson/view/$lessonId' });
  const page = useLiveQuery(async () => savedLesson(store.db, id), [store.db, id]);
  const now = useNow();
  const isEntitled = useLiveQuery(async () => isEntitledNow(store.db, store.actor.user_id, now), [store, now]);
  if (page === null) return <Missing />;
  const isLocked = page?.lesson.free === false && isEntitled === false;
  const readable = page && (page.lesson.free || isEntitled) ? page : undefined;
  const category = page?.category;
  const back = category ? (
    <BackLink to="/lessons/category/$categoryId" params={{ categoryId: category.id }}>
      {category.title}
    </BackLink>
  ) : (
    <BackLink to="/lessons">{t`Lessons`}</BackLink>
  );
  const kicker = page ? <Kicker {...page} /> : <></>;
  return (
    <Screen title={page?.lesson.title ?? t`Lesson`} lang={page?.lesson.language} kicker={kicker} back={back} narrow>
      {!readable && !isLocked && <Skeleton leading="none" rows={8} />}
      {isLocked && <Locked />}
      {readable && <ReadableLesson key={id} page={readable} back={back} />}
    </Screen>
  );
}
