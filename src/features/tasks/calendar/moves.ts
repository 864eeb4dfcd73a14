import type { Task } from '../../../../contract/entities/task.ts';
import { taskMachine } from '../../../../contract/states/task.ts';
import { transition } from '../../../../contract/states/machine.ts';
import { addDays, dateIn, daysBetween } from '../../../../contract/zones.ts';
import { DAY_MINUTES, shiftWallTime, wallMinute } from './wall-time.ts';

const MINUTE_MS = 60_000;
/** Steps of dragging and of the arrow keys, in minutes. */
export const DRAG_STEP = 5;
export const KEY_STEP = 15;
const MIN_LENGTH_MS = DRAG_STEP * MINUTE_MS;
const MAX_LENGTH_MS = DAY_MINUTES * MINUTE_MS;

/** Start and end of a task in ms. */
export interface TaskTimes {
  start: number;
  end: number;
}

/** A position in the calendar: a date and the minutes of wall time since midnight. */
export interface Slot {
  day: string;
  minute: number;
}

export const timesOf = ({ start_at, end_at }: Task): TaskTimes => ({
  start: Date.parse(start_at),
  end: Date.parse(end_at),
});

/** Whether a task can be rescheduled, which depends on its state. */
export const isMovable = (task: Task): boolean =>
  transition(taskMachine, task.state, 'reschedule').kind === 'transition';

/** Rounds minutes to the drag step and clamps them to the day. */
export const snapToDragStep = (minute: number): number =>
  Math.min(DAY_MINUTES - DRAG_STEP, Math.max(0, Math.round(minute / DRAG_STEP) * DRAG_STEP));

/** Moves a task's times by days and minutes of wall time, keeping the duration. */
export function moveBy(zone: string, { start, end }: TaskTimes, days: number, minutes: number): TaskTimes {
  const moved = shiftWallTime(zone, start, days * DAY_MINUTES + minutes);
  return { start: moved, end: moved + (end - start) };
}

/** Moves a task's times to a date and time of day, keeping the duration. */
export function moveTo(zone: string, times: TaskTimes, { day, minute }: Slot): TaskTimes {
  const days = daysBetween(dateIn(zone, times.start), day);
  return moveBy(zone, times, days, minute - wallMinute(zone, times.start));
}

/** Sets a task's end to a date and time of day: at least 5 minutes and at most 24 hours after its start. */
export function withEndAt(zone: string, { start, end }: TaskTimes, { day, minute }: Slot): TaskTimes {
  const days = daysBetween(dateIn(zone, end), day);
  const wanted = shiftWallTime(zone, end, days * DAY_MINUTES + minute - wallMinute(zone, end));
  return { start, end: Math.min(Math.max(wanted, start + MIN_LENGTH_MS), start + MAX_LENGTH_MS) };
}

/** The position of a day's column on the screen, in px. */
export interface DayBox {
  day: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the date and time of day at a point on the screen; null outside the calendar. */
export function slotAt(boxes: readonly DayBox[], x: number, y: number): Slot | null {
  const box = boxes.find(({ left, right }) => x >= left && x < right);
  if (!box || y < box.top || y > box.bottom) return null;
  return { day: box.day, minute: ((y - box.top) / (box.bottom - box.top)) * DAY_MINUTES };
}

/** Returns by how much an arrow key moves a task; null for any other key. */
export function keyStepOf(key: string, isShift: boolean): { days: number; minutes: number } | null {
  switch (key) {
    case 'ArrowUp':
      return isShift ? { days: -1, minutes: 0 } : { days: 0, minutes: -KEY_STEP };
    case 'ArrowDown':
      return isShift ? { days: 1, minutes: 0 } : { days: 0, minutes: KEY_STEP };
    case 'ArrowLeft':
      return { days: -1, minutes: 0 };
    case 'ArrowRight':
      return { days: 1, minutes: 0 };
    default:
      return null;
  }
}

/**
 * Returns the times of a task that is dragged from one position to another, in steps of 5 minutes. Without `from`, the
 * task is dragged from outside the calendar and starts at `to`.
 */
export function draggedTimes(zone: string, times: TaskTimes, from: Slot | null, to: Slot, isLength = false): TaskTimes {
  if (!from) return moveTo(zone, times, { day: to.day, minute: snapToDragStep(to.minute) });
  const dragged = isLength ? times.end : times.start;
  const day = addDays(dateIn(zone, dragged), daysBetween(from.day, to.day));
  const minute = snapToDragStep(wallMinute(zone, dragged) + to.minute - from.minute);
  return isLength ? withEndAt(zone, times, { day, minute }) : moveTo(zone, times, { day, minute });
}
