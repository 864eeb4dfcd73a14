import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { sync } from '../../../bridge/sync.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { useFetched, type Fetching } from '../../../hooks/use-fetched.ts';
import { staffKeys, type PageMeta, type PeopleQuery } from '../../../lib/cached-pages.ts';
import type { GridRows } from '../../../ui/data-grid/grid-types.ts';
import { PAGE_ROWS, savedDeskPages, savedDeskPeople, type DeskPerson } from './desk-queries.ts';

/** Maximum number of pages in memory while the table is scrolled; those nearest to the visible rows are kept. */
const MAX_PAGES = 40;

/** Delay in ms between scrolling and fetching the pages that came into view. */
const SETTLE_MS = 120;

type Pages = ReadonlyMap<number, readonly DeskPerson[]>;

/** Adds pages to those in memory. Unchanged rows stay the same objects, so that they do not render again. */
export function mergePages(before: Pages, found: Pages, near: number): Pages {
  const same = (a: DeskPerson, b: DeskPerson): boolean => JSON.stringify(a) === JSON.stringify(b);
  const next = new Map(before);
  for (const [number, rows] of found) {
    const old = new Map(before.get(number)?.map((row) => [row.id, row]));
    next.set(
      number,
      rows.map((row) => {
        const known = old.get(row.id);
        return known && same(known, row) ? known : row;
      }),
    );
  }
  const far = [...next.keys()].toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near)).slice(MAX_PAGES);
  for (const number of far) next.delete(number);
  return next;
}

function rowsOf(pages: Pages, length: number): GridRows<DeskPerson> {
  return {
    length,
    at: (index) => pages.get(Math.floor(index / PAGE_ROWS) + 1)?.[index % PAGE_ROWS],
    *[Symbol.iterator]() {
      for (const number of [...pages.keys()].toSorted((a, b) => a - b)) yield* pages.get(number) ?? [];
    },
  };
}

export interface PeopleRows {
  rows: GridRows<DeskPerson>;
  /** Whether no rows are available yet. */
  isLoading: boolean;
  /** Whether the rows are only the people on this device, because the server's list was never fetched. */
  isDevice: boolean;
  about: PageMeta | undefined;
  at: string | null;
  fetching: Fetching;
  /** Loads the pages that contain the rows from `first` to `last`. */
  see: (first: number, last: number) => void;
}

/** Fetches each page once when it comes into view. */
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

/** Returns the rows of the people table, which are fetched page by page while the table is scrolled. */
export function usePeopleRows(given: PeopleQuery): PeopleRows {
  const { db } = useStore();
  const query = { ...given, page: 1 };
  const key = staffKeys.people(query);
  const fetching = useFetched(key, () => sync.account('fetchPeople', query));
  const [span, setSpan] = useState<readonly [number, number]>([1, 1]);
  const memory = useRef<{ key: string; pages: Pages }>({ key, pages: new Map() });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const see = useCallback((first: number, last: number): void => {
    clearTimeout(timer.current);
    const next = [Math.floor(first / PAGE_ROWS) + 1, Math.floor(last / PAGE_ROWS) + 1] as const;
    timer.current = setTimeout(
      () => setSpan((now) => (now[0] === next[0] && now[1] === next[1] ? now : next)),
      SETTLE_MS,
    );
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const [from, to] = span;
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
  const isDevice = Boolean(current?.device) && fetching.done !== undefined;
  const rows = useMemo(
    () => (current?.device ? current.device.rows : rowsOf(current?.pages ?? new Map(), count)),
    [current, count],
  );
  return {
    rows: current?.device && !isDevice ? [] : rows,
    isLoading: current === undefined || (Boolean(current.device) && !isDevice),
    isDevice,
    about: current?.found?.about,
    at: current?.found?.at ?? null,
    fetching,
    see,
  };
}
