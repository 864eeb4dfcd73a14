import { type RefObject, useEffect } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import type { Store } from '../../db/schema/store.ts';
import { log } from '../../lib/log.ts';
import { noteReading } from './actions.ts';
import { ReadingTimer } from './reading-time.ts';

const FLUSH_MS = 15_000;
// Playing video or audio counts as reading.
const touches = ['pointerdown', 'keydown', 'scroll', 'touchstart', 'wheel', 'timeupdate'] as const;

/** Returns the visible scroll depth, 0..100. */
function scrolledOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  if (height <= 0) return 0;
  return Math.max(0, Math.min(100, Math.round((100 * (innerHeight - top)) / height)));
}

/** Listens until the returned function is called, which saves the remainder. */
function watch(store: Store, lesson_id: string, text: RefObject<HTMLElement | null>): () => void {
  const timer = new ReadingTimer(store.now(), document.visibilityState === 'visible');
  let scrolled = 0;
  const flush = (): void => {
    const stretch = timer.take(store.now());
    if (stretch)
      void noteReading(store, lesson_id, stretch, scrolled).catch((error: unknown) => log.warn('reading time', error));
  };
  const touched = (): void => {
    timer.touch(store.now());
    if (text.current) scrolled = Math.max(scrolled, scrolledOf(text.current));
  };
  const seen = (): void => {
    timer.setVisible(document.visibilityState === 'visible', store.now());
    // A hidden tab may never return.
    if (document.visibilityState === 'hidden') flush();
  };
  const every = setInterval(flush, FLUSH_MS);
  touched();
  for (const name of touches) addEventListener(name, touched, { passive: true, capture: true });
  document.addEventListener('visibilitychange', seen);
  addEventListener('pagehide', flush);
  return () => {
    clearInterval(every);
    for (const name of touches) removeEventListener(name, touched, { capture: true });
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('pagehide', flush);
    flush();
  };
}

/** Counts reading time and scroll depth of a lesson in slices that survive a closed tab. */
export function useReading(lesson_id: string | undefined, text: RefObject<HTMLElement | null>): void {
  const store = useStore();
  useEffect(() => (lesson_id === undefined ? undefined : watch(store, lesson_id, text)), [store, lesson_id, text]);
}
