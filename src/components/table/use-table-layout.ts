import { useCallback, useState } from 'react';
import { log } from '../../lib/log.ts';
import { type GridLayout, initialLayout } from '../../ui/data-grid/grid-types.ts';

function savedLayout(key: string): GridLayout | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as GridLayout | null;
  } catch {
    return null;
  }
}

const initialWith = (hidden: readonly string[]): GridLayout => ({ ...initialLayout, hidden: [...hidden] });

const isEmpty = ({ order, hidden, widths }: GridLayout): boolean =>
  order.length + hidden.length + Object.keys(widths).length === 0;

/**
 * Returns the column layout of a table, which is stored in this browser under the name of the table, and a function to
 * change it. `hidden` are the columns that are hidden until the user shows them. As long as it is the same array, the
 * function is the same.
 */
export function useTableLayout(
  table: string,
  hidden: readonly string[],
): { layout: GridLayout; setLayout: (layout: GridLayout) => void } {
  const key = `haversack.${table}-columns`;
  const [layout, setState] = useState(() => savedLayout(key) ?? initialWith(hidden));
  const setLayout = useCallback(
    (next: GridLayout): void => {
      // "Reset columns" passes an empty layout, which means the initial layout.
      const isReset = isEmpty(next);
      setState(isReset ? initialWith(hidden) : next);
      try {
        if (isReset) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch (error) {
        log.warn('the columns were not stored', error);
      }
    },
    [key, hidden],
  );
  return { layout, setLayout };
}
