import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref for a part of the screen that can disappear, such as a panel. If it contains the focus at that moment,
 * the focus moves to the element that `find` returns, for example the row that the panel has shown. `find` is called
 * before the part disappears.
 */
export function useFocusReturn<T extends HTMLElement>(find: () => HTMLElement | null): RefObject<T | null> {
  const part = useRef<T>(null);
  const target = useRef<HTMLElement | null>(null);
  const findTarget = useEffectEvent(find);
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      target.current = element?.contains(document.activeElement) ? findTarget() : null;
    };
  }, []);
  // The focus moves after the layout phase: during that phase, React handles no focus events, and the table needs them.
  useEffect(() => () => target.current?.focus(), []);
  return part;
}
