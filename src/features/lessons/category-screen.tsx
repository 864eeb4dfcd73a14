import { Trans, useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import { useParams, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { LessonFilesStatus } from '../../components/media/download-labels.tsx';
import { LessonRow } from '../../components/lesson/lesson-row.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import type { Category } from '../../../contract/entities/category.ts';
import type { Download } from '../../db/storage/download-row.ts';
import { lessonFiles, savedDownloads } from '../../db/storage/lesson-files.ts';
import { withOneVideo } from '../../db/storage/video-quality.ts';
import { savedLessons, type LessonCard } from '../../db/queries/lessons.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { Narrow } from '../../ui/layout.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { DownloadCard } from './download-card.tsx';

interface LessonsProps {
  category: Category;
  lessons: readonly LessonCard[];
  rows: readonly Download[];
}

/** The lessons of a category with their download state. */
function Lessons({ category, lessons, rows }: LessonsProps): ReactElement {
  const { t } = useLingui();
  const showsOnlyDownloaded = useSearch({ from: '/_member/lessons/category/$categoryId' }).show === 'phone';
  const withFiles = lessons.map((lesson) => ({ lesson, files: lessonFiles(lesson, rows) }));
  const visibleLessons = withFiles.filter(({ files }) => !showsOnlyDownloaded || files.state === 'downloaded');
  const downloadedCount = withFiles.filter(({ files }) => files.state === 'downloaded').length;
  const place = { to: '/lessons/category/$categoryId', params: { categoryId: category.id } } as const;
  return (
    <Stack>
      <DownloadCard lessons={lessons} rows={rows} />
      <ChipLinks aria-label={t`Filter lessons`}>
        <ChipLink {...place} isCurrent={!showsOnlyDownloaded}>{t`All`}</ChipLink>
        <ChipLink
          {...place}
          search={{ show: 'phone' }}
          isCurrent={showsOnlyDownloaded}
          count={downloadedCount}
        >{t`On this device`}</ChipLink>
      </ChipLinks>
      {visibleLessons.length === 0 && (
        <EmptyState icon={<IconBook aria-hidden="true" />}>
          <Trans>No lesson in this category is fully downloaded yet.</Trans>
        </EmptyState>
      )}
      {visibleLessons.length > 0 && (
        <List>
          {visibleLessons.map(({ lesson, files }) => (
            <LessonRow
              key={lesson.id}
              lesson={lesson}
              tone={category.color}
              status={<LessonFilesStatus files={files} />}
            />
          ))}
        </List>
      )}
    </Stack>
  );
}

/** /lessons/category/{id}: the lessons of a category in order; `?show=phone` lists only completely downloaded ones. */
export function CategoryScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { categoryId: id } = useParams({ from: '/_member/lessons/category/$categoryId' });
  const loaded = useLiveQuery(
    async () => ({
      category: await db.categories.get(id),
      lessons: await withOneVideo(db, await savedLessons(db, id)),
      rows: await savedDownloads(db),
    }),
    [db, id],
  );
  const backLink = <BackLink to="/lessons">{t`Lessons`}</BackLink>;
  const category = loaded?.category;
  if (!loaded) {
    return (
      <Screen title={t`Lessons`} back={backLink} subtitle={<></>}>
        <Narrow key="placeholder">
          <Skeleton leading="cover" />
        </Narrow>
      </Screen>
    );
  }
  if (!category) {
    return (
      <Screen title={t`Lessons`} back={backLink} narrow>
        <EmptyState
          icon={<IconBook aria-hidden="true" />}
          action={
            <LinkButton to="/lessons">
              <Trans>All lessons</Trans>
            </LinkButton>
          }
        >
          <Trans>This category is not on this device.</Trans>
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen
      title={category.title}
      lang={category.language}
      subtitle={<span lang={category.language}>{category.description}</span>}
      back={backLink}
    >
      {/* Without the key, the placeholder's container would be kept, and would move if the title grows by a line. */}
      <Narrow key={id}>
        <Stack>
          {loaded.lessons.length === 0 && (
            <EmptyState icon={<IconBook aria-hidden="true" />}>
              <Trans>No lessons here yet.</Trans>
            </EmptyState>
          )}
          {loaded.lessons.length > 0 && <Lessons category={category} lessons={loaded.lessons} rows={loaded.rows} />}
        </Stack>
      </Narrow>
    </Screen>
  );
}
