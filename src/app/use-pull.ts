import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** Minimum distance in px by which a finger must have moved down when it is lifted. */
export const PULL_PX = 96;

/** Distance in px up to which a movement can still become a tap or a sideways swipe. */
const MIN_PX = 24;

/** Elements that handle vertical movements of a finger themselves. */
const OWN_GESTURES = 'input, textarea, select, [contenteditable], [role="slider"], [role="dialog"], [draggable="true"]';

/** An element of HTML or SVG. */
type TouchTarget = Element & GlobalEventHandlers;

/**
 * Whether a pull can start on an element: the element and everything around it is scrolled to the top, and no sheet is
 * open.
 */
function canPull(target: EventTarget | null): target is TouchTarget {
  if (!(target instanceof Element) || target.closest(OWN_GESTURES) || window.scrollY > 0) return false;
  for (let element: Element | null = target; element; element = element.parentElement)
    if (element.scrollTop > 0) return false;
  return document.querySelector('[role="dialog"], [role="alertdialog"]') === null;
}

export type PullLength = 'none' | 'short' | 'long';

/**
 * Returns how far the page is pulled down with one finger. Calls `onRelease` when the finger is lifted after a pull
 * that is long enough. The listeners are passive, so they never delay scrolling.
 */
export function usePullGesture(isEnabled: boolean, onRelease: () => void): PullLength {
  const [pull, setPull] = useState<PullLength>('none');
  const release = useEffectEvent(onRelease);
  // A layout effect runs before the paint, so that a pull works from the first frame that shows the list.
  useLayoutEffect(() => {
    if (!isEnabled) return;
    let gesture: AbortController | null = null;
    let pulled: PullLength = 'none';
    const show = (next: PullLength): void => {
      pulled = next;
      setPull(next);
    };
    const cancel = (): void => {
      gesture?.abort();
      gesture = null;
      show('none');
    };
    const moveFrom =
      (x: number, y: number) =>
      ({ touches }: TouchEvent): void => {
        const [touch] = touches;
        if (!touch) return;
        const down = touch.clientY - y;
        const sideways = Math.abs(touch.clientX - x);
        if (touches.length > 1 || window.scrollY > 0 || (sideways > MIN_PX && sideways > down)) cancel();
        else show(down >= PULL_PX ? 'long' : down >= MIN_PX ? 'short' : 'none');
      };
    const end = (): void => {
      if (pulled === 'long') release();
      cancel();
    };
    const begin = ({ touches, target }: TouchEvent): void => {
      const [touch] = touches;
      cancel();
      if (!touch || touches.length > 1 || !canPull(target)) return;
      gesture = new AbortController();
      const { signal } = gesture;
      // The touched element gets all events of the gesture, even if new rows have replaced it in the meantime.
      target.addEventListener('touchmove', moveFrom(touch.clientX, touch.clientY), { passive: true, signal });
      target.addEventListener('touchend', end, { passive: true, signal });
      target.addEventListener('touchcancel', cancel, { passive: true, signal });
    };
    document.addEventListener('touchstart', begin, { passive: true });
    return () => {
      document.removeEventListener('touchstart', begin);
      cancel();
    };
  }, [isEnabled]);
  return pull;
}
