import { Trans, useLingui } from '@lingui/react/macro';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import type { ReactElement } from 'react';
import type { TaskGroup } from '../../components/task/task-groups.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { EmptyState } from '../../ui/states.tsx';

type GroupChipsProps = { group: TaskGroup | ''; counts: { today: number; future: number } | undefined };

/** Chips for today's, future and completed tasks; the selected one is stored in the URL. */
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

/** Shown instead of an empty list: there are no tasks, or none are synced yet. */
export function NoTasks({ group, onAdd }: { group: TaskGroup; onAdd: () => void }): ReactElement {
  const sync = useSyncState();
  const icon = <IconChecklist aria-hidden="true" />;
  if (sync && (sync.status.first_fetch !== null || sync.status.last_fetched_at === null)) {
    const isDisconnected = sync.status.connection === 'offline' || sync.status.connection === 'no_answer';
    return (
      <EmptyState icon={icon}>
        {isDisconnected ? (
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
  const addButton = (
    <Button variant="soft" writes onPress={onAdd}>
      <Trans>Add task</Trans>
    </Button>
  );
  return (
    <EmptyState icon={icon} action={addButton}>
      {group === 'today' ? <Trans>Nothing planned for today.</Trans> : <Trans>Nothing planned for later.</Trans>}
    </EmptyState>
  );
}
