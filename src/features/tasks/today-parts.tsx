import { Trans } from '@lingui/react/macro';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { RunningTask } from '../../components/task/running-task.tsx';
import { useDurationText } from '../../components/task/task-time.ts';
import { deviceZone } from '../../../contract/zones.ts';
import { formatTime } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { nextTask } from './groups.ts';
import type { Day } from './queries.ts';
import { LazyCallTask } from './lazy-call-task.tsx';
import { useTaskLine } from './task-line.tsx';
import styles from './today.module.css';
import { takeStarted, useTaskActions } from './use-task-actions.tsx';

type HeroProps = { running: readonly Task[]; rest: readonly Task[]; now: number; onFinish: (task: Task) => void };

/** The screen's hero: the running task, or the one to start. */
export function Hero({ running, rest, now, onFinish }: HeroProps): ReactElement | null {
  const verbs = useTaskActions();
  const line = useTaskLine(now, deviceZone());
  if (running.length > 0) {
    return (
      <Stack gap="s">
        {running.map((task) => (
          <RunningTask
            key={task.id}
            task={task}
            started={formatTime(task.slices[0]?.from ?? task.start_at)}
            onPause={() => verbs.pause(task)}
            onFinish={() => onFinish(task)}
            takesFocus={() => takeStarted(task.id)}
            call={<LazyCallTask task={task} look="wide" />}
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
        <small>{line(next).text}</small>
      </div>
      <LazyCallTask task={next} look="wide" />
      <Button wide icon={<IconPlayerPlay aria-hidden="true" />} onPress={() => verbs.start(next)}>
        {next.state === 'paused' ? <Trans>Resume</Trans> : <Trans>Start</Trans>}
      </Button>
    </Card>
  );
}

type FigureProps = { name: ReactNode; value: ReactNode; week: readonly number[]; children: ReactNode };

function Figure({ name, value, week, children }: FigureProps): ReactElement {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <small>{children}</small>
        <Bars values={week} />
      </dd>
    </div>
  );
}

/** The last seven days at a glance; the figures beside it name today and yesterday. */
function Bars({ values }: { values: readonly number[] }): ReactElement {
  const most = Math.max(...values, 1);
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${values.length * 10 - 3} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, day) => {
        const height = Math.max(1, (20 * value) / most);
        // Days are identified by their position in the week.
        return <rect key={`day-${values.length - day}`} x={day * 10} y={20 - height} width={7} height={height} />;
      })}
    </svg>
  );
}

/** The day's figures beside the previous day's. */
export function DayFigures({ week }: { week: readonly Day[] }): ReactElement {
  const length = useDurationText();
  const today = week.at(-1);
  const yesterday = week.at(-2);
  const before = yesterday?.completed ?? 0;
  const workedBefore = length(yesterday?.worked ?? 0);
  return (
    <dl className={styles.numbers}>
      <Figure
        name={<Trans>Completed today</Trans>}
        value={today?.completed ?? 0}
        week={week.map((day) => day.completed)}
      >
        <Trans>{before} yesterday</Trans>
      </Figure>
      <Figure
        name={<Trans>Worked today</Trans>}
        value={length(today?.worked ?? 0)}
        week={week.map((day) => day.worked)}
      >
        <Trans>{workedBefore} yesterday</Trans>
      </Figure>
    </dl>
  );
}
