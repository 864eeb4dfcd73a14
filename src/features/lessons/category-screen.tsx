import { Trans, useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { LessonRow } from '../../cards/lesson-row.tsx';
import { Screen } from '../../cards/screen.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { savedLessons } from '../../db/learning.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';

/** /lessons/category/{id}: the lessons of one category, in their order. */
export function CategoryScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useLiveQuery(
    async () => ({ category: await db.categories.get(id), lessons: await savedLessons(db, id) }),
    [db, id],
  );
  const back = { href: '/lessons', label: t`All lessons` };
  const category = found?.category;
  if (found && !category) {
    return (
      <Screen title={t`Lessons`} back={back} narrow>
        <EmptyState
          icon={<IconBook aria-hidden="true" />}
          action={
            <LinkButton href="/lessons">
              <Trans>All lessons</Trans>
            </LinkButton>
          }
        >
          <Trans>This category is not on this phone.</Trans>
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen
      title={category?.title ?? t`Lessons`}
      lang={category?.language}
      subtitle={category && <span lang={category.language}>{category.description}</span>}
      back={back}
      narrow
    >
      <Stack>
        {!found && <Skeleton leading="cover" />}
        {found?.lessons.length === 0 && (
          <EmptyState icon={<IconBook aria-hidden="true" />}>
            <Trans>There are no lessons here yet.</Trans>
          </EmptyState>
        )}
        {found && found.lessons.length > 0 && (
          <List>
            {found.lessons.map((lesson) => (
              <LessonRow key={lesson.id} lesson={lesson} tone={category?.color} />
            ))}
          </List>
        )}
      </Stack>
    </Screen>
  );
}
