import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { Button } from '../../ui/button.tsx';
import type { TaskActions } from './use-task-actions.tsx';

/** The button with the next action of an open task. */
export function TaskAction({ task, actions }: { task: Task; actions: TaskActions }): ReactElement | null {
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
      return null;
  }
}
