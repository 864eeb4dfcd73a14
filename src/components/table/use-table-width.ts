import { useMemo } from 'react';
import { useMediaQuery } from '../../ui/use-media-query.ts';

const TABLE_WIDTH = '(min-width: 768px)';

/** Returns whether the window is wide enough for a table. Narrower windows show the rows as cards. */
export const useHasTable = (): boolean => useMediaQuery(TABLE_WIDTH);

/** Like useHasTable, for use outside of components. */
export const hasTable = (): boolean => window.matchMedia(TABLE_WIDTH).matches;

/**
 * Returns whether the window is wide enough for a panel beside a table. In a narrower window, the panel covers the
 * table.
 */
export const useHasPanelBeside = (): boolean => useMediaQuery('(min-width: 1360px)');

/**
 * Returns the columns for which there is space: all of them, unless a panel is beside the table and the window is not
 * wide enough for both.
 */
export function useFittingColumns<Column extends { isSecondary?: boolean }>(
  columns: readonly Column[],
  isPanelOpen: boolean,
): readonly Column[] {
  const isBeside = useHasPanelBeside();
  const isWide = useMediaQuery('(min-width: 1600px)');
  const isNarrow = isPanelOpen && isBeside && !isWide;
  return useMemo(() => (isNarrow ? columns.filter(({ isSecondary }) => !isSecondary) : columns), [columns, isNarrow]);
}
