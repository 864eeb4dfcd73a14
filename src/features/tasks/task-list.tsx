import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useNow } from '../../ui/use-now.ts';
import type { TaskGroup } from '../../components/task/task-groups.ts';
import { useClosedTasks } from './closed-tasks.tsx';
import { GroupChips, NoTasks } from './group-chips.tsx';
import { tasksOf } from './list-queries.ts';
import { savedTimeZone, countTasks } from './queries.ts';
import { LazyTaskSwipe } from './swipe/lazy-task-swipe.tsx';
import { TaskRows } from './task-rows.tsx';
import styles from './tasks.module.css';

const PAGE_SIZE = 50;

export type TaskListProps = {
  group: TaskGroup;
  /** The day to which the completed tasks are narrowed, as YYYY-MM-DD. */
  day?: string | undefined;
  current?: string | undefined;
  onAdd: () => void;
};

/** Shows how many tasks were completed on the shown day, with a link to all completed tasks. */
function OneDay({ day, count }: { day: string; count: number }): ReactElement {
  const date = formatDate(`${day}T00:00`);
  return (
    <div className={styles.oneDay}>
      <span role="status">
        <Plural value={count} one={`# task completed on ${date}`} other={`# tasks completed on ${date}`} />
      </span>
      <TextLink to="/tasks" search={{ group: 'completed' }}>
        <Trans>Show all</Trans>
      </TextLink>
    </div>
  );
}

/** The tasks of one group, below the chips that select the group. */
export function TaskList({ group, day, current, onAdd }: TaskListProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const closed = useClosedTasks(now);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const data = useLiveQuery(async () => {
    const zone = await savedTimeZone(db, actor.user_id);
    const [listed, counts, badges] = await Promise.all([
      tasksOf(db, group, now, zone, limit, day),
      countTasks(db, now, zone),
      savedBadges(db, 'tasks'),
    ]);
    return { ...listed, group, day, zone, counts, badges };
  }, [db, actor.user_id, group, day, now, limit]);
  // After a change of the group, the query may still return the rows of the previous group for a moment.
  const ready = data?.group === group && data.day === day ? data : undefined;
  const unsent = ready?.tasks.filter((task) => ready.badges.has(task.id)).length ?? 0;
  return (
    <Stack gap="m">
      <GroupChips group={group} counts={data?.counts} />
      {ready && day !== undefined && <OneDay day={day} count={ready.count} />}
      {!ready && <Skeleton />}
      {/* The line is rendered even if it is empty, so that rows do not move under the finger when a task is started. */}
      <small className={styles.unsent}>
        {unsent > 0 && <Plural value={unsent} one="# not sent yet" other="# not sent yet" />}
      </small>
      {ready?.count === 0 && day === undefined && <NoTasks group={group} onAdd={onAdd} />}
      {ready && ready.count > 0 && <TaskRows {...ready} {...{ now, group, current, closed }} label={t`Tasks`} />}
      {ready && ready.count > ready.tasks.length && (
        <div className={styles.more}>
          <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      <LazyTaskSwipe />
    </Stack>
  );
}
