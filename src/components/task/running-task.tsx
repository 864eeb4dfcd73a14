import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { workedSeconds } from '../../../contract/states/task-time.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { ButtonRow, Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './running-task.module.css';
import { formatTimer } from './task-time.ts';
import { taskTypeLabels } from './task-labels.ts';

/**
 * The timer of a task. It is computed from the stored time slices, so that it is still correct after a reload and after
 * the app was killed.
 */
export function TaskTimer({ task }: { task: Task }): ReactElement {
  const now = useNow('second');
  const text = formatTimer(workedSeconds(task.slices, new Date(now).toISOString()));
  return (
    <span role="timer" className={styles.timer}>
      {text}
    </span>
  );
}

export type RunningTaskProps = {
  task: Task;
  /** Formatted time at which the task was first started. */
  started: string;
  /** Whether the title links to the task; false on its own page. */
  isTitleLinked?: boolean;
  onPause: () => void;
  onFinish: () => void;
  /**
   * Called when the card appears. Returns whether the card must take the focus, because the start button that had the
   * focus has disappeared.
   */
  takesFocus?: () => boolean;
  /** The button that calls the linked person. */
  call?: ReactNode;
};

/** The running task: title, start time, duration and its two actions. */
export function RunningTask({
  task,
  started,
  isTitleLinked = false,
  onPause,
  onFinish,
  takesFocus,
  call,
}: RunningTaskProps): ReactElement {
  const finish = useRef<HTMLButtonElement>(null);
  const onShown = useEffectEvent(() => {
    if (takesFocus?.() && document.activeElement === document.body) finish.current?.focus();
  });
  useEffect(() => onShown(), []);
  const { t } = useLingui();
  const type = t(taskTypeLabels[task.type]);
  return (
    <Card tone="hero">
      <div className={styles.head}>
        <div className={styles.text}>
          <small>
            <Trans>
              {type}, started {started}
            </Trans>
          </small>
          <h2 className={styles.title}>
            {isTitleLinked ? (
              <TextLink to="/tasks/$taskId" params={{ taskId: task.id }}>
                {task.title}
              </TextLink>
            ) : (
              task.title
            )}
          </h2>
        </div>
        <TaskTimer task={task} />
      </div>
      {call}
      <ButtonRow>
        <Button variant="onAccent" icon={<IconPlayerPause aria-hidden="true" />} writes onPress={onPause}>
          <Trans>Pause</Trans>
        </Button>
        <Button
          ref={finish}
          variant="onAccentPrimary"
          icon={<IconCheck aria-hidden="true" />}
          writes
          onPress={onFinish}
        >
          <Trans>Finish</Trans>
        </Button>
      </ButtonRow>
    </Card>
  );
}
