import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useRef, useState } from 'react';
import { LessonFilesStatus } from '../../components/media/download-labels.tsx';
import { LessonRow } from '../../components/lesson/lesson-row.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { TextSize } from '../../components/lesson/text-size.tsx';
import { lessonFiles, savedDownloads } from '../../db/storage/lesson-files.ts';
import { coverOf } from '../../db/queries/lessons.ts';
import { isEntitledNow } from '../../db/queries/entitlement.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton, TextLink, TextButton } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { addComment, markDone } from './actions.ts';
import { Composer } from './composer.tsx';
import { Discussion } from './discussion.tsx';
import { LessonVideos } from './lesson-video.tsx';
import { LessonHtml } from './lesson-html.tsx';
import styles from './lessons.module.css';
import { savedLesson, type LessonPage } from './queries.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useReading } from './use-reading.ts';

/** Between these two scroll depths, a "back to your place" link is shown. */
const RESUME_MIN_PERCENT = 10;
const RESUME_MAX_PERCENT = 95;

function Missing(): ReactElement {
  const { t } = useLingui();
  return (
    <Screen title={t`Lesson`} back={<BackLink to="/lessons">{t`All lessons`}</BackLink>} narrow>
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

function DoneButton({ page }: { page: LessonPage }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const write = useWriteAction();
  const { lesson, progress } = page;
  if (progress?.state === 'done') {
    return (
      <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
        <Trans>Done</Trans>
      </Badge>
    );
  }
  return (
    <Button
      variant="soft"
      wide
      icon={<IconCheck aria-hidden="true" />}
      writes
      onPress={() => void write(() => markDone(store, lesson.id, lesson.title), t`Done`)}
    >
      <Trans>Mark as done</Trans>
    </Button>
  );
}

function Kicker({ lesson, category }: LessonPage): ReactElement {
  const minutes = lesson.duration_min;
  return (
    <>
      {category && <span lang={category.language}>{category.title}, </span>}
      <Plural value={minutes} one="# min" other="# min" />
    </>
  );
}

/** Shows the text of a lesson with its cover, and counts the reading time. */
function Reading({ page }: { page: LessonPage }): ReactElement {
  const { t } = useLingui();
  const { lesson, category, progress } = page;
  const text = useRef<HTMLDivElement>(null);
  const [resumePosition] = useState(progress?.scrolled ?? 0);
  useReading(lesson.id, text);
  const resume = (): void => {
    const { top, height } = text.current?.getBoundingClientRect() ?? { top: 0, height: 0 };
    scrollTo({ top: scrollY + top + (height * resumePosition) / 100 - innerHeight * 0.8 });
  };
  const canResume =
    progress?.state !== 'done' && resumePosition >= RESUME_MIN_PERCENT && resumePosition <= RESUME_MAX_PERCENT;
  return (
    <Stack>
      <Cover seed={lesson.id} tone={category?.color} src={coverOf(lesson)} shape="wide" />
      <div className={styles.sizes} role="group" aria-label={t`Text size`}>
        <TextSize />
      </div>
      {canResume && (
        <div className={styles.screenOnly}>
          <TextButton onPress={resume}>
            <Trans>Continue where you left off</Trans>
          </TextButton>
        </div>
      )}
      <div ref={text}>
        <LessonHtml html={lesson.body} lang={lesson.language} />
      </div>
      <LessonVideos lesson={lesson} />
      <div className={styles.screenOnly}>
        <DoneButton page={page} />
      </div>
    </Stack>
  );
}

/** Links to the next and the previous lesson; after the last lesson only to the previous one. */
function Neighbours({ page: { previous, next, category } }: { page: LessonPage }): ReactElement | null {
  const { db } = useStore();
  const rows = useLiveQuery(async () => savedDownloads(db), [db]);
  const neighbour = next ?? previous;
  if (!neighbour || !rows) return null;
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
          place={<LessonFilesStatus files={lessonFiles(neighbour, rows)} />}
        />
      </List>
    </Section>
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
    <BackLink to="/lessons">{t`All lessons`}</BackLink>
  );
  const kicker = page && <Kicker {...page} />;
  return (
    <Screen title={page?.lesson.title ?? t`Lesson`} lang={page?.lesson.language} kicker={kicker} back={back} narrow>
      {!readable && !isLocked && <Skeleton leading="none" rows={8} />}
      {isLocked && <Locked />}
      {readable && (
        <Stack gap="l">
          <Reading key={id} page={readable} />
          <div className={styles.screenOnly}>
            <Stack gap="l">
              <Neighbours page={readable} />
              <Discussion thread={id} title={<Trans>Comments</Trans>} />
            </Stack>
          </div>
        </Stack>
      )}
      <StickyBar>
        {readable && <Composer key={id} thread={id} onSend={(text) => addComment(store, id, text, null)} />}
      </StickyBar>
    </Screen>
  );
}
