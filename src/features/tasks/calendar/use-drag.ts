import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Task } from '../../../../contract/entities/task.ts';
import { type DayBox, draggedTimes, isMovable, type Slot, slotAt, type TaskTimes, timesOf } from './moves.ts';
import type { Mover } from './use-move.ts';

/** Distance in px that a pointer moves before a drag starts. */
const SLACK_PX = 4;
/**
 * Distance in px from the edge of the grid at which a drag scrolls the grid, and the distance in px by which each step
 * scrolls.
 */
const EDGE_PX = 32;
const SCROLL_PX = 12;

export type DragKind = 'move' | 'length';

export type StartDrag = (event: ReactPointerEvent, task: Task, kind?: DragKind) => void;

interface Drag {
  task: Task;
  kind: DragKind;
  x: number;
  y: number;
  from: Slot | null;
  state: 'pressed' | 'dragging' | 'cancelled';
}

function boxesOf(grid: HTMLElement): DayBox[] {
  return [...grid.querySelectorAll<HTMLElement>('[data-day-column]')].map((column) => {
    const { left, right, top, bottom } = column.getBoundingClientRect();
    return { day: column.dataset['dayColumn'] ?? '', left, right, top, bottom };
  });
}

function scrollAtEdge(grid: HTMLElement, y: number): void {
  const { top, bottom } = grid.getBoundingClientRect();
  if (y < top + EDGE_PX) grid.scrollTop -= SCROLL_PX;
  else if (y > bottom - EDGE_PX) grid.scrollTop += SCROLL_PX;
}

/**
 * Drags tasks with a mouse or pen. A finger scrolls instead; for touch, the buttons beside the calendar move tasks.
 * Returns the pointerdown handler that may start a drag.
 */
export function useDrag(gridRef: RefObject<HTMLElement | null>, zone: string, mover: Mover): StartDrag {
  const drag = useRef<Drag | null>(null);
  const [isPressed, setPressed] = useState(false);
  /** Returns the times that the dragged task would have at a point; outside the calendar, its current times. */
  const timesAt = ({ task, from, kind }: Drag, x: number, y: number): TaskTimes => {
    const to = gridRef.current && slotAt(boxesOf(gridRef.current), x, y);
    const times = timesOf(task);
    return to ? draggedTimes(zone, times, from, to, kind === 'length') : times;
  };
  const onMove = useEffectEvent(({ clientX: x, clientY: y }: PointerEvent): void => {
    const { current } = drag;
    if (!current || current.state === 'cancelled') return;
    if (current.state === 'pressed' && Math.hypot(x - current.x, y - current.y) < SLACK_PX) return;
    current.state = 'dragging';
    if (gridRef.current) scrollAtEdge(gridRef.current, y);
    mover.show(current.task, timesAt(current, x, y));
  });
  const onEnd = useEffectEvent(({ type, clientX: x, clientY: y }: PointerEvent): void => {
    const { current } = drag;
    drag.current = null;
    setPressed(false);
    if (!current || current.state === 'pressed') return;
    swallowClick();
    if (current.state === 'dragging' && type === 'pointerup') mover.drop(current.task, timesAt(current, x, y));
    else mover.cancel();
  });
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || drag.current?.state !== 'dragging') return;
    event.preventDefault();
    event.stopPropagation();
    // The pointer is still pressed. Because of the state `cancelled`, releasing it does not open the task.
    drag.current.state = 'cancelled';
    mover.cancel();
  });
  useEffect(() => {
    if (!isPressed) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    globalThis.addEventListener('pointermove', (event) => onMove(event), { signal });
    globalThis.addEventListener('pointerup', (event) => onEnd(event), { signal });
    globalThis.addEventListener('pointercancel', (event) => onEnd(event), { signal });
    globalThis.addEventListener('keydown', (event) => onKey(event), { signal, capture: true });
    return () => listeners.abort();
  }, [isPressed]);
  return (event, task, kind = 'move') => {
    if (event.button !== 0 || event.pointerType === 'touch' || !isMovable(task)) return;
    event.stopPropagation();
    const { clientX: x, clientY: y } = event;
    const from = gridRef.current ? slotAt(boxesOf(gridRef.current), x, y) : null;
    drag.current = { task, kind, x, y, from, state: 'pressed' };
    setPressed(true);
  };
}

/** Suppresses the click event at the end of a drag, which would open the task. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  globalThis.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => globalThis.removeEventListener('click', swallow, true), 0);
}
