import { Trans } from '@lingui/react/macro';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { RunningTask } from '../../components/task/running-task.tsx';
import { formatTime } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { nextTask } from './groups.ts';
import { LazyTaskContact } from './lazy-task-contact.tsx';
import { useTaskLine } from './task-line.tsx';
import { consumeStarted, useTaskActions } from './use-task-actions.tsx';

interface HeroProps {
  running: readonly Task[];
  rest: readonly Task[];
  now: number;
  zone: string;
  onFinish: (task: Task) => void;
}

/** The prominent card of the Today screen: the running task, or the task to start next. */
export function CurrentTaskCard({ running, rest, now, zone, onFinish }: HeroProps): ReactElement | null {
  const actions = useTaskActions();
  const lineOf = useTaskLine(now, zone);
  if (running.length > 0) {
    return (
      <Stack gap="s">
        {running.map((task) => (
          <RunningTask
            key={task.id}
            task={task}
            isTitleLinked
            started={formatTime(task.slices[0]?.from ?? task.start_at)}
            onPause={() => actions.pause(task)}
            onFinish={() => onFinish(task)}
            takesFocus={() => consumeStarted(task.id)}
            call={<LazyTaskContact task={task} look="wide" />}
          />
        ))}
      </Stack>
    );
  }
  const next = nextTask(rest, now);
  if (!next) return null;
  return (
    <Card tone="soft">
      <div>
        <small>
          <Trans>Start with</Trans>
        </small>
        <h2>{next.title}</h2>
        <small>{lineOf(next).text}</small>
      </div>
      <LazyTaskContact task={next} look="wide" />
      <Button wide icon={<IconPlayerPlay aria-hidden="true" />} writes onPress={() => actions.start(next)}>
        {next.state === 'paused' ? <Trans>Resume</Trans> : <Trans>Start</Trans>}
      </Button>
    </Card>
  );
}
