import { useMediaQuery } from '../../ui/use-media-query.ts';

/** Returns whether the window is wide enough for a table. Narrower windows show the rows as cards. */
export const useHasTable = (): boolean => useMediaQuery('(min-width: 768px)');

/**
 * Returns whether the window is wide enough for a panel beside a table. In a narrower window, the panel covers the
 * table.
 */
export const useHasPanelBeside = (): boolean => useMediaQuery('(min-width: 1200px)');
