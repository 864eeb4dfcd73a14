import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { COMMUNITY } from '../../../contract/values.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedCategories, type CategoryCard } from '../../db/queries/lessons.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { addComment } from './actions.ts';
import { Composer } from './composer.tsx';
import { Discussion } from './discussion.tsx';
import { SearchResults } from './search-results.tsx';
import styles from './lessons.module.css';

function CategoryLink({ category }: { category: CategoryCard }): ReactElement {
  const { t } = useLingui();
  const { done, lessons } = category;
  return (
    <li className={styles.category}>
      <Cover seed={category.slug} tone={category.color} shape="banner" flush />
      <div className={styles.text} lang={category.language}>
        <h2 className={styles.name}>
          <Link className={styles.link} to="/lessons/category/$categoryId" params={{ categoryId: category.id }}>
            {category.title}
          </Link>
        </h2>
        <small>{category.description}</small>
        <div className={styles.meta} lang={document.documentElement.lang}>
          <ProgressBar aria-label={t`Lessons done`} value={done / lessons} />
          <small>
            {done > 0 ? (
              <Trans>
                {done} of {lessons} done
              </Trans>
            ) : (
              <Plural value={lessons} one="# lesson" other="# lessons" />
            )}
          </small>
        </div>
      </div>
    </li>
  );
}

function Categories({ categories }: { categories: readonly CategoryCard[] }): ReactElement {
  return (
    <ul className={styles.cards}>
      {categories.map((category) => (
        <CategoryLink key={category.id} category={category} />
      ))}
    </ul>
  );
}

/** The categories in the user's language, and below them those in other languages, collapsed. */
function CategoriesByLanguage({ categories }: { categories: readonly CategoryCard[] }): ReactElement {
  const { t } = useLingui();
  const { language } = useApp().preferences;
  const ownLanguageCategories = categories.filter((category) => category.language === language);
  const others = categories.filter((category) => category.language !== language);
  if (ownLanguageCategories.length === 0 || others.length === 0) return <Categories categories={categories} />;
  return (
    <>
      <Categories categories={ownLanguageCategories} />
      <details className={styles.others}>
        <summary className={styles.summary}>
          <h2>{t`In other languages`}</h2>
        </summary>
        <Categories categories={others} />
      </details>
    </>
  );
}

function NoLessons(): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <EmptyState icon={<IconBook aria-hidden="true" />}>
      {hasSyncedOnce ? <Trans>No lessons yet.</Trans> : <Trans>Lessons haven't synced to this device yet.</Trans>}
    </EmptyState>
  );
}

/** /lessons: the categories, those in other languages collapsed, and the community discussion. */
export function LessonsScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { language } = useApp().preferences;
  const categories = useLiveQuery(async () => savedCategories(store.db, language), [store.db, language]);
  const [searchText, setSearchText] = useState('');
  return (
    <Screen title={t`Lessons`}>
      <Stack gap="l">
        <div className={styles.tools}>
          <SearchField
            aria-label={t`Search lessons`}
            placeholder={t`Search lessons`}
            value={searchText}
            onChange={setSearchText}
          />
          <LinkButton to="/downloads" variant="ghost">
            <Trans>Downloads</Trans>
          </LinkButton>
        </div>
        {searchText.trim() !== '' && <SearchResults searchText={searchText} />}
        {!categories && <Skeleton leading="cover" />}
        {categories?.length === 0 && <NoLessons />}
        {categories && categories.length > 0 && <CategoriesByLanguage categories={categories} />}
        {/* Shown only after the categories are loaded, since they would otherwise push the discussion down. */}
        {categories && (
          <Discussion thread={COMMUNITY} title={<Trans>Discussion</Trans>}>
            <Composer thread={COMMUNITY} onSend={(text) => addComment(store, COMMUNITY, text, null)} />
          </Discussion>
        )}
      </Stack>
    </Screen>
  );
}
