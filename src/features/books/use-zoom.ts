import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export const ZOOM_MAX = 4;
/** Factor of one press of a zoom button. */
export const ZOOM_STEP = 1.5;
/** Delay in ms between the last wheel event and the redrawing of the page at the new zoom. */
const WHEEL_END_MS = 150;

interface Point {
  x: number;
  y: number;
}

const clampZoom = (zoom: number): number => Math.min(ZOOM_MAX, Math.max(1, zoom));

const middleOf = ([one, two]: [Touch, Touch]): Point => ({
  x: (one.clientX + two.clientX) / 2,
  y: (one.clientY + two.clientY) / 2,
});

const distanceOf = ([one, two]: [Touch, Touch]): number =>
  Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);

function pairOf({ touches: [one, two], touches }: TouchEvent): [Touch, Touch] | null {
  return touches.length === 2 && one && two ? [one, two] : null;
}

/**
 * Sets the zoom of the page in its frame without redrawing the page, and keeps the point under the fingers in place.
 */
function showZoom(frame: HTMLElement, before: number, zoom: number, point: Point): void {
  const { left, top } = frame.getBoundingClientRect();
  const growth = zoom / before;
  frame.style.setProperty('--zoom', String(zoom));
  frame.scrollLeft = (frame.scrollLeft + point.x - left) * growth - (point.x - left);
  scrollBy(0, (point.y - top) * (growth - 1));
}

interface ZoomControl {
  current: () => number;
  show: (zoom: number, point: Point) => void;
  /** Draws the page at the shown zoom. */
  settle: () => void;
}

/** Zooms with two fingers. Returns a function that removes the listeners. */
function listenToFingers(element: HTMLElement, { current, show, settle }: ZoomControl): () => void {
  let start: { distance: number; zoom: number } | null = null;
  const onStart = (event: TouchEvent): void => {
    const pair = pairOf(event);
    start = pair && { distance: distanceOf(pair), zoom: current() };
  };
  const onMove = (event: TouchEvent): void => {
    const pair = pairOf(event);
    if (!start || !pair) return;
    // Prevents the browser from zooming the whole screen, including its bars.
    event.preventDefault();
    show((start.zoom * distanceOf(pair)) / start.distance, middleOf(pair));
  };
  const onEnd = (): void => {
    if (start) settle();
    start = null;
  };
  element.addEventListener('touchstart', onStart, { passive: true });
  element.addEventListener('touchmove', onMove, { passive: false });
  element.addEventListener('touchend', onEnd);
  element.addEventListener('touchcancel', onEnd);
  return () => {
    element.removeEventListener('touchstart', onStart);
    element.removeEventListener('touchmove', onMove);
    element.removeEventListener('touchend', onEnd);
    element.removeEventListener('touchcancel', onEnd);
  };
}

/**
 * Zooms with the wheel while Ctrl is pressed. Browsers report a gesture of two fingers on a touch pad in the same way.
 * Returns a function that removes the listeners.
 */
function listenToWheel(element: HTMLElement, { current, show, settle }: ZoomControl): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    show(current() * Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY });
    clearTimeout(timer);
    timer = setTimeout(settle, WHEEL_END_MS);
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    clearTimeout(timer);
    element.removeEventListener('wheel', onWheel);
  };
}

/** The zoom of a page and the functions that change it. 1 fits the width. */
export interface Zoom {
  /** The zoom at which the page is drawn. During a gesture, the drawn page is only stretched. */
  zoom: number;
  zoomIn: () => void;
  zoomOut: () => void;
}

/** Zooms the page in `frame` with two fingers, with the wheel and Ctrl, and with buttons. */
export function useZoom(frame: RefObject<HTMLElement | null>, isReady: boolean): Zoom {
  const [zoom, setZoom] = useState(1);
  const shown = useRef(1);
  const show = useCallback((element: HTMLElement, next: number, point?: Point): void => {
    const { left, top, width } = element.getBoundingClientRect();
    showZoom(element, shown.current, clampZoom(next), point ?? { x: left + width / 2, y: Math.max(top, 0) });
    shown.current = clampZoom(next);
  }, []);
  const settle = useCallback(() => setZoom(shown.current), []);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const control: ZoomControl = {
      current: () => shown.current,
      show: (next, point) => show(element, next, point),
      settle,
    };
    const removers = [listenToFingers(element, control), listenToWheel(element, control)];
    return () => removers.forEach((stop) => stop());
  }, [frame, isReady, show, settle]);

  const step = (factor: number): void => {
    if (frame.current) show(frame.current, shown.current * factor);
    settle();
  };
  return { zoom, zoomIn: () => step(ZOOM_STEP), zoomOut: () => step(1 / ZOOM_STEP) };
}
