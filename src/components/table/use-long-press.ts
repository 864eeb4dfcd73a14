import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Minimum duration of a long press, in ms. */
export const LONG_PRESS_MS = 500;

/** Maximum movement of the finger during a long press, in px. */
const SLACK_PX = 10;

interface LongPressHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onClickCapture: (event: MouseEvent) => void;
  onContextMenu: (event: MouseEvent) => void;
}

/**
 * Returns the event handlers of an element. They call `onLongPress` with the element that was pressed, and suppress
 * both the click at the end of a long press and the browser's menu for links. A mouse has no long press.
 */
export function useLongPress(onLongPress: (target: Element) => void): LongPressHandlers {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const isLong = useRef(false);
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  return {
    onPointerDown: ({ target, pointerType, clientX: x, clientY: y }) => {
      end();
      isLong.current = false;
      if (pointerType === 'mouse' || !(target instanceof Element)) return;
      const timer = setTimeout(() => {
        isLong.current = true;
        onLongPress(target);
      }, LONG_PRESS_MS);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > SLACK_PX) end();
    },
    onPointerUp: end,
    // Fires when the browser starts to scroll and takes over the pointer.
    onPointerCancel: end,
    onClickCapture: (event) => {
      if (!isLong.current) return;
      isLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event) => {
      if (press.current) event.preventDefault();
    },
  };
}
