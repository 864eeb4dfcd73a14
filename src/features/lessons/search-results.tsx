import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useDeferredValue } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { Section } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { searchLessons } from './search.ts';

const MAX_RESULTS = 30;

/** Lists the lessons on this device that contain the terms, with an excerpt. */
export function SearchResults({ searchText }: { searchText: string }): ReactElement | null {
  const { t } = useLingui();
  const { db } = useStore();
  const query = useDeferredValue(searchText);
  const results = useLiveQuery(async () => searchLessons(db, query, MAX_RESULTS), [db, query]);
  if (!results) return null;
  return (
    <Section title={<Trans>Search results</Trans>}>
      <p role="status">
        {results.length === 0 ? (
          <Trans>No results on this device.</Trans>
        ) : (
          <Plural value={results.length} one="# lesson" other="# lessons" />
        )}
      </p>
      {results.length > 0 && (
        <List aria-label={t`Search results`}>
          {results.map(({ lesson, around }) => (
            <RowLink
              key={lesson.id}
              to="/lesson/view/$lessonId"
              params={{ lessonId: lesson.id }}
              leading={<Cover seed={lesson.id} src={lesson.cover} />}
              title={<span lang={lesson.language}>{lesson.title}</span>}
              wrapTitle
              meta={<small lang={lesson.language}>{around}</small>}
            />
          ))}
        </List>
      )}
    </Section>
  );
}
