import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { Task } from '../../../../contract/entities/task.ts';
import { dateIn } from '../../../../contract/zones.ts';
import { useOverdueText } from '../../../components/task/task-time.ts';
import { useWriteError } from '../../../forms/use-write-error.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { formatRecent } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { overdueBy } from '../groups.ts';
import { useTaskActions } from '../use-task-actions.tsx';
import { trayTasks, type Tray } from './calendar-queries.ts';
import styles from './tray.module.css';
import { nextFreeTimes } from './move-to.tsx';
import type { StartDrag } from './use-drag.ts';
import { useSaveMove } from './use-save-move.ts';

export function useTray(now: number): Tray | undefined {
  const { db } = useStore();
  return useLiveQuery(async () => trayTasks(db, now), [db, now]);
}

/** Returns a function that moves a task to the next free time, with Undo. */
function usePlan(zone: string): (task: Task) => void {
  const { t } = useLingui();
  const { db, actor, now } = useStore();
  const save = useSaveMove(zone);
  const toastError = useWriteError();
  return (task) => {
    const plan = async (): Promise<void> => {
      const times = await nextFreeTimes(db, actor.user_id, task, now());
      if (times) save(task, times);
      else toast(t`No free working time in the next two weeks.`);
    };
    void plan().catch(toastError);
  };
}

export interface TrayListsProps {
  tray: Tray | undefined;
  zone: string;
  now: number;
  /** Opens the panel in which the task's time can be changed. */
  onMove: (task: Task) => void;
  /** Opens a task. */
  onSelect: (task: Task) => void;
  /** Starts dragging a task onto a day. */
  onDrag?: StartDrag;
}

/** The lists of overdue tasks, and of paused tasks without a planned time to continue. */
export function TrayLists({ tray, zone, now, onMove, onSelect, onDrag }: TrayListsProps): ReactElement {
  const { t } = useLingui();
  const actions = useTaskActions();
  const plan = usePlan(zone);
  const lateText = useOverdueText();
  const isOfToday = (task: Task): boolean => dateIn(zone, Date.parse(task.start_at)) === dateIn(zone, now);
  const lateLine = (task: Task): string => {
    const late = overdueBy(task, now, zone);
    return late ? lateText(late) : '';
  };
  const pausedLine = (task: Task): string => {
    const time = formatRecent(task.slices.at(-1)?.to ?? task.start_at, now);
    return t`Paused ${time}`;
  };
  return (
    <>
      <TrayList
        title={t`Overdue`}
        tone="need"
        tasks={tray?.overdue}
        count={tray?.overdueCount}
        none={t`Nothing overdue`}
      >
        {(task) => (
          <TrayRow key={task.id} {...{ task, onSelect, onDrag }} line={lateLine(task)} tone="need">
            {isOfToday(task) ? (
              <Button variant="soft" small writes onPress={() => actions.start(task)}>
                <Trans>Start</Trans>
              </Button>
            ) : (
              <Button variant="soft" small writes onPress={() => onMove(task)}>
                <Trans>Move</Trans>
              </Button>
            )}
          </TrayRow>
        )}
      </TrayList>
      <TrayList
        title={t`Not planned`}
        tasks={tray?.unplanned}
        count={tray?.unplannedCount}
        none={t`Everything has a time`}
      >
        {(task) => (
          <TrayRow key={task.id} {...{ task, onSelect, onDrag }} line={pausedLine(task)}>
            <Button variant="ghost" small writes onPress={() => plan(task)}>
              <Trans>Plan</Trans>
            </Button>
          </TrayRow>
        )}
      </TrayList>
    </>
  );
}

type TrayListProps = {
  title: string;
  tone?: 'need';
  tasks: readonly Task[] | undefined;
  count: number | undefined;
  none: string;
  children: (task: Task) => ReactNode;
};

function TrayList({ title, tone, tasks = [], count = 0, none, children }: TrayListProps): ReactElement {
  const id = useId();
  const more = count - tasks.length;
  return (
    <section aria-labelledby={id} className={styles.trayList}>
      <div className={styles.trayHead} data-tone={count > 0 ? tone : undefined}>
        <h2 id={id}>{title}</h2>
        <span>{count}</span>
      </div>
      {count === 0 && <small>{none}</small>}
      {count > 0 && <ul role="list">{tasks.map(children)}</ul>}
      {more > 0 && (
        <small>
          <Trans>And {more} more in the list</Trans>
        </small>
      )}
    </section>
  );
}

type TrayRowProps = {
  task: Task;
  line: string;
  tone?: 'need';
  onSelect: (task: Task) => void;
  onDrag?: StartDrag | undefined;
  children: ReactNode;
};

function TrayRow({ task, line, tone, onSelect, onDrag, children }: TrayRowProps): ReactElement {
  return (
    <li
      className={styles.trayRow}
      data-type={task.type}
      data-movable={onDrag !== undefined}
      onPointerDown={(event) => {
        // Pressing a button of the row must not start a drag.
        if (!(event.target instanceof Element && event.target.closest('[data-action]'))) onDrag?.(event, task);
      }}
    >
      <button type="button" className={styles.trayTask} onClick={() => onSelect(task)}>
        <span>{task.title}</span>
        <small data-tone={tone}>{line}</small>
      </button>
      <span data-action="true">{children}</span>
    </li>
  );
}
