import { useCallback, useMemo, useState } from 'react';
import { MAX_BULK_MATCHES } from '../../../../contract/bulk-limits.ts';
import type { AllRows } from '../../../components/table/bulk-bar.tsx';
import type { PeopleQuery } from '../../../lib/cached-pages.ts';
import { selectionState } from '../../../ui/data-grid/grid-selection.ts';
import type { Selection } from '../../../ui/data-grid/grid-types.ts';
import type { BulkTarget } from './bulk-sheet.tsx';
import type { DeskPerson } from './desk-queries.ts';
import type { PeopleRows } from './use-people-rows.ts';

const none: Selection = new Set();

const keyOf = ({ id }: DeskPerson): string => id;

/** Returns a text that is equal for queries with the same filters. */
const filtersOf = ({ page: _, ordering: __, ...filters }: PeopleQuery): string => JSON.stringify(filters);

export interface PeopleSelection {
  /** Ids of the rows that are shown as selected. */
  selected: Selection;
  /** Number of selected people. */
  count: number;
  /** Offer to select all people who match the filters; undefined if it does not apply. */
  all: AllRows | undefined;
  /** The people that a bulk change of the selection concerns. */
  target: BulkTarget;
  select: (selected: Selection) => void;
  clear: () => void;
}

/**
 * Holds the selection of the people table: individual people, or everyone who matches the filters. The selection of
 * everyone ends when the filters change or a row is deselected.
 */
export function usePeopleSelection({ rows, about, isFromDevice }: PeopleRows, query: PeopleQuery): PeopleSelection {
  const [chosen, setChosen] = useState<Selection>(none);
  const [allOf, setAllOf] = useState<string | null>(null);
  const filters = filtersOf(query);
  const total = about?.count ?? 0;
  const isAll = allOf === filters && !isFromDevice && total > 0;
  const selected = useMemo(() => (isAll ? new Set(Array.from(rows, keyOf)) : chosen), [isAll, rows, chosen]);
  const canSelectAll = !isFromDevice && total > chosen.size && selectionState(chosen, rows, keyOf) === 'all';
  const select = useCallback((next: Selection): void => {
    setAllOf(null);
    setChosen(next);
  }, []);
  const people = selected.size === 0 ? [] : [...rows].filter(({ id }) => selected.has(id));
  return {
    selected,
    count: isAll ? total : selected.size,
    all:
      isAll || canSelectAll
        ? { count: total, limit: MAX_BULK_MATCHES, isSelected: isAll, onSelect: () => setAllOf(filters) }
        : undefined,
    target: isAll ? { query, count: total } : { people },
    select,
    clear: () => select(none),
  };
}
