import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { REOPEN_AUTHOR_MS, REOPEN_MANAGER_MS, workedSeconds } from '../../../contract/states/task-time.ts';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { useDurationText } from '../../components/task/task-time.ts';
import type { Actor } from '../../db/outbox/view.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { isClosed } from './groups.ts';
import type { TaskLine } from './task-line.tsx';
import type { ClosedTasks } from './task-rows.tsx';
import { useTaskActions } from './use-task-actions.tsx';

// This module is separate, because the first screen after the login shows no closed tasks and does not need its code.

/** Whether the user may reopen a closed task: its author for a day, a manager for a month. */
export function isReopenable(task: Task, actor: Actor, now: number): boolean {
  if (!isClosed(task) || task.closed_at === null) return false;
  if (!actor.is_manager && task.author_id !== actor.user_id) return false;
  return now - Date.parse(task.closed_at) <= (actor.is_manager ? REOPEN_MANAGER_MS : REOPEN_AUTHOR_MS);
}

/** Returns a function that returns the most relevant facts of a closed task in one line. */
function useClosedTaskLine(now: number): (task: Task) => TaskLine {
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

/** Returns the functions with which rows show closed tasks. */
export function useClosedTasks(now: number): ClosedTasks {
  return { lineOf: useClosedTaskLine(now), actionOf: (task) => <ReopenButton task={task} now={now} /> };
}

function ReopenButton({ task, now }: { task: Task; now: number }): ReactElement | null {
  const { actor } = useStore();
  const actions = useTaskActions();
  if (!isReopenable(task, actor, now)) return null;
  return (
    <Button variant="ghost" small writes onPress={() => actions.reopen(task)}>
      <Trans>Reopen</Trans>
    </Button>
  );
}
