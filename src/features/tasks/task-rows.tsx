import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { LazySyncBadge } from '../../components/sync/lazy-sync-badge.tsx';
import type { TaskGroup } from '../../components/task/task-groups.ts';
import { TaskRow } from '../../components/task/task-row.tsx';
import type { RowBadge } from '../../db/queries/badges.ts';
import { List } from '../../ui/list.tsx';
import { isClosed } from './groups.ts';
import { isReopenable, TaskAction } from './task-action.tsx';
import { LazyCallTask } from './lazy-call-task.tsx';
import { useTaskLine, type TaskLine } from './task-line.tsx';
import { useTaskActions } from './use-task-actions.tsx';

export type TaskRowsProps = {
  tasks: readonly Task[];
  badges: ReadonlyMap<string, RowBadge>;
  now: number;
  zone: string;
  label: string;
  /** The group whose list contains the rows. */
  group?: TaskGroup;
  current?: string | undefined;
  /** Returns the line of a closed task; required if the rows include closed tasks. */
  closedLine?: (task: Task) => TaskLine;
};

/** Tasks as rows, each with a button for its next step. */
export function TaskRows({ tasks, badges, now, zone, label, group, current, closedLine }: TaskRowsProps): ReactElement {
  const { actor } = useStore();
  const actions = useTaskActions();
  const lineOf = useTaskLine(now, zone);
  return (
    <List aria-label={label}>
      {tasks.map((task) => {
        const { text, tone } = closedLine && isClosed(task) ? closedLine(task) : lineOf(task);
        const badge = badges.get(task.id);
        return (
          <TaskRow
            key={task.id}
            task={task}
            group={group}
            subtitle={text}
            tone={tone}
            badge={
              badge && (
                <LazySyncBadge state={badge.state} reason={badge.entries.find((entry) => entry.error)?.error?.code} />
              )
            }
            action={
              <>
                <LazyCallTask task={task} look="round" />
                <TaskAction task={task} actions={actions} canReopen={isReopenable(task, actor, now)} />
              </>
            }
            isCurrent={task.id === current}
          />
        );
      })}
    </List>
  );
}
