import { useCallback, useMemo, useState } from 'react';
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
 * change it. `hidden` are the columns that are hidden until the user shows them.
 */
export function useTableLayout(
  table: string,
  hidden: readonly string[],
): { layout: GridLayout; setLayout: (layout: GridLayout) => void } {
  const key = `haversack.${table}-columns`;
  const [saved, setSaved] = useState(() => savedLayout(key));
  // The layout depends on the ids, because `hidden` may be a new array on each render.
  const ids = hidden.join('\n');
  const layout = useMemo(() => saved ?? initialWith(ids.split('\n').filter(Boolean)), [saved, ids]);
  const setLayout = useCallback(
    (next: GridLayout): void => {
      // "Reset columns" passes an empty layout, which means the initial layout.
      const isReset = isEmpty(next);
      setSaved(isReset ? null : next);
      try {
        if (isReset) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch (error) {
        log.warn('the columns were not stored', error);
      }
    },
    [key],
  );
  return { layout, setLayout };
}
