import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { hasTable, useHasTable } from '../../components/table/use-table-width.ts';
import { loadable, Loaded } from '../../hooks/loadable.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useFetched } from '../../hooks/use-fetched.ts';
import { staffKeys } from '../../lib/cached-pages.ts';
import { Skeleton } from '../../ui/states.tsx';
import { rememberPeopleSearch } from './last-search.ts';
import type { ChangeSearch } from './people-filters.tsx';
import { parseFilters, savedPeopleChoices } from './people-query.ts';
import type { PeopleSearch } from './search-params.ts';

const desk = loadable(async () => (await import('./desk/people-desk.tsx')).PeopleDesk);
const cards = loadable(async () => (await import('./people-list.tsx')).PeopleList);

// The code of the list is loaded as soon as this file is loaded, for example by a prefetch, and not only at the first
// render. If that fails, the first render tries again.
void (hasTable() ? desk.load() : cards.load()).catch(() => {});

const route = getRouteApi('/_member/_staff/people');

/**
 * /people: the people whom the user may see, as a table on wide screens and as a paged list on others. This file is
 * small, so that the first page is requested while the code of the list is loading.
 */
export function PeopleScreen(): ReactElement {
  const { db, actor } = useStore();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isWide = useHasTable();
  const query = parseFilters(search);
  // The table loads its further pages itself.
  const first = isWide ? { ...query, page: 1 } : query;
  const fetching = useFetched(staffKeys.people(first), () => sync.account('fetchPeople', first));
  useEffect(() => rememberPeopleSearch(actor.user_id, search), [actor.user_id, search]);
  const choices = useLiveQuery(async () => savedPeopleChoices(db), [db]) ?? null;
  // The choices of the filters are requested after the first page, so that the server does not read both at once.
  const [isListHere, setListHere] = useState(false);
  if (!isListHere && fetching.done !== undefined) setListHere(true);
  useEffect(() => {
    if (isListHere) void sync.account('fetchChoices').catch(() => {});
  }, [isListHere]);
  const onChange: ChangeSearch = (changed) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const onShow = (next: PeopleSearch): void => void navigate({ search: next, replace: true });
  const onOpen = (personId: string): void =>
    void navigate({ to: '/user/view-details/$personId', params: { personId }, search: { from: 'people' } });
  const list = { search, query, choices, fetching, onChange, onShow };
  const placeholder = <Skeleton rows={8} />;
  return isWide ? (
    <Loaded part={desk} props={{ ...list, onOpen }} placeholder={placeholder} />
  ) : (
    <Loaded part={cards} props={list} placeholder={placeholder} />
  );
}
