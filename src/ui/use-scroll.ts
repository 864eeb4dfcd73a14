import { useEffect, useRef } from 'react';

/** Calls a function after the first render, and whenever the page was scrolled or the window was resized. */
export function useScroll(onScroll: () => void): void {
  const latest = useRef(onScroll);
  useEffect(() => {
    latest.current = onScroll;
  });
  useEffect(() => {
    const run = (): void => latest.current();
    run();
    addEventListener('scroll', run, { passive: true });
    addEventListener('resize', run, { passive: true });
    return () => {
      removeEventListener('scroll', run);
      removeEventListener('resize', run);
    };
  }, []);
}
