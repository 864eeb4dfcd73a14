import { useLingui } from '@lingui/react/macro';
import type { Task } from '../../../contract/entities/task.ts';
import { workedSeconds } from '../../../contract/states/task-time.ts';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { useDurationText } from '../../components/task/task-time.ts';
import { formatRecent } from '../../lib/dates.ts';
import type { TaskLine } from './task-line.tsx';

// A module of its own, because the first screen after the login loads task-line.ts and does not need this code.

/** Returns the most relevant facts of a closed task in one line. */
export function useClosedTaskLine(now: number): (task: Task) => TaskLine {
  const { t } = useLingui();
  const length = useDurationText();
  return ({ state, closed_at, updated_at, result, slices, cancel_reason: reason }) => {
    if (state === 'cancelled') return { text: reason ? t`Cancelled: ${reason}` : t`Cancelled`, tone: 'quiet' };
    const time = formatRecent(closed_at ?? updated_at, now);
    const worked = length(workedSeconds(slices, new Date(now).toISOString()));
    return {
      text: [result ? t(taskResultLabels[result]) : '', time, worked].filter(Boolean).join(', '),
      tone: 'quiet',
    };
  };
}
