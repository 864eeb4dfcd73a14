import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { contactStatuses } from '../../../contract/values.ts';
import { sorts, ownerFilters, type ContactQuery } from '../../bridge/search-api.ts';

const WRITE_AFTER_MS = 250;

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null =>
  known.find((each) => each === value) ?? null;

/** What the address asks for. Somebody without a team sees everybody there is. */
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

/** What is usual is left out, so that an address says only what was chosen. */
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
  /** The address's part behind the path, for links that come back here. */
  search: string;
  change: (change: Partial<ContactQuery>) => void;
  clear: () => void;
}

/** The filters, kept in the address. A search is there a moment after the last key; the list has it at once. */
export function useFilters(hasTeam: boolean): Filters {
  const { history } = useRouter();
  const { pathname, searchStr } = useLocation();
  const asked = useMemo(() => wantedOf(searchStr, hasTeam), [searchStr, hasTeam]);
  const [text, setText] = useState(asked.text);
  const written = useRef(asked.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another text in the address than the one written there: somebody followed a link or went back.
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

/** Whether anything is left out of the list. */
export const isFiltered = ({ text, category, status }: ContactQuery): boolean =>
  text.trim() !== '' || category !== null || status !== null;
