import { type RefObject, useEffect } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import type { Store } from '../../db/schema/store.ts';
import { log } from '../../lib/log.ts';
import { recordReading } from './actions.ts';
import { ReadingTimer } from './reading-time.ts';

const SAVE_INTERVAL_MS = 15_000;
// `timeupdate` is fired by media: playing video or audio counts as reading.
const inputEvents = ['pointerdown', 'keydown', 'scroll', 'touchstart', 'wheel', 'timeupdate'] as const;

/** Returns how much of the element has been scrolled into view from its top, 0..100. */
export function scrollPercent(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  if (height <= 0) return 0;
  return Math.max(0, Math.min(100, Math.round((100 * (innerHeight - top)) / height)));
}

export interface ReadingOptions {
  /** The element that contains the text. Its scroll depth is recorded. */
  text: RefObject<HTMLDivElement | null>;
  /**
   * Whether the scroll depth counts. It does not after the user has reopened the lesson: the lesson would otherwise be
   * completed again, since its end is still visible.
   */
  isDepthCounted: RefObject<boolean>;
}

/** Counts the reading of a lesson. The returned function stops counting and saves the remaining time. */
function trackReading(store: Store, lesson_id: string, { text, isDepthCounted }: ReadingOptions): () => void {
  const timer = new ReadingTimer(store.now(), document.visibilityState === 'visible');
  let scrolled = 0;
  const saveReading = (): void => {
    const interval = timer.take(store.now());
    if (interval)
      void recordReading(store, lesson_id, interval, isDepthCounted.current ? scrolled : 0).catch((error: unknown) =>
        log.warn('reading time', error),
      );
  };
  const onInput = (): void => {
    timer.touch(store.now());
    if (text.current) scrolled = Math.max(scrolled, scrollPercent(text.current));
  };
  const onVisibilityChange = (): void => {
    timer.setVisible(document.visibilityState === 'visible', store.now());
    // A hidden tab may never become visible again, so the reading time is saved now.
    if (document.visibilityState === 'hidden') saveReading();
  };
  const saveTimer = setInterval(saveReading, SAVE_INTERVAL_MS);
  onInput();
  for (const name of inputEvents) addEventListener(name, onInput, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibilityChange);
  addEventListener('pagehide', saveReading);
  return () => {
    clearInterval(saveTimer);
    for (const name of inputEvents) removeEventListener(name, onInput, { capture: true });
    document.removeEventListener('visibilitychange', onVisibilityChange);
    removeEventListener('pagehide', saveReading);
    saveReading();
  };
}

/**
 * Records the reading time and the scroll depth of a lesson at short intervals, so that closing the tab loses little.
 */
export function useReading(lesson_id: string, { text, isDepthCounted }: ReadingOptions): void {
  const store = useStore();
  useEffect(() => trackReading(store, lesson_id, { text, isDepthCounted }), [store, lesson_id, text, isDepthCounted]);
}
