import { useState } from 'react';
import { useTableLayout } from '../../../components/table/use-table-layout.ts';

/** Columns that are hidden until the user shows them. */
const hiddenByDefault = ['phone', 'email', 'source', 'open_tasks', 'created_at', 'updated_at'];

/** Columns that are hidden in windows narrower than the given width in px. */
const hiddenBelow: readonly [below: number, column: string][] = [
  [1760, 'city'],
  [1600, 'country'],
  [1360, 'language'],
  [1200, 'tags'],
  [1024, 'last_contact_at'],
];

/** The columns of groups of tags are hidden in windows narrower than this, because the tags column lists all tags. */
const GROUPS_PX = 1920;

/** Returns the columns that are hidden by default in a window of this width. */
const hiddenAt = (width: number, groups: readonly string[]): string[] => [
  ...hiddenByDefault,
  ...hiddenBelow.filter(([below]) => width < below).map(([, column]) => column),
  ...(width < GROUPS_PX ? groups : []),
];

/**
 * Returns the column layout of the people table while no saved view is open, and a function to change it. `groups` are
 * the keys of the columns of groups of tags.
 */
export function useDeskLayout(groups: readonly string[]): ReturnType<typeof useTableLayout> {
  const [width] = useState(() => window.innerWidth);
  return useTableLayout('people', hiddenAt(width, groups));
}
