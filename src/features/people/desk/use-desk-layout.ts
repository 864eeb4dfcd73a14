import { useState } from 'react';
import { log } from '../../../lib/log.ts';
import { type GridLayout, initialLayout } from '../../../ui/data-grid/grid-types.ts';

const KEY = 'haversack.people-columns';

/** Columns that are hidden until the user shows them. */
const hiddenByDefault = ['phone', 'email', 'source', 'open_tasks', 'created_at', 'updated_at'];

/** Columns that are hidden in windows narrower than the given width in px. */
const hiddenBelow: readonly [below: number, column: string][] = [
  [1760, 'city'],
  [1600, 'country'],
  [1360, 'language'],
  [1200, 'tags'],
];

/** Returns the columns that are shown by default in a window of this width. */
export function defaultLayout(width: number): GridLayout {
  const hidden = hiddenBelow.filter(([below]) => width < below).map(([, column]) => column);
  return { ...initialLayout, hidden: [...hiddenByDefault, ...hidden] };
}

function savedLayout(): GridLayout | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as GridLayout | null;
  } catch {
    return null;
  }
}

/**
 * Returns the column layout of the table outside of saved views, which is stored in this browser, and a function to
 * change it.
 */
export function useDeskLayout(): { layout: GridLayout; setLayout: (layout: GridLayout) => void } {
  const [layout, setState] = useState(() => savedLayout() ?? defaultLayout(window.innerWidth));
  const setLayout = (next: GridLayout): void => {
    // "Reset columns" passes an empty layout, which stands for the default layout of this window.
    const isReset = next.order.length + next.hidden.length + Object.keys(next.widths).length === 0;
    setState(isReset ? defaultLayout(window.innerWidth) : next);
    try {
      if (isReset) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(next));
    } catch (error) {
      log.warn('the columns were not stored', error);
    }
  };
  return { layout, setLayout };
}
