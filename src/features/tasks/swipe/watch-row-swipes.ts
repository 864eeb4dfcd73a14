/** Horizontal distance in px from which a released row runs its action. */
export const SWIPE_PX = 88;

/** Maximum distance in px that a row moves. */
export const MAX_PX = 128;

/** A shorter movement may still become a tap, a long press or a scroll. */
const MIN_PX = 12;

export type SwipeSide = 'left' | 'right';

export interface RowSwipeHandlers {
  /** Returns the row at an element; null if it cannot be swiped. */
  rowAt: (element: Element) => HTMLElement | null;
  onTouch: (row: HTMLElement) => void;
  /** Returns whether a swipe of the touched row to this side has an action. */
  hasAction: (side: SwipeSide) => boolean;
  /** Called when the row moves to a different side, or past the distance from which its action runs. */
  onMove: (side: SwipeSide | null, isArmed: boolean) => void;
  /** Called when the row is released far enough to a side. */
  onRun: (side: SwipeSide) => void;
  /** Called when the row disappears during a swipe, for example because it moves to a different list. */
  onLost: () => void;
}

interface Touch {
  row: HTMLElement;
  pointerId: number;
  x: number;
  y: number;
  isSwipe: boolean;
  side: SwipeSide | null;
  isArmed: boolean;
}

/**
 * Moves rows sideways with a finger or a pen. A mouse does not swipe, a second finger ends the swipe, and a mostly
 * vertical movement scrolls the page. `cancel` returns the row to its place without an action.
 */
export function watchRowSwipes(on: RowSwipeHandlers): { cancel: () => void; stop: () => void } {
  let touch: Touch | null = null;
  const listeners = new AbortController();

  const end = (): void => {
    if (!touch) return;
    const { row, isSwipe } = touch;
    touch = null;
    row.style.removeProperty('transform');
    if (isSwipe) row.dataset['swipe'] = 'back';
    if (isSwipe && !row.isConnected) on.onLost();
  };
  const begin = ({ target, pointerType, pointerId, isPrimary, clientX: x, clientY: y }: PointerEvent): void => {
    end();
    if (pointerType === 'mouse' || !isPrimary || !(target instanceof Element)) return;
    const row = on.rowAt(target);
    if (!row) return;
    touch = { row, pointerId, x, y, isSwipe: false, side: null, isArmed: false };
    on.onTouch(row);
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (touch?.pointerId !== pointerId) return;
    const [right, down] = [clientX - touch.x, clientY - touch.y];
    if (!touch.isSwipe && Math.hypot(right, down) < MIN_PX) return;
    // Only a clearly horizontal movement is a swipe, because scrolling takes precedence.
    if (!touch.isSwipe && Math.abs(right) < 1.5 * Math.abs(down)) return end();
    touch.isSwipe = true;
    if (!touch.row.isConnected) return end();
    const side: SwipeSide = right < 0 ? 'left' : 'right';
    const moved = on.hasAction(side) ? Math.max(-MAX_PX, Math.min(MAX_PX, right)) : 0;
    touch.row.dataset['swipe'] = 'moving';
    touch.row.style.transform = `translateX(${moved}px)`;
    const now = { side: moved === 0 ? null : side, isArmed: Math.abs(moved) >= SWIPE_PX };
    if (now.side !== touch.side || now.isArmed !== touch.isArmed) on.onMove(now.side, now.isArmed);
    Object.assign(touch, now);
  };
  const release = ({ pointerId }: PointerEvent): void => {
    if (touch?.pointerId !== pointerId) return;
    const { row, side, isArmed } = touch;
    end();
    if (side && isArmed && row.isConnected) on.onRun(side);
  };

  const { signal } = listeners;
  document.addEventListener('pointerdown', begin, { signal });
  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', release, { signal });
  // Fires when the browser starts to scroll and takes over the pointer.
  document.addEventListener('pointercancel', end, { signal });
  const stop = (): void => {
    end();
    listeners.abort();
  };
  return { cancel: end, stop };
}
