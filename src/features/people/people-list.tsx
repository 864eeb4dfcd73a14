import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { ViewChip } from '../../components/views/view-chip.tsx';
import { viewsOf } from '../../db/queries/saved-views.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Fetching } from '../../hooks/use-fetched.ts';
import { staffKeys, type PeopleQuery } from '../../lib/cached-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { LinkRequests } from './link-requests.tsx';
import { PeopleCards } from './people-cards.tsx';
import { type ChangeSearch, NoPeople, PeopleFilters, PeopleSearchField } from './people-filters.tsx';
import { matchingSyncedPeople, type PeoplePage, savedPeoplePage } from './people-list-queries.ts';
import type { PeopleChoices } from './people-query.ts';
import { peopleSearch, type PeopleSearch } from './search-params.ts';
import { StructureCount } from './structure-count.tsx';
import styles from './people.module.css';

const PAGE_SIZE = 100;

export interface PeopleListProps extends PartProps {
  search: PeopleSearch;
  choices: PeopleChoices | null;
  fetching: Fetching;
  /** Replaces all search parameters. */
  onShow: (search: PeopleSearch) => void;
}

/** The people list on a phone: page by page from the server, or the people on this device. */
export function PeopleList({ search, query, choices, fetching, onChange, onShow }: PeopleListProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const key = staffKeys.people(query);
  // The live query depends on the key, because `query` is a new object on each render.
  const loaded = useLiveQuery(async () => ({ key, page: await savedPeoplePage(db, query) }), [db, key]);
  const page = loaded?.key === key ? loaded.page : undefined;
  const views = useLiveQuery(async () => viewsOf(db, 'people'), [db]);
  const isWaiting = page === undefined || (page === null && fetching.done === undefined);
  return (
    <Screen title={t`People`}>
      <Stack gap="m">
        <PeopleSearchField search={search} onChange={onChange} />
        <PeopleFilters
          search={search}
          onChange={onChange}
          choices={choices}
          views={<ViewChip {...{ views, search, onShow }} all={t`All people`} parse={peopleSearch} />}
        />
        <LinkRequests />
        <FetchStatus at={page?.at ?? null} fetching={fetching} />
        {isWaiting && <Skeleton rows={6} />}
        {page && <ServerPage page={page} query={query} onChange={onChange} />}
        {page === null && fetching.done !== undefined && (
          <SyncedPeople query={query} cacheKey={key} onChange={onChange} />
        )}
        {!isWaiting && (
          <PageButtons
            page={query.page}
            next={page?.about.next ?? null}
            isByTime={false}
            onTurn={(turned) => onChange({ page: turned === 1 ? undefined : turned })}
          />
        )}
      </Stack>
    </Screen>
  );
}

interface PartProps {
  query: PeopleQuery;
  onChange: ChangeSearch;
}

/** Shows a page of the server's list. */
function ServerPage({ page, query, onChange }: PartProps & { page: PeoplePage }): ReactElement {
  const { t } = useLingui();
  const { count, total_count } = page.about;
  const text = (
    <small role="status">
      <StructureCount count={count} total={total_count} />
    </small>
  );
  return (
    <>
      {page.rows.length === 0 && (
        <>
          {text}
          <NoPeople query={query} onChange={onChange} />
        </>
      )}
      {page.rows.length > 0 && <PeopleCards aria-label={t`People`} people={page.rows} count={text} />}
    </>
  );
}

/** Lists the people on this device if the server's list was never fetched. */
function SyncedPeople({ query, cacheKey, onChange }: PartProps & { cacheKey: string }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const synced = useLiveQuery(async () => matchingSyncedPeople(db, query, limit), [db, cacheKey, limit]);
  if (!synced) return <Skeleton rows={3} />;
  const text = (
    <small role="status">
      <Trans>This list hasn't synced. On this device:</Trans>{' '}
      <Plural value={synced.count} one="# person" other="# people" />
    </small>
  );
  return (
    <>
      {synced.count === 0 && (
        <>
          {text}
          <NoPeople query={query} onChange={onChange} />
        </>
      )}
      {synced.count > 0 && <PeopleCards aria-label={t`People on this device`} people={synced.rows} count={text} />}
      {synced.count > synced.rows.length && (
        <div className={styles.more}>
          <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
