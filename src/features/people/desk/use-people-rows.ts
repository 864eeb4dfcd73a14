import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { sync } from '../../../bridge/sync.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { useFetched, type Fetching } from '../../../hooks/use-fetched.ts';
import { staffKeys, type PageMeta, type PeopleQuery } from '../../../lib/cached-pages.ts';
import type { GridRows } from '../../../ui/data-grid/grid-types.ts';
import { type DeskPage, type DeskPerson, PAGE_ROWS, savedDeskPages, savedDeskPeople } from './desk-queries.ts';

/** Maximum number of pages in memory while the table is scrolled; those nearest to the visible rows are kept. */
const MAX_PAGES = 40;

/** Interval in ms at which the pages that came into view are loaded while the table is scrolled. */
const LOAD_MS = 120;

type Pages = ReadonlyMap<number, DeskPage>;

/** Returns the page that was read, with the same objects as before for unchanged rows. */
function mergePage(before: DeskPage | undefined, found: DeskPage): DeskPage {
  if (!before) return found;
  const old = new Map(before.rows.map((row) => [row.id, row]));
  const isSame = (known: DeskPerson, row: DeskPerson): boolean => {
    const isAsFetched = !before.changed.has(row.id) && !found.changed.has(row.id);
    // Comparing the texts of all rows would delay the frames while the table is scrolled, so cheaper properties are
    // compared first.
    return (isAsFetched && before.at === found.at) || JSON.stringify(known) === JSON.stringify(row);
  };
  const rows = found.rows.map((row) => {
    const known = old.get(row.id);
    return known && isSame(known, row) ? known : row;
  });
  return { ...found, rows };
}

/** Adds pages to those in memory. Unchanged rows stay the same objects, so that they do not render again. */
export function mergePages(before: Pages, found: Pages, near: number): Pages {
  const next = new Map(before);
  for (const [number, page] of found) next.set(number, mergePage(before.get(number), page));
  const far = [...next.keys()].toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near)).slice(MAX_PAGES);
  for (const number of far) next.delete(number);
  return next;
}

const pageAt = (index: number): number => Math.floor(index / PAGE_ROWS) + 1;

/** Returns the index of a person among the loaded rows; -1 if there is none. */
export function indexOfPerson(pages: Pages, id: string): number {
  for (const [number, { rows }] of pages) {
    const index = rows.findIndex((row) => row.id === id);
    if (index !== -1) return (number - 1) * PAGE_ROWS + index;
  }
  return -1;
}

function rowsOf(pages: Pages, length: number): GridRows<DeskPerson> {
  return {
    length,
    at: (index) => pages.get(pageAt(index))?.rows[index % PAGE_ROWS],
    *[Symbol.iterator]() {
      for (const number of [...pages.keys()].toSorted((a, b) => a - b)) yield* pages.get(number)?.rows ?? [];
    },
  };
}

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
  see: (first: number, last: number) => void;
  /** Returns the index of a person among the loaded rows; -1 if there is none. */
  indexOf: (id: string) => number;
}

/** Fetches each page when it comes into view for the first time. */
function useFetchPages(query: PeopleQuery, key: string, numbers: readonly number[]): void {
  const asked = useRef<{ key: string; numbers: Set<number> }>({ key, numbers: new Set() });
  const list = numbers.join(' ');
  const fetchMissing = useEffectEvent(() => {
    if (asked.current.key !== key) asked.current = { key, numbers: new Set() };
    const { numbers: known } = asked.current;
    for (const page of numbers) {
      if (page === 1 || known.has(page)) continue;
      known.add(page);
      const forget = (): void => void known.delete(page);
      sync.account('fetchPeople', { ...query, page }).then((done) => !done.ok && forget(), forget);
    }
  });
  useEffect(() => fetchMissing(), [key, list]);
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
  const see = useCallback((first: number, last: number): void => {
    seen.current = [pageAt(first), pageAt(last)];
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
  return [span, see];
}

/** Returns the rows of the people table, which are fetched page by page while the table is scrolled. */
export function usePeopleRows(given: PeopleQuery): PeopleRows {
  const { db } = useStore();
  const query = { ...given, page: 1 };
  const key = staffKeys.people(query);
  const fetching = useFetched(key, () => sync.account('fetchPeople', query));
  const [[from, to], see] = useSpan();
  const memory = useRef<{ key: string; pages: Pages }>({ key, pages: new Map() });
  const loaded = useLiveQuery(async () => {
    const numbers = Array.from({ length: to - from + 3 }, (_, index) => from - 1 + index).filter((page) => page > 0);
    const found = await savedDeskPages(db, query, numbers);
    if (!found) return { key, found, pages: new Map() as Pages, device: await savedDeskPeople(db, query) };
    const before = memory.current.key === key ? memory.current.pages : new Map();
    const pages = mergePages(before, found.pages, from);
    memory.current = { key, pages };
    return { key, found, pages, device: null };
  }, [db, key, from, to]);
  const current = loaded?.key === key ? loaded : undefined;
  const count = current?.found?.about.count ?? 0;
  const last = Math.ceil(count / PAGE_ROWS);
  const wanted = Array.from({ length: to - from + 3 }, (_, index) => from - 1 + index);
  useFetchPages(query, key, current?.found ? wanted.filter((page) => page > 0 && page <= last) : []);
  const isFromDevice = Boolean(current?.device) && fetching.done !== undefined;
  const rows = useMemo(
    () => (current?.device ? current.device.rows : rowsOf(current?.pages ?? new Map(), count)),
    [current, count],
  );
  return {
    rows: current?.device && !isFromDevice ? [] : rows,
    isLoading: current === undefined || (Boolean(current.device) && !isFromDevice),
    isFromDevice,
    about: current?.found?.about,
    at: current?.found?.at ?? null,
    fetching,
    see,
    indexOf: (id) => {
      if (!current) return -1;
      return current.device ? current.device.rows.findIndex((row) => row.id === id) : indexOfPerson(current.pages, id);
    },
  };
}
