import type { ReactElement, ReactNode } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { LazySyncBadge } from '../../components/sync/lazy-sync-badge.tsx';
import type { TaskGroup } from '../../components/task/task-groups.ts';
import { TaskRow } from '../../components/task/task-row.tsx';
import type { RowBadge } from '../../db/queries/badges.ts';
import { List } from '../../ui/list.tsx';
import { isClosed } from './groups.ts';
import { TaskAction } from './task-action.tsx';
import { LazyTaskContact } from './lazy-task-contact.tsx';
import { useTaskLine, type TaskLine } from './task-line.tsx';
import { useTaskActions } from './use-task-actions.tsx';

/** The functions that show closed tasks. */
export interface ClosedTasks {
  lineOf: (task: Task) => TaskLine;
  actionOf: (task: Task) => ReactNode;
}

export type TaskRowsProps = {
  tasks: readonly Task[];
  badges: ReadonlyMap<string, RowBadge>;
  now: number;
  zone: string;
  label: string;
  /** The group whose list contains the rows. */
  group?: TaskGroup;
  current?: string | undefined;
  /** Required if the rows include closed tasks. */
  closed?: ClosedTasks;
};

/** Tasks as rows, each with a button for its next action. */
export function TaskRows({ tasks, badges, now, zone, label, group, current, closed }: TaskRowsProps): ReactElement {
  const actions = useTaskActions();
  const lineOf = useTaskLine(now, zone);
  return (
    <List aria-label={label}>
      {tasks.map((task) => {
        const asClosed = isClosed(task) ? closed : undefined;
        const { text, tone } = (asClosed?.lineOf ?? lineOf)(task);
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
              asClosed?.actionOf(task) ?? (
                <>
                  <LazyTaskContact task={task} look="round" />
                  <TaskAction task={task} actions={actions} />
                </>
              )
            }
            isCurrent={task.id === current}
          />
        );
      })}
    </List>
  );
}
