import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { TaskGroup } from '../../components/task/task-groups.ts';
import { useClosedTasks } from './closed-tasks.tsx';
import { GroupChips, NoTasks } from './group-chips.tsx';
import { tasksOf } from './list-queries.ts';
import { savedZone, taskCounts } from './queries.ts';
import { TaskRows } from './task-rows.tsx';
import styles from './tasks.module.css';

const PAGE_SIZE = 50;

export type TaskListProps = { group: TaskGroup; current?: string | undefined; onAdd: () => void };

/** The tasks of one group, below the chips that select the group. */
export function TaskList({ group, current, onAdd }: TaskListProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const closed = useClosedTasks(now);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const data = useLiveQuery(async () => {
    const zone = await savedZone(db, actor.user_id);
    const [listed, counts, badges] = await Promise.all([
      tasksOf(db, group, now, zone, limit),
      taskCounts(db, now, zone),
      savedBadges(db, 'tasks'),
    ]);
    return { ...listed, group, zone, counts, badges };
  }, [db, actor.user_id, group, now, limit]);
  // After a change of the group, the query may still return the rows of the previous group for a moment.
  const ready = data?.group === group ? data : undefined;
  const unsent = ready?.tasks.filter((task) => ready.badges.has(task.id)).length ?? 0;
  return (
    <Stack gap="m">
      <GroupChips group={group} counts={data?.counts} />
      {!ready && <Skeleton />}
      {/* The line is rendered even if it is empty, because rows must not move under the finger that starts a task. */}
      <small className={styles.unsent}>
        {unsent > 0 && <Plural value={unsent} one="# not sent yet" other="# not sent yet" />}
      </small>
      {ready?.count === 0 && <NoTasks group={group} onAdd={onAdd} />}
      {ready && ready.count > 0 && <TaskRows {...ready} {...{ now, group, current, closed }} label={t`Tasks`} />}
      {ready && ready.count > ready.tasks.length && (
        <div className={styles.more}>
          <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Stack>
  );
}
