import { useLayoutEffect } from 'react';

/** Elements of the page that change the style of other elements. */
export type RootMarkName =
  | 'composer'
  | 'condensed-header'
  | 'desk'
  | 'fab'
  | 'fills-screen'
  | 'frame'
  | 'pull'
  | 'selection'
  | 'sheet'
  | 'sticky'
  | 'sticky-head'
  | 'view'
  | 'wide-content';

const counts = new Map<RootMarkName, number>();

function change(name: RootMarkName, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  counts.set(name, count);
  document.documentElement.toggleAttribute(`data-has-${name}`, count > 0);
}

/**
 * Sets an attribute `data-has-*` on the root element while it is mounted, for styles of other elements. A selector such
 * as `:root:has(…)` would need no code, but after each change of the page the browser would compute styles again. While
 * a table is scrolled, that would cost most of the frames.
 */
export function RootMark({ name }: { name: RootMarkName }): null {
  useLayoutEffect(() => {
    change(name, 1);
    return () => change(name, -1);
  }, [name]);
  return null;
}
