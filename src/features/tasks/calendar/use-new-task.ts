import { useWriteError } from '../../../forms/use-write-error.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { iso } from '../../../lib/ports.ts';
import { dateIn, instantIn } from '../../../../contract/zones.ts';
import { emptyDraft, savedTaskDraft, saveTaskDraft } from '../draft.ts';
import type { TaskSheets } from '../use-sheets.tsx';
import { firstFreeStart } from './free-times.ts';
import type { Slot } from './moves.ts';
import { shiftWallTime } from './wall-time.ts';
import type { ShownCalendar } from './use-calendar.ts';

/** The focused day of the calendar, and the focused task or the minute at which the focused hour starts. */
export interface Cursor {
  day: string;
  task_id: string | undefined;
  minute: number | undefined;
}

/** Returns the instant at which a date and time of day begin in a time zone. */
export const startOfSlot = (zone: string, { day, minute }: Slot): number =>
  shiftWallTime(zone, instantIn(zone, `${day}T00:00`), minute);

/**
 * Returns the start of a new task at the focused place: the focused hour or the end of the focused task, otherwise the
 * first free time of the day, otherwise the morning; null if that time has passed.
 */
export function newTaskStart(calendar: ShownCalendar, { day, task_id, minute }: Cursor): number | null {
  const { tasks, times, zone, now } = calendar;
  if (minute !== undefined) return startOfSlot(zone, { day, minute });
  const at = tasks.find(({ id }) => id === task_id);
  const busy = tasks.map(({ start_at, end_at }) => ({ from: Date.parse(start_at), to: Date.parse(end_at) }));
  const from = Math.max(now, instantIn(zone, `${day}T00:00`));
  const free = firstFreeStart({ times, busy, length: 15 * 60_000 }, from);
  const morning = instantIn(zone, `${day}T09:00`);
  const start = at ? Date.parse(at.end_at) : free !== null && dateIn(zone, free) === day ? free : morning;
  return start < now ? null : start;
}

/** Returns a function that opens the form of a new task, with a start if one is given. */
export function useNewTask(sheets: TaskSheets): (start: number | null) => void {
  const { db } = useStore();
  const toastError = useWriteError();
  return (start) => {
    const open = async (): Promise<void> => {
      if (start !== null) {
        const draft = (await savedTaskDraft(db, null)) ?? emptyDraft;
        await saveTaskDraft(db, null, { ...draft, start_at: iso(start) });
      }
      sheets.open({ kind: 'new' });
    };
    void open().catch(toastError);
  };
}
