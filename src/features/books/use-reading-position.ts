import { useCallback, useEffect, useRef } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { loadStoreWrites } from '../../db/schema/create-store.ts';
import { saveReadingPosition } from './actions.ts';
import { parsePosition } from './reading-position.ts';

/** Delay in ms that turns continuous reading into one write instead of one per page. */
const DEBOUNCE_MS = 4_000;

/**
 * Saves the reading position some seconds after the last move. Saves it at once when the chapter or page changes, or
 * when the reader is closed or hidden. Nothing is left to save when the page is closed, because a closed page cannot
 * finish a write.
 */
export function useReadingPosition(id: string, opened: string): (place: string, percent: number) => void {
  const store = useStore();
  const savedPlace = useRef(opened);
  const next = useRef<{ place: string; percent: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback((): void => {
    clearTimeout(timer.current);
    const position = next.current;
    next.current = null;
    if (!position || position.place === savedPlace.current) return;
    savedPlace.current = position.place;
    saveReadingPosition(store, id, position.place, position.percent).catch((error: unknown) =>
      log.warn('place in a book', error),
    );
  }, [store, id]);

  // Loads the code of writes early: a hidden or closing page would have no time to load it before its first write.
  useEffect(() => void loadStoreWrites().catch(() => {}), []);

  useEffect(() => {
    const saveIfHidden = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', saveIfHidden);
    addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden);
      removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  return useCallback(
    (place, percent) => {
      next.current = { place, percent };
      clearTimeout(timer.current);
      if (parsePosition(place).part === parsePosition(savedPlace.current).part)
        timer.current = setTimeout(save, DEBOUNCE_MS);
      else save();
    },
    [save],
  );
}
