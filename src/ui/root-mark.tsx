import { useLayoutEffect } from 'react';

/** What is on the page that changes the look of elements elsewhere. */
export type RootMarkName = 'desk' | 'fab' | 'fills-screen' | 'frame' | 'sheet' | 'sticky' | 'view' | 'wide-content';

const counts = new Map<RootMarkName, number>();

function change(name: RootMarkName, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  counts.set(name, count);
  document.documentElement.toggleAttribute(`data-has-${name}`, count > 0);
}

/**
 * Marks the root element with `data-has-*` as long as it is shown, for styles of elements elsewhere. A selector such as
 * `:root:has(…)` would need no code, but it makes the browser compute styles again with each change of the page, which
 * costs a table most of its frames while it is scrolled.
 */
export function RootMark({ name }: { name: RootMarkName }): null {
  useLayoutEffect(() => {
    change(name, 1);
    return () => change(name, -1);
  }, [name]);
  return null;
}
