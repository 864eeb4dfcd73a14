import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ContactQuery } from '../../bridge/search-api.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import type { ContactsSearch } from './search-params.ts';

/** Parses the filters of the contact list. For a user without a team, the owner filter is always `all`. */
const parseFilters = ({ q = '', category, status, whose, sort }: ContactsSearch, hasTeam: boolean): ContactQuery => ({
  text: q,
  category: category ?? null,
  status: status ?? null,
  owner: hasTeam ? (whose ?? 'mine') : 'all',
  sort: sort ?? 'name',
});

/** Returns the search parameters without default values, so that the URL contains only deliberate choices. */
const toSearchParams = ({ text, category, status, owner, sort }: ContactQuery, hasTeam: boolean): ContactsSearch => ({
  q: text.trim() || undefined,
  category: category ?? undefined,
  status: status ?? undefined,
  whose: hasTeam && owner !== 'mine' ? owner : undefined,
  sort: sort === 'name' ? undefined : sort,
});

export interface ContactFilters {
  wanted: ContactQuery;
  hasTeam: boolean;
  /** The search parameters for links back to this list. */
  search: ContactsSearch;
  change: (change: Partial<ContactQuery>) => void;
  clear: () => void;
}

/**
 * Stores the filters of the contact list in the URL. A search text applies without delay, but is written to the URL
 * shortly after the last key press.
 */
export function useFilters(hasTeam: boolean): ContactFilters {
  const params = useSearch({ from: '/_member/_contacts' });
  const navigate = useNavigate();
  const updateUrl = (search: ContactsSearch): void => void navigate({ to: '.', search, replace: true });
  const { text, type, reset } = useSearchText(params.q ?? '', (q) => updateUrl({ ...params, q }));
  const wantedQuery = useMemo(() => ({ ...parseFilters(params, hasTeam), text }), [params, hasTeam, text]);
  const change = (changed: Partial<ContactQuery>): void => {
    const next = { ...wantedQuery, ...changed };
    reset(next.text);
    updateUrl(toSearchParams(next, hasTeam));
  };
  return {
    wanted: wantedQuery,
    hasTeam,
    search: toSearchParams(wantedQuery, hasTeam),
    change: ({ text: typed, ...others }) => {
      if (typed !== undefined && Object.keys(others).length === 0) type(typed);
      else change({ ...others, ...(typed !== undefined && { text: typed }) });
    },
    clear: () => change({ text: '', category: null, status: null }),
  };
}

/** Returns whether any filter of the contact list is active. */
export const isFiltered = ({ text, category, status }: ContactQuery): boolean =>
  text.trim() !== '' || category !== null || status !== null;
