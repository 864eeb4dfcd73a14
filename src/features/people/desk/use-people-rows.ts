import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { sync } from '../../../bridge/sync.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import type { Fetching } from '../../../hooks/use-fetched.ts';
import { staffKeys, type PageMeta, type PeopleQuery } from '../../../lib/cached-pages.ts';
import type { GridRows } from '../../../ui/data-grid/grid-types.ts';
import { type DeskPerson, PAGE_ROWS, savedDeskPage, savedDeskPeople } from './desk-queries.ts';
import {
  indexOfPerson,
  lastFetchedPage,
  oldestFetchTime,
  pageOfIndex,
  type Pages,
  gridRowsOf,
  withPage,
} from './people-pages.ts';

/** Interval in ms at which the pages that came into view are loaded while the table is scrolled. */
const LOAD_MS = 120;

export interface PeopleRows {
  rows: GridRows<DeskPerson>;
  /** Whether no rows are available yet. */
  isLoading: boolean;
  /** Whether the rows are only the people on this device, because the server's list was never fetched. */
  isFromDevice: boolean;
  about: PageMeta | undefined;
  at: string | null;
  fetching: Fetching;
  /** Loads the pages that contain the rows from `first` to `last`. */
  setVisibleRows: (first: number, last: number) => void;
  /** Returns the index of a person among the loaded rows; -1 if there is none. */
  indexOf: (id: string) => number;
}

/**
 * Fetches each page when it comes into view for the first time, and again after it was removed from memory. The screen
 * itself fetches the first page.
 */
function useFetchPages(query: PeopleQuery, key: string, numbers: readonly number[], pages: Pages | undefined): void {
  const requested = useRef({ key, numbers: new Set([1]) });
  const fetchNew = useEffectEvent(() => {
    if (numbers.length === 0) return;
    if (requested.current.key !== key) requested.current = { key, numbers: new Set([1]) };
    const { numbers: known } = requested.current;
    for (const page of known) if (!numbers.includes(page) && !pages?.has(page)) known.delete(page);
    for (const page of numbers) {
      if (known.has(page)) continue;
      known.add(page);
      const allowRetry = (): void => void known.delete(page);
      sync.account('fetchPeople', { ...query, page }).then((done) => !done.ok && allowRetry(), allowRetry);
    }
  });
  const list = numbers.join(' ');
  useEffect(() => fetchNew(), [key, list]);
}

type Span = readonly [from: number, to: number];

/**
 * Returns the pages to load, and a function that takes the visible rows. During slow scrolling, pages are loaded as
 * they come into view; during fast scrolling, the pages in between are skipped.
 */
export function useSpan(): [Span, (first: number, last: number) => void] {
  const [span, setSpan] = useState<Span>([1, 1]);
  const seen = useRef<Span>(span);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setVisibleRows = useCallback((first: number, last: number): void => {
    seen.current = [pageOfIndex(first), pageOfIndex(last)];
    const load = (before: Span): void => {
      const now = seen.current;
      const isSteady = Math.abs(now[0] - before[0]) <= 1;
      timer.current = isSteady ? undefined : setTimeout(load, LOAD_MS, now);
      if (isSteady) setSpan((shown) => (shown[0] === now[0] && shown[1] === now[1] ? shown : now));
    };
    timer.current ??= setTimeout(load, LOAD_MS, seen.current);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return [span, setVisibleRows];
}

/** The pages of one list in memory. `version` grows with each change. */
interface Memory {
  pages: Pages;
  version: number;
}

/** Number of pages that are read at the same time: those in view and the ones before and after. */
const READ_PAGES = 4;

/**
 * Reads the one page in view whose number has the given remainder when divided by READ_PAGES. Each page has its own
 * live query, so that scrolling to the next page reads only that page.
 */
function useSavedPage(memory: Memory, query: PeopleQuery, numbers: readonly number[], remainder: number) {
  const { db } = useStore();
  const number = numbers.find((each) => each % READ_PAGES === remainder);
  return useLiveQuery(async () => {
    if (number === undefined) return undefined;
    const page = await savedDeskPage(db, query, number);
    if (page) Object.assign(memory, { pages: withPage(memory.pages, number, page), version: memory.version + 1 });
    return { ...memory, memory };
  }, [db, number, memory]);
}

/** Reads the pages with these numbers. Returns all pages in memory; undefined until the first page was read. */
function useSavedPages(query: PeopleQuery, key: string, numbers: readonly number[]): Pages | undefined {
  // Each list has its own memory, so that a query of the previous list that ends late does not change it.
  const memory = useMemo((): Memory & { key: string } => ({ key, pages: new Map(), version: 0 }), [key]);
  const read = [
    useSavedPage(memory, query, numbers, 0),
    useSavedPage(memory, query, numbers, 1),
    useSavedPage(memory, query, numbers, 2),
    useSavedPage(memory, query, numbers, 3),
  ].flatMap((page) => (page?.memory === memory ? [page] : []));
  return read.toSorted((a, b) => a.version - b.version).at(-1)?.pages;
}

/** Returns the rows of the people table, which are fetched page by page while the table is scrolled. */
export function usePeopleRows(given: PeopleQuery, fetching: Fetching): PeopleRows {
  const { db } = useStore();
  const query = { ...given, page: 1 };
  const key = staffKeys.people(query);
  const [[from, to], setVisibleRows] = useSpan();
  const inView = Array.from({ length: to - from + 3 }, (_, index) => from - 1 + index).filter((page) => page > 0);
  const pages = useSavedPages(query, key, inView);
  const about = pages && lastFetchedPage(pages)?.about;
  const at = pages ? oldestFetchTime(pages, inView) : null;
  const count = about?.count ?? 0;
  const last = Math.ceil(count / PAGE_ROWS);
  const isUnknown = pages?.size === 0 && fetching.done !== undefined;
  const device = useLiveQuery(async () => {
    // If a page of the server's list is stored by now, `pages` will soon contain it, so it is shown instead.
    if (!isUnknown || (await db.pages.where('key').equals(key).count()) > 0) return undefined;
    return { key, ...(await savedDeskPeople(db, query)) };
  }, [db, key, isUnknown]);
  const isFromDevice = isUnknown && device?.key === key;
  const rows = useMemo(
    () => (isFromDevice ? device.rows : gridRowsOf(pages ?? new Map(), count)),
    [isFromDevice, device, pages, count],
  );
  useFetchPages(query, key, pages?.size ? inView.filter((page) => page <= last) : [], pages);
  return {
    rows,
    isLoading: !isFromDevice && (pages?.size ?? 0) === 0,
    isFromDevice,
    about,
    at,
    fetching,
    setVisibleRows,
    indexOf: (id) =>
      isFromDevice ? device.rows.findIndex((row) => row.id === id) : indexOfPerson(pages ?? new Map(), id),
  };
}
