import { useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Task } from '../../../contract/entities/task.ts';
import type { TaskType } from '../../../contract/values.ts';
import type { Priority } from '../../../contract/filter-values.ts';
import { workedSeconds } from '../../../contract/states/task-time.ts';
import { useOverdueText, useDurationText } from '../../components/task/task-time.ts';
import { formatDayTime, formatRecent, formatTime } from '../../lib/dates.ts';
import type { RowProps } from '../../ui/list.tsx';
import { groupOf, isOverdue, overdueBy } from './groups.ts';

/** Names of the task types within a line of text. */
const kinds: Record<TaskType, MessageDescriptor> = {
  call: msg({ message: 'call', context: 'task type in a sentence' }),
  meet: msg({ message: 'meeting', context: 'task type in a sentence' }),
  message: msg({ message: 'message', context: 'task type in a sentence' }),
};

/** Names of the priorities that a task's line mentions. */
const highPriorityLabels: Partial<Record<Priority, MessageDescriptor>> = {
  high: msg({ message: 'high priority', context: 'priority in a sentence' }),
  urgent: msg({ message: 'urgent', context: 'priority in a sentence' }),
};

export interface TaskLine {
  text: string;
  tone: NonNullable<RowProps['subtitleTone']>;
}

/** Returns a function that returns the most relevant facts of an open task in one line. */
export function useTaskLine(now: number, zone: string): (task: Task) => TaskLine {
  const { t } = useLingui();
  const length = useDurationText();
  const lateText = useOverdueText();
  const workedSoFar = (task: Task): string => {
    const workedText = length(workedSeconds(task.slices, new Date(now).toISOString()));
    return t`${workedText} so far`;
  };
  const plannedLine = (task: Task): TaskLine => {
    const late = overdueBy(task, now, zone);
    const isFuture = groupOf(task, now, zone) === 'future';
    const start = late ? lateText(late) : isFuture ? formatDayTime(task.start_at) : formatTime(task.start_at);
    const minutes = (Date.parse(task.end_at) - Date.parse(task.start_at)) / 1000;
    const priority = highPriorityLabels[task.priority];
    // The location marks the task as a visit. It comes early, because a narrow row shows only the first facts.
    const facts = [start, task.place, priority && t(priority)];
    if (!task.place) facts.push(t(kinds[task.type]), length(minutes));
    return { text: facts.filter(Boolean).join(', '), tone: isOverdue(task, now) ? 'need' : 'quiet' };
  };
  return (task) => {
    const last = task.slices.at(-1);
    switch (task.state) {
      case 'planned':
        return plannedLine(task);
      case 'in_progress': {
        const time = formatTime(last?.from ?? task.start_at);
        return { text: [t`Running since ${time}`, t(kinds[task.type])].join(', '), tone: 'ok' };
      }
      case 'paused': {
        const time = formatRecent(last?.to ?? task.start_at, now);
        return { text: [t`Paused ${time}`, workedSoFar(task)].join(', '), tone: 'quiet' };
      }
      // The lines of closed tasks are in closed-tasks.tsx.
      default:
        return { text: '', tone: 'quiet' };
    }
  };
}
