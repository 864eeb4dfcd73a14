import { useLingui } from '@lingui/react/macro';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import type { TaskType } from '../../../contract/values.ts';
import { Avatar, AvatarIcon } from '../../ui/avatar.tsx';
import { RowLink, type RowProps } from '../../ui/list.tsx';
import type { TaskGroup } from './task-groups.ts';
import { taskTypeLabels } from './task-labels.ts';

const icons: Record<TaskType, typeof IconPhone> = { call: IconPhone, meet: IconUsers, message: IconMessage };

/** Shows the linked person's avatar, or an icon for the type of task. */
export function TaskSummary({ task }: { task: Task }): ReactElement {
  const { t } = useLingui();
  if (task.linked_name) return <Avatar name={task.linked_name} id={task.linked_user_id ?? task.contact_id} />;
  const Icon = icons[task.type];
  return (
    <AvatarIcon label={t(taskTypeLabels[task.type])}>
      <Icon aria-hidden="true" />
    </AvatarIcon>
  );
}

export type TaskRowProps = {
  task: Task;
  /** The list to which the user returns from the task. */
  group?: TaskGroup | undefined;
  subtitle: ReactNode;
  tone?: RowProps['subtitleTone'];
  /** Sync badge of the row. */
  badge?: ReactNode;
  /** The only button of the row. */
  action?: ReactNode;
  isCurrent?: boolean;
};

/** A row of a task list: avatar, title, the most relevant detail, and one action. */
export function TaskRow({
  task,
  group,
  subtitle,
  tone = 'quiet',
  badge,
  action,
  isCurrent = false,
}: TaskRowProps): ReactElement {
  return (
    <RowLink
      leading={<TaskSummary task={task} />}
      title={task.title}
      wrapTitle
      to="/tasks/$taskId"
      params={{ taskId: task.id }}
      search={{ group }}
      subtitle={subtitle}
      subtitleTone={tone}
      badge={badge}
      trailing={action}
      isCurrent={isCurrent}
      data-task={task.id}
    />
  );
}
