import { type RefObject, useEffect, useRef } from 'react';

/**
 * If the focused button disappears because its row was replaced, moves the focus to the last link of the new row.
 * Returns the ref of an element inside the row.
 */
export function useRowFocus(): RefObject<HTMLSpanElement | null> {
  const inside = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const links = inside.current?.closest('li')?.querySelectorAll('a') ?? [];
    [...links].at(-1)?.focus();
  }, []);
  return inside;
}
