import { type PointerEvent, useRef } from 'react';

/** Maximum movement in pixels of a touch that counts as a tap. */
export const TAP_MAX_PX = 10;
/** Maximum duration in ms of a touch that counts as a tap and not as a long press, which selects text. */
export const TAP_MAX_MS = 400;
/** Shortest horizontal movement that counts as a swipe; it must also be twice as long as the vertical one. */
export const SWIPE_MIN_PX = 60;
/** Part of the width at each side in which a tap turns the page. */
export const TAP_ZONE_SHARE = 0.3;

const CONTROLS = 'a, button, input, summary, video, audio';

/** Whether the touched element handles the touch itself: a control, or something that scrolls sideways. */
function isTaken(event: PointerEvent): boolean {
  const path = event.nativeEvent.composedPath().filter((target) => target instanceof Element);
  const inside = path.slice(0, path.indexOf(event.currentTarget));
  return inside.some((element) => element.matches(CONTROLS) || element.scrollWidth > element.clientWidth + 1);
}

interface Touch {
  id: number;
  x: number;
  y: number;
  at: number;
}

export type TurnPage = (by: 1 | -1) => void;

export interface TurnGestures {
  /** Called on a tap at the right (1) or left (-1): turns to the next or previous page. */
  onTap: TurnPage;
  /** Called on a swipe: turns to the next or previous chapter or page. */
  onSwipe: TurnPage;
  /** Whether the book is read from right to left. */
  isRtl?: boolean;
  isDisabled?: boolean;
}

/** Returns the event handlers of an element in which taps at the sides and swipes turn pages. A mouse is ignored. */
export function useTurnGestures({ onTap, onSwipe, isRtl = false, isDisabled = false }: TurnGestures) {
  const touch = useRef<Touch | null>(null);
  const mirrorIfRtl = (by: 1 | -1): 1 | -1 => (isRtl ? (by === 1 ? -1 : 1) : by);
  const onPointerDown = (event: PointerEvent): void => {
    const { pointerId: id, pointerType, isPrimary, clientX: x, clientY: y, timeStamp: at } = event;
    // Only the first finger turns pages, because a second one zooms.
    const isTurn = isPrimary && pointerType !== 'mouse' && !isDisabled && !isTaken(event);
    touch.current = isTurn ? { id, x, y, at } : null;
  };
  const onPointerUp = (event: PointerEvent): void => {
    const start = touch.current;
    touch.current = null;
    if (start?.id !== event.pointerId || getSelection()?.type === 'Range') return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.abs(dx) >= SWIPE_MIN_PX && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(mirrorIfRtl(dx < 0 ? 1 : -1));
    if (Math.hypot(dx, dy) > TAP_MAX_PX || event.timeStamp - start.at > TAP_MAX_MS) return;
    const share = event.clientX / innerWidth;
    if (share < TAP_ZONE_SHARE) onTap(mirrorIfRtl(-1));
    if (share > 1 - TAP_ZONE_SHARE) onTap(mirrorIfRtl(1));
  };
  // The browser has taken over the gesture to scroll.
  const onPointerCancel = (): void => {
    touch.current = null;
  };
  return { onPointerDown, onPointerUp, onPointerCancel };
}
