import { useLingui } from '@lingui/react/macro';
import type { Task } from '../../../../contract/entities/task.ts';
import { dateIn, timeIn } from '../../../../contract/zones.ts';
import { useWriteError } from '../../../forms/use-write-error.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { useSingleFlight } from '../../../hooks/use-write-action.ts';
import { formatShortDate, formatShortWeekday } from '../../../lib/dates.ts';
import { capitalize } from '../../../lib/intl-formats.ts';
import { iso } from '../../../lib/ports.ts';
import { toast } from '../../../ui/toast.ts';
import { rescheduleTask, resizeTask, undoMove } from '../actions.ts';
import { type TaskTimes, timesOf } from './moves.ts';

/** Returns a function that formats an instant as "Thu 19/11 15:30" in the time zone of the calendar. */
export function useSlotText(zone: string): (at: number) => string {
  const { i18n } = useLingui();
  return (at) => {
    const day = dateIn(zone, at);
    return `${capitalize(formatShortWeekday(day, i18n.locale))} ${formatShortDate(day)} ${timeIn(zone, at)}`;
  };
}

/**
 * Returns a function that saves new times of a task through the outbox and offers Undo. Unchanged times are not saved.
 */
export function useSaveMove(zone: string): (task: Task, times: TaskTimes) => void {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const runOnce = useSingleFlight();
  const slotText = useSlotText(zone);
  return (task, times) => {
    const before = timesOf(task);
    const isMoved = before.start !== times.start;
    if (!isMoved && before.end === times.end) return;
    const save = async (): Promise<void> => {
      const op_id = isMoved
        ? await rescheduleTask(store, task, iso(times.start))
        : await resizeTask(store, task, iso(times.end));
      const start = slotText(times.start);
      const end = timeIn(zone, times.end);
      const undo = (): void => void undoMove(store, task, op_id).catch(toastError);
      toast(isMoved ? t`Moved to ${start}` : t`Now ends at ${end}`, {
        action: { label: t`Undo`, isUndo: true, onPress: undo },
      });
    };
    void runOnce(save);
  };
}
