import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useSearch } from '@tanstack/react-router';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense } from 'react';
import { useApp } from '../../hooks/app-context.tsx';
import { LessonFilesStatus } from '../../components/media/download-labels.tsx';
import { LessonRow } from '../../components/lesson/lesson-row.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { ToSendCard } from '../../components/sync/to-send-card.tsx';
import { formatRecent, hourOf } from '../../lib/dates.ts';
import { LinkButton, TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { Columns } from '../../ui/layout.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ContinueCard } from './continue-card.tsx';
import { savedDashboard, type DashboardData } from './queries.ts';
import { SectionPlaceholder } from './reserved.tsx';

const Upcoming = lazy(() =>
  import('./upcoming.tsx').then(
    (loaded) => ({ default: loaded.DashboardSections }),
    () => ({ default: () => null }),
  ),
);

const greetings = [
  { until: 5, words: msg`Good evening` },
  { until: 12, words: msg`Good morning` },
  { until: 18, words: msg`Good afternoon` },
  { until: 24, words: msg`Good evening` },
];

/** Returns a greeting for the hour on this device: "Good morning, Anna". */
function useGreeting(name: string, now: number): string {
  const { t } = useLingui();
  const hour = hourOf(now);
  const words = t(greetings.find(({ until }) => hour < until)?.words ?? msg`Welcome`);
  return name === '' ? words : t`${words}, ${name}`;
}

/**
 * Returns a text such as "as of 14:20" with the time of the last sync; undefined before the first one. It is shown
 * once, because all sections have the same age.
 */
function useAgeText(now: number): string | undefined {
  const { t } = useLingui();
  const at = useSyncState()?.status.last_fetched_at;
  if (!at) return undefined;
  const time = formatRecent(at, now);
  return t`as of ${time}`;
}

/** Shown if there is no lesson to continue: all lessons are done, none exist, or none are synced yet. */
function NoLessons({ lessons }: Pick<DashboardData, 'lessons'>): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  const all = (
    <LinkButton to="/lessons" variant="soft">
      <Trans>All lessons</Trans>
    </LinkButton>
  );
  return (
    <EmptyState icon={<IconBook aria-hidden="true" />} {...(lessons > 0 && { action: all })}>
      {lessons > 0 ? (
        <Trans>You have done every lesson on this device.</Trans>
      ) : hasSyncedOnce ? (
        <Trans>No lessons yet.</Trans>
      ) : (
        <Trans>Lessons haven't synced to this device yet.</Trans>
      )}
    </EmptyState>
  );
}

function LessonShelf({ home, age }: { home: DashboardData; age: string | undefined }): ReactElement | null {
  const { lessons, shelf } = home;
  if (shelf.length === 0) return null;
  const isReady = shelf.every(({ files }) => files.state === 'downloaded');
  return (
    <Section
      title={isReady ? <Trans>Available offline</Trans> : <Trans>Next lessons</Trans>}
      end={
        <TextLink to="/lessons">
          <Trans>All {lessons}</Trans>
        </TextLink>
      }
    >
      <Stack gap="s">
        <List>
          {shelf.map(({ lesson, files }) => (
            <LessonRow key={lesson.id} lesson={lesson} status={<LessonFilesStatus files={files} />} />
          ))}
        </List>
        {age && <small>{age}</small>}
      </Stack>
    </Section>
  );
}

/**
 * /dashboard of a learner: the lesson to read now, the lessons that are available offline, and the unsent changes. Uses
 * only data on this device.
 */
export function DashboardScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { language } = useApp().preferences;
  const now = useNow('minute');
  const home = useLiveQuery(async () => savedDashboard(db, language), [db, language]);
  const greeting = useGreeting(actor.first_name, now);
  const age = useAgeText(now);
  const search = useSearch({ from: '/_member/dashboard' });
  if (search.do === 'resume' && home?.now)
    return <Navigate to="/lesson/view/$lessonId" params={{ lessonId: home.now.lesson.id }} replace />;
  return (
    <Screen title={greeting} hasLongTitle documentTitle={t`Home`}>
      <Columns side={home && <ToSendCard />}>
        <Stack gap="l">
          {!home && <Skeleton leading="cover" />}
          {home && !home.now && <NoLessons lessons={home.lessons} />}
          {home?.now && <ContinueCard {...home.now} />}
          {home && <LessonShelf home={home} age={age} />}
          <Suspense fallback={<SectionPlaceholder />}>
            <Upcoming language={language} now={now} />
          </Suspense>
        </Stack>
      </Columns>
    </Screen>
  );
}
