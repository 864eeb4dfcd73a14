import { Trans, useLingui } from '@lingui/react/macro';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { RunningTask } from '../../components/task/running-task.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import type { RowBadge } from '../../db/queries/badges.ts';
import { formatTime } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { isReopenable } from './closed-tasks.tsx';
import { isClosed } from './groups.ts';
import { LazyTaskContact } from './lazy-task-contact.tsx';
import { TaskDetails, TaskTimes } from './task-details.tsx';
import type { TaskSheets } from './use-sheets.tsx';
import { consumeStarted, useTaskActions } from './use-task-actions.tsx';
import { StuckSteps, WaitingSteps } from './waiting-steps.tsx';

export type TaskViewProps = {
  task: Task;
  badge: RowBadge | undefined;
  sheets: TaskSheets;
  now: number;
  extra?: ReactNode;
};

/** One task with its status, its actions, `extra` content of the screen, and all details. */
export function TaskView({ task, badge, sheets, now, extra }: TaskViewProps): ReactElement {
  const actions = useTaskActions();
  const finish = (): void => sheets.open({ kind: 'finish', task });
  return (
    <Stack>
      {badge && <StuckSteps entries={badge.entries} />}
      {task.state === 'in_progress' ? (
        <RunningTask
          task={task}
          started={formatTime(task.slices[0]?.from ?? task.start_at)}
          takesFocus={() => consumeStarted(task.id)}
          call={<LazyTaskContact task={task} look="wide" />}
          onPause={() => actions.pause(task)}
          onFinish={finish}
        />
      ) : (
        <>
          <LazyTaskContact task={task} look="wide" />
          <IdleTaskActions task={task} now={now} onFinish={finish} />
        </>
      )}
      {extra}
      <Card>
        <TaskDetails task={task} now={now} />
      </Card>
      {task.slices.length > 0 && (
        <TaskTimes task={task} now={now} onConfirm={(slice) => sheets.open({ kind: 'confirm', task, slice })} />
      )}
      {!isClosed(task) && <Changes task={task} sheets={sheets} />}
      {/* Unsent changes come last, because they appear and disappear with each save and must not move the buttons. */}
      {badge && <WaitingSteps entries={badge.entries} />}
    </Stack>
  );
}

/** The buttons of a task that is not running. */
function IdleTaskActions({
  task,
  now,
  onFinish,
}: {
  task: Task;
  now: number;
  onFinish: () => void;
}): ReactElement | null {
  const { actor } = useStore();
  const actions = useTaskActions();
  if (isClosed(task)) {
    if (!isReopenable(task, actor, now)) return null;
    return (
      <ButtonRow>
        <Button variant="soft" writes onPress={() => actions.reopen(task)}>
          <Trans>Reopen</Trans>
        </Button>
      </ButtonRow>
    );
  }
  return (
    <ButtonRow>
      <Button variant="soft" icon={<IconCheck aria-hidden="true" />} writes onPress={onFinish}>
        <Trans>Finish</Trans>
      </Button>
      <Button icon={<IconPlayerPlay aria-hidden="true" />} writes onPress={() => actions.start(task)}>
        {task.state === 'paused' ? <Trans>Resume</Trans> : <Trans>Start</Trans>}
      </Button>
    </ButtonRow>
  );
}

function Changes({ task, sheets }: { task: Task; sheets: TaskSheets }): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  return (
    <ButtonRow>
      <Button
        variant="ghost"
        icon={<IconPencil aria-hidden="true" />}
        writes
        onPress={() => sheets.open({ kind: 'edit', task })}
      >
        {t`Edit`}
      </Button>
      {task.state !== 'in_progress' && (
        <Button
          variant="ghost"
          icon={<IconCalendar aria-hidden="true" />}
          writes
          onPress={() => sheets.open({ kind: 'reschedule', task })}
        >
          {t`Reschedule`}
        </Button>
      )}
      <CalendarButton task={task} />
      {actor.is_manager && task.state !== 'in_progress' && (
        <Button variant="ghost" writes onPress={() => sheets.open({ kind: 'reassign', task })}>
          {t`Reassign`}
        </Button>
      )}
      <Button variant="plain" writes onPress={() => sheets.open({ kind: 'cancel', task })}>
        {t`Cancel task`}
      </Button>
    </ButtonRow>
  );
}
