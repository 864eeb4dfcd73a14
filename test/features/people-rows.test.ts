import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeskPage, DeskPerson } from '../../src/features/people/desk/desk-queries.ts';
import {
  indexOfPerson,
  lastFetchedPage,
  oldestFetchTime,
  type Pages,
  withPage,
} from '../../src/features/people/desk/people-pages.ts';
import { usePeopleRows, useSpan } from '../../src/features/people/desk/use-people-rows.ts';
import { parseFilters } from '../../src/features/people/people-query.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { StoreProvider } from '../../src/hooks/store-context.tsx';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { idOf, structureUser } from './desk-app.ts';
import { freshPorts, openPhone } from './fake-app.tsx';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(verb: string, query: { page: number }) => Promise<unknown>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

const [AT, LATER] = ['2026-05-07T10:00:00.000Z', '2026-05-07T10:05:00.000Z'];
const person = (number: number, change: Partial<DeskPerson> = {}): DeskPerson => ({
  ...structureUser(number, { created_at: AT, updated_at: AT }),
  badge: undefined,
  ...change,
});
const page = (rows: DeskPerson[], at = AT, changed: readonly string[] = []): DeskPage => ({
  rows,
  about: { count: rows.length, total_count: rows.length, next: null },
  at,
  changed: new Set(changed),
});

describe('pages of people in memory', () => {
  it('keeps unchanged row objects when a page is read or fetched again', () => {
    const before = withPage(new Map(), 1, page([person(1), person(2)]));
    const rows = before.get(1)!.rows;
    const again = withPage(before, 1, page([person(1), person(2)]));
    expect(again.get(1)!.rows[0]).toBe(rows[0]);
    const fetched = withPage(before, 1, page([person(1), person(2, { city: 'Rome' })], LATER));
    expect(fetched.get(1)!.rows[0]).toBe(rows[0]);
    expect(fetched.get(1)!.rows[1]).toMatchObject({ city: 'Rome' });
  });

  it('replaces a row when it is edited on this device, and when the edit is undone', () => {
    const before = withPage(new Map(), 1, page([person(1), person(2)]));
    const edited = withPage(before, 1, page([person(1, { city: 'Rome' }), person(2)], AT, [idOf(1)]));
    expect(edited.get(1)!.rows[0]).toMatchObject({ city: 'Rome' });
    expect(edited.get(1)!.rows[1]).toBe(before.get(1)!.rows[1]);
    const undone = withPage(edited, 1, page([person(1), person(2)]));
    expect(undone.get(1)!.rows[0]!.city).toBe(person(1).city);
  });

  it('keeps the forty pages nearest to the visible rows', () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
    const scrolled = numbers.reduce<Pages>(
      (pages, number) => withPage(pages, number, page([person(number)])),
      new Map(),
    );
    const kept = [...withPage(scrolled, 50, page([person(50)])).keys()].toSorted((a, b) => a - b);
    expect(kept).toHaveLength(40);
    expect([kept[0], kept.at(-1)]).toEqual([21, 60]);
  });

  it('finds the page that was fetched last, and the age of the visible pages', () => {
    const pages = new Map([
      [1, page([person(1)], LATER)],
      [2, page([person(2)])],
      [3, page([person(3)], LATER)],
    ]);
    expect(lastFetchedPage(pages)!.at).toBe(LATER);
    expect(oldestFetchTime(pages, [1, 2])).toBe(AT);
    expect(oldestFetchTime(pages, [3, 4])).toBe(LATER);
    expect(oldestFetchTime(pages, [4])).toBeNull();
  });

  it('finds the index of a person on a loaded page', () => {
    const pages = new Map([[3, page([person(1), person(2)])]]);
    expect(indexOfPerson(pages, idOf(2))).toBe(101);
    expect(indexOfPerson(pages, idOf(9))).toBe(-1);
  });
});

describe('loading pages while scrolling the people table', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const scrollable = () => {
    const { result, unmount } = renderHook(() => useSpan());
    const showRows = (row: number): void => act(() => result.current[1](row, row + 15));
    const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
    return { span: () => result.current[0], showRows, pass, unmount };
  };

  it('loads pages during steady scrolling, before it ends', () => {
    const { span, showRows, pass } = scrollable();
    for (let row = 0; row < 60; row += 3) {
      showRows(row);
      pass(110);
    }
    expect(span()).toEqual([2, 2]);
  });

  it('loads the pages at which a fast scroll ends, but none of the pages passed', () => {
    const { span, showRows, pass } = scrollable();
    for (let row = 0; row <= 5000; row += 200) {
      showRows(row);
      pass(100);
      expect(span()).toEqual([1, 1]);
    }
    pass(120);
    pass(120);
    expect(span()).toEqual([101, 101]);
  });

  it('loads no people after the table is closed', () => {
    const { showRows, unmount } = scrollable();
    showRows(500);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('rows of the people table', () => {
  const query = parseFilters({});
  const requestedPages = (): number[] => account.mock.calls.map(([, { page: number }]) => number);

  /** Renders the hook on a device that has the first page of a long list. */
  async function renderList(count: number) {
    account.mockReset();
    account.mockResolvedValue({ ok: true });
    const db = await openPhone(freshPorts(), { is_staff: true });
    const put = (number: number, about = { count, total_count: count, next: null }) =>
      db.pages.put({
        key: staffKeys.people({ ...query, page: number }),
        rows: Array.from({ length: 50 }, (_, at) => structureUser(number * 50 + at)),
        about,
        fetched_at: AT,
      });
    await put(1);
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(StoreProvider, { value: { db } as Store }, children);
    const fetching = { done: { ok: true as const }, again: () => {} };
    const { result } = renderHook(() => usePeopleRows(query, fetching), { wrapper });
    await waitFor(() => expect(result.current.rows.length).toBe(count));
    return { list: () => result.current, put };
  }

  it('returns the rows of stored pages, and undefined for all others', async () => {
    const { list, put } = await renderList(5000);
    await put(2);
    await waitFor(() => expect(list().rows.at(50)?.first_name).toBe('Person 100'));
    expect(list().rows.at(0)?.first_name).toBe('Person 50');
    expect(list().rows.at(100)).toBeUndefined();
    expect(list().indexOf(idOf(101))).toBe(51);
  });

  it('requests a page when it comes into view, and again after it was removed', async () => {
    const { list, put } = await renderList(5000);
    await waitFor(() => expect(requestedPages()).toEqual([2]));
    await put(2);
    await waitFor(() => expect(list().rows.at(50)).toBeDefined());
    list().setVisibleRows(60, 75);
    await waitFor(() => expect(requestedPages()).toEqual([2, 3]));
    list().setVisibleRows(210, 225);
    await waitFor(() => expect(requestedPages()).toEqual([2, 3, 4, 5, 6]));
    list().setVisibleRows(60, 75);
    await waitFor(() => expect(requestedPages()).toEqual([2, 3, 4, 5, 6, 3]));
  });

  it('requests no page of people after the last one', async () => {
    const { list } = await renderList(90);
    list().setVisibleRows(60, 75);
    await waitFor(() => expect(requestedPages()).toEqual([2]));
    list().setVisibleRows(0, 15);
    list().setVisibleRows(60, 75);
    await waitFor(() => expect(list().rows.length).toBe(90));
    expect(requestedPages()).toEqual([2]);
  });
});
