import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chips.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { TaskGroup } from '../../components/task/task-groups.ts';
import { savedZone, taskCounts, tasksOf } from './queries.ts';
import { TaskRows } from './task-rows.tsx';
import styles from './tasks.module.css';

const PAGE_SIZE = 50;

export type TaskListProps = { group: TaskGroup; current?: string | undefined; onAdd: () => void };

/** The chips and rows of one group. */
export function TaskList({ group, current, onAdd }: TaskListProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const shown = useLiveQuery(async () => {
    const zone = await savedZone(db, actor.user_id);
    const [listed, counts, badges] = await Promise.all([
      tasksOf(db, group, now, zone, limit),
      taskCounts(db, now, zone),
      savedBadges(db, 'tasks'),
    ]);
    return { ...listed, group, zone, counts, badges };
  }, [db, actor.user_id, group, now, limit]);
  // Rows of another group, still in memory for a moment, must not appear under this chip.
  const ready = shown?.group === group ? shown : undefined;
  const unsent = ready?.tasks.filter((task) => ready.badges.has(task.id)).length ?? 0;
  return (
    <Stack gap="m">
      <GroupChips group={group} counts={shown?.counts} />
      {!ready && <Skeleton />}
      {ready && unsent > 0 && (
        <small>
          <Plural value={unsent} one="# not sent yet" other="# not sent yet" />
        </small>
      )}
      {ready?.count === 0 && <NoTasks group={group} onAdd={onAdd} />}
      {ready && ready.count > 0 && <TaskRows {...ready} now={now} label={t`Tasks`} group={group} current={current} />}
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

type GroupChipsProps = { group: TaskGroup | ''; counts: { today: number; future: number } | undefined };

/** Today, Future, Completed; stored in the URL. */
export function GroupChips({ group, counts }: GroupChipsProps): ReactElement {
  const { t } = useLingui();
  return (
    <ChipLinks aria-label={t`Task groups`}>
      <GroupChip group="today" current={group} count={counts?.today}>{t`Today`}</GroupChip>
      <GroupChip group="future" current={group} count={counts?.future}>{t`Future`}</GroupChip>
      <GroupChip group="completed" current={group}>{t`Completed`}</GroupChip>
    </ChipLinks>
  );
}

interface GroupChipProps {
  group: TaskGroup;
  current: TaskGroup | '';
  count?: number | undefined;
  children: string;
}

function GroupChip({ group, current, count, children }: GroupChipProps): ReactElement {
  return (
    <ChipLink to="/tasks" search={{ group }} isCurrent={group === current} count={count}>
      {children}
    </ChipLink>
  );
}

/** The empty list: no tasks, or not synced yet. */
export function NoTasks({ group, onAdd }: { group: TaskGroup; onAdd: () => void }): ReactElement {
  const sync = useSyncState();
  const icon = <IconChecklist aria-hidden="true" />;
  if (sync && (sync.status.first_fetch !== null || sync.status.last_fetched_at === null)) {
    const isApart = sync.status.connection === 'offline' || sync.status.connection === 'no_answer';
    return (
      <EmptyState icon={icon}>
        {isApart ? (
          <Trans>Tasks haven't synced to this device yet. They will appear when you are online.</Trans>
        ) : (
          <Trans>Syncing tasks to this device.</Trans>
        )}
      </EmptyState>
    );
  }
  if (group === 'completed') {
    return (
      <EmptyState icon={icon}>
        <Trans>No tasks finished in the last 90 days.</Trans>
      </EmptyState>
    );
  }
  const add = (
    <Button variant="soft" onPress={onAdd}>
      <Trans>Add task</Trans>
    </Button>
  );
  return (
    <EmptyState icon={icon} action={add}>
      {group === 'today' ? <Trans>Nothing planned for today.</Trans> : <Trans>Nothing planned for later.</Trans>}
    </EmptyState>
  );
}
