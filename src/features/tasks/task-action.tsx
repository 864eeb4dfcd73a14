import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { REOPEN_AUTHOR_MS, REOPEN_MANAGER_MS } from '../../../contract/states/task-time.ts';
import type { Actor } from '../../db/outbox/view.ts';
import { Button } from '../../ui/button.tsx';
import { isClosed } from './groups.ts';
import type { TaskActions } from './use-task-actions.tsx';

/** Whether the user may reopen a closed task: its author for a day, a manager for a month. */
export function isReopenable(task: Task, actor: Actor, now: number): boolean {
  if (!isClosed(task) || task.closed_at === null) return false;
  if (!actor.is_manager && task.author_id !== actor.user_id) return false;
  return now - Date.parse(task.closed_at) <= (actor.is_manager ? REOPEN_MANAGER_MS : REOPEN_AUTHOR_MS);
}

/** The only button of a task's row: the next step of the task. */
export function TaskAction({
  task,
  actions,
  canReopen,
}: {
  task: Task;
  actions: TaskActions;
  canReopen: boolean;
}): ReactElement | null {
  switch (task.state) {
    case 'planned':
      return (
        <Button variant="soft" small writes onPress={() => actions.start(task)}>
          <Trans>Start</Trans>
        </Button>
      );
    case 'paused':
      return (
        <Button variant="soft" small writes onPress={() => actions.start(task)}>
          <Trans>Resume</Trans>
        </Button>
      );
    case 'in_progress':
      return (
        <Button variant="soft" small writes onPress={() => actions.pause(task)}>
          <Trans>Pause</Trans>
        </Button>
      );
    default:
      return canReopen ? (
        <Button variant="ghost" small writes onPress={() => actions.reopen(task)}>
          <Trans>Reopen</Trans>
        </Button>
      ) : null;
  }
}
