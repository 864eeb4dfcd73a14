import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { ViewChip } from '../../components/views/view-chip.tsx';
import { viewsOf } from '../../db/queries/saved-views.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { staffKeys, type PeopleQuery } from '../../lib/cached-pages.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Age } from '../../components/app/age.tsx';
import { PeopleCards } from './people-cards.tsx';
import { parseFilters, type ChangeSearch, NoPeople, PeopleFilters, PeopleSearchField } from './people-filters.tsx';
import {
  type PeopleChoices,
  savedChoices,
  matchingSyncedPeople,
  savedPeoplePage,
  type PeoplePage,
} from './people-list-queries.ts';
import { LinkRequests } from './link-requests.tsx';
import { rememberPeopleSearch } from './last-search.ts';
import { peopleSearch, type PeopleSearch } from './search-params.ts';
import styles from './people.module.css';
import { useFetched } from '../../hooks/use-fetched.ts';

const PAGE_SIZE = 100;

const PeopleDesk = lazy(async () => ({ default: (await import('./desk/people-desk.tsx')).PeopleDesk }));

const route = getRouteApi('/_member/_staff/people');

/** /people: the people whom the user may see, as a table on wide screens and as a paged list on others. */
export function PeopleScreen(): ReactElement {
  const { db, actor } = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isWide = useHasTable();
  useEffect(() => rememberPeopleSearch(actor.user_id, search), [actor.user_id, search]);
  const change: ChangeSearch = (changed) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const choices = useLiveQuery(async () => savedChoices(db), [db]) ?? null;
  useEffect(() => void sync.account('fetchChoices').catch(() => {}), []);
  const show = (next: PeopleSearch): void => void navigate({ search: next, replace: true });
  const query = parseFilters(search);
  if (!isWide) return <PeopleList search={search} query={query} choices={choices} onChange={change} onShow={show} />;
  const open = (personId: string): void =>
    void navigate({ to: '/user/view-details/$personId', params: { personId }, search: { from: 'people' } });
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <PeopleDesk search={search} query={query} choices={choices} onChange={change} onShow={show} onOpen={open} />
    </Suspense>
  );
}

interface PeopleListProps extends PartProps {
  search: PeopleSearch;
  choices: PeopleChoices | null;
  onShow: (search: PeopleSearch) => void;
}

/** The people list on a phone: page by page from the server, or the people on this device. */
function PeopleList({ search, query, choices, onChange, onShow }: PeopleListProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const key = staffKeys.people(query);
  const fetching = useFetched(key, () => sync.account('fetchPeople', query));
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
        <Age at={page?.at ?? null} fetching={fetching} />
        {isWaiting && <Skeleton rows={6} />}
        {page && <ServerPage page={page} query={query} onChange={onChange} />}
        {page === null && fetching.done !== undefined && (
          <SyncedPeople query={query} cacheKey={key} onChange={onChange} />
        )}
        {!isWaiting && <Pages query={query} onChange={onChange} next={page?.about.next ?? null} />}
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
      <Plural value={count} one="# person in your structure" other="# people in your structure" />
      {count !== total_count && <Trans>, {total_count} total</Trans>}
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

function Pages({ query, onChange, next }: PartProps & { next: number | null }): ReactElement | null {
  if (query.page === 1 && next === null) return null;
  return (
    <ButtonRow>
      <Button
        variant="ghost"
        isDisabled={query.page === 1}
        onPress={() => onChange({ page: query.page === 2 ? undefined : query.page - 1 })}
      >
        <Trans>Previous page</Trans>
      </Button>
      <Button variant="ghost" isDisabled={next === null} onPress={() => onChange({ page: query.page + 1 })}>
        <Trans>Next page</Trans>
      </Button>
    </ButtonRow>
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
