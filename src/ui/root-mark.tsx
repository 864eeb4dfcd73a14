import { useLayoutEffect } from 'react';

/** Things on the page that change the style of elements elsewhere on the page. */
export type RootMarkName =
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
 * Sets an attribute `data-has-*` on the root element while it is mounted, for styles of elements elsewhere. A selector
 * such as `:root:has(…)` would need no code, but would make the browser compute styles again after each change of the
 * page. That would cost most of the frames while a table is scrolled.
 */
export function RootMark({ name }: { name: RootMarkName }): null {
  useLayoutEffect(() => {
    change(name, 1);
    return () => change(name, -1);
  }, [name]);
  return null;
}
