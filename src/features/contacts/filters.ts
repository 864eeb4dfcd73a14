import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { contactStatuses } from '../../../contract/values.ts';
import { sorts, ownerFilters, type ContactQuery } from '../../bridge/search-api.ts';

const WRITE_AFTER_MS = 250;

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null =>
  known.find((each) => each === value) ?? null;

/** Parses the URL. A person without a team sees all visible contacts. */
function wantedOf(searchStr: string, hasTeam: boolean): ContactQuery {
  const search = new URLSearchParams(searchStr);
  return {
    text: search.get('q') ?? '',
    category: search.get('category'),
    status: oneOf(contactStatuses, search.get('status')),
    owner: hasTeam ? (oneOf(ownerFilters, search.get('whose')) ?? 'mine') : 'all',
    sort: oneOf(sorts, search.get('sort')) ?? 'name',
  };
}

/** Omits defaults, so that the URL contains only deliberate choices. */
export function searchOf({ text, category, status, owner: whose, sort }: ContactQuery, hasTeam: boolean): string {
  const search = new URLSearchParams();
  if (text !== '') search.set('q', text);
  if (category !== null) search.set('category', category);
  if (status !== null) search.set('status', status);
  if (hasTeam && whose !== 'mine') search.set('whose', whose);
  if (sort !== 'name') search.set('sort', sort);
  const words = search.toString();
  return words === '' ? '' : `?${words}`;
}

export interface Filters {
  wanted: ContactQuery;
  hasTeam: boolean;
  /** The query string for links back to this list. */
  search: string;
  change: (change: Partial<ContactQuery>) => void;
  clear: () => void;
}

/** The filters, stored in the URL. The list gets a search text at once, the URL shortly after the last key. */
export function useFilters(hasTeam: boolean): Filters {
  const { history } = useRouter();
  const { pathname, searchStr } = useLocation();
  const asked = useMemo(() => wantedOf(searchStr, hasTeam), [searchStr, hasTeam]);
  const [text, setText] = useState(asked.text);
  const written = useRef(asked.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The URL changed from outside: a followed link or a step back.
  useEffect(() => {
    if (asked.text === written.current) return;
    written.current = asked.text;
    setText(asked.text);
  }, [asked.text]);
  const place = useRef(pathname);
  useEffect(() => {
    place.current = pathname;
  }, [pathname]);
  const write = useCallback(
    (wanted: ContactQuery) => {
      clearTimeout(timer.current);
      written.current = wanted.text;
      history.replace(`${place.current}${searchOf(wanted, hasTeam)}`);
    },
    [history, hasTeam],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = useCallback(
    (changed: Partial<ContactQuery>) => {
      const wanted = { ...asked, text, ...changed };
      setText(wanted.text);
      clearTimeout(timer.current);
      if (changed.text === undefined) write(wanted);
      else timer.current = setTimeout(() => write(wanted), WRITE_AFTER_MS);
    },
    [asked, text, write],
  );
  const clear = useCallback(() => change({ text: '', category: null, status: null }), [change]);
  const wanted = useMemo(() => ({ ...asked, text }), [asked, text]);
  return { wanted, hasTeam, search: searchOf(wanted, hasTeam), change, clear };
}

/** Returns whether any filter is active. */
export const isFiltered = ({ text, category, status }: ContactQuery): boolean =>
  text.trim() !== '' || category !== null || status !== null;
