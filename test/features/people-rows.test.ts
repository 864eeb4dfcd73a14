import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeskPage, DeskPerson } from '../../src/features/people/desk/desk-queries.ts';
import { indexOfPerson, mergePages, useSpan } from '../../src/features/people/desk/use-people-rows.ts';
import { idOf, structureUser } from './desk-app.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: {} }));

const [AT, LATER] = ['2026-05-07T10:00:00.000Z', '2026-05-07T10:05:00.000Z'];
const person = (number: number, change: Partial<DeskPerson> = {}): DeskPerson => ({
  ...structureUser(number, { created_at: AT, updated_at: AT }),
  badge: undefined,
  ...change,
});
const page = (rows: DeskPerson[], at = AT, changed: readonly string[] = []): DeskPage => ({
  rows,
  at,
  changed: new Set(changed),
});

describe('the pages of people in memory', () => {
  it('keeps the unchanged row objects of a page that is read or fetched again', () => {
    const before = mergePages(new Map(), new Map([[1, page([person(1), person(2)])]]), 1);
    const rows = before.get(1)!.rows;
    const again = mergePages(before, new Map([[1, page([person(1), person(2)])]]), 1);
    expect(again.get(1)!.rows[0]).toBe(rows[0]);
    const fetched = mergePages(before, new Map([[1, page([person(1), person(2, { city: 'Rome' })], LATER)]]), 1);
    expect(fetched.get(1)!.rows[0]).toBe(rows[0]);
    expect(fetched.get(1)!.rows[1]).toMatchObject({ city: 'Rome' });
  });

  it('replaces a row that was edited on this device, and replaces it again when the edit is undone', () => {
    const before = mergePages(new Map(), new Map([[1, page([person(1), person(2)])]]), 1);
    const edited = mergePages(before, new Map([[1, page([person(1, { city: 'Rome' }), person(2)], AT, [idOf(1)])]]), 1);
    expect(edited.get(1)!.rows[0]).toMatchObject({ city: 'Rome' });
    expect(edited.get(1)!.rows[1]).toBe(before.get(1)!.rows[1]);
    const undone = mergePages(edited, new Map([[1, page([person(1), person(2)])]]), 1);
    expect(undone.get(1)!.rows[0]!.city).toBe(person(1).city);
  });

  it('keeps the forty pages nearest to the visible rows', () => {
    const pages = Array.from({ length: 60 }, (_, index) => [index + 1, page([person(index)])] as const);
    const kept = [...mergePages(new Map(), new Map(pages), 50).keys()].toSorted((a, b) => a - b);
    expect(kept).toHaveLength(40);
    expect([kept[0], kept.at(-1)]).toEqual([21, 60]);
  });

  it('finds the index of a person on a loaded page', () => {
    const pages = new Map([[3, page([person(1), person(2)])]]);
    expect(indexOfPerson(pages, idOf(2))).toBe(101);
    expect(indexOfPerson(pages, idOf(9))).toBe(-1);
  });
});

describe('the pages that are loaded while the table of people is scrolled', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const scrollable = () => {
    const { result, unmount } = renderHook(() => useSpan());
    const see = (row: number): void => act(() => result.current[1](row, row + 15));
    const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
    return { span: () => result.current[0], see, pass, unmount };
  };

  it('loads pages during steady scrolling, before it ends', () => {
    const { span, see, pass } = scrollable();
    for (let row = 0; row < 60; row += 3) {
      see(row);
      pass(110);
    }
    expect(span()).toEqual([2, 2]);
  });

  it('loads none of the pages that a fast scroll passes, only those where it ends', () => {
    const { span, see, pass } = scrollable();
    for (let row = 0; row <= 5000; row += 200) {
      see(row);
      pass(100);
      expect(span()).toEqual([1, 1]);
    }
    pass(120);
    pass(120);
    expect(span()).toEqual([101, 101]);
  });

  it('loads nothing after the table is closed', () => {
    const { see, unmount } = scrollable();
    see(500);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
