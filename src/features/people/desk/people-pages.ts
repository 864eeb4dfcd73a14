import type { GridRows } from '../../../ui/data-grid/grid-types.ts';
import { type DeskPage, type DeskPerson, PAGE_ROWS } from './desk-queries.ts';

/** Maximum number of pages in memory while the table is scrolled; those nearest to the visible rows are kept. */
const MAX_PAGES = 40;

export type Pages = ReadonlyMap<number, DeskPage>;

/** Returns the page that was read, with the same objects as before for unchanged rows. */
function mergePage(before: DeskPage | undefined, found: DeskPage): DeskPage {
  if (!before) return found;
  const previousRows = new Map(before.rows.map((row) => [row.id, row]));
  const isSame = (previousRow: DeskPerson, row: DeskPerson): boolean => {
    const isAsFetched = !before.changed.has(row.id) && !found.changed.has(row.id);
    // Comparing the texts of all rows would delay the frames while the table is scrolled, so cheaper properties are
    // compared first.
    return (isAsFetched && before.at === found.at) || JSON.stringify(previousRow) === JSON.stringify(row);
  };
  const rows = found.rows.map((row) => {
    const previousRow = previousRows.get(row.id);
    return previousRow && isSame(previousRow, row) ? previousRow : row;
  });
  return { ...found, rows };
}

/** Adds a page to those in memory. Unchanged rows stay the same objects, so that they do not render again. */
export function withPage(before: Pages, number: number, page: DeskPage): Pages {
  const next = new Map(before).set(number, mergePage(before.get(number), page));
  const farNumbers = [...next.keys()].toSorted((a, b) => Math.abs(a - number) - Math.abs(b - number)).slice(MAX_PAGES);
  for (const farNumber of farNumbers) next.delete(farNumber);
  return next;
}

const sortByFetchTime = (pages: readonly DeskPage[]): DeskPage[] => pages.toSorted((a, b) => a.at.localeCompare(b.at));

/** Returns the page that was fetched last. */
export const lastFetchedPage = (pages: Pages): DeskPage | undefined => sortByFetchTime([...pages.values()]).at(-1);

/** Returns when the oldest of the pages with these numbers was fetched; null if none of them is in memory. */
export const oldestFetchTime = (pages: Pages, numbers: readonly number[]): string | null =>
  sortByFetchTime(numbers.flatMap((number) => pages.get(number) ?? []))[0]?.at ?? null;

export const pageOfIndex = (index: number): number => Math.floor(index / PAGE_ROWS) + 1;

/** Returns the index of a person among the loaded rows; -1 if there is none. */
export function indexOfPerson(pages: Pages, id: string): number {
  for (const [number, { rows }] of pages) {
    const index = rows.findIndex((row) => row.id === id);
    if (index !== -1) return (number - 1) * PAGE_ROWS + index;
  }
  return -1;
}

/** Returns the rows of the pages in memory as the source of a grid. */
export function gridRowsOf(pages: Pages, length: number): GridRows<DeskPerson> {
  return {
    length,
    at: (index) => pages.get(pageOfIndex(index))?.rows[index % PAGE_ROWS],
    *[Symbol.iterator]() {
      for (const number of [...pages.keys()].toSorted((a, b) => a - b)) yield* pages.get(number)?.rows ?? [];
    },
  };
}
