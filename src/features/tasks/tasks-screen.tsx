import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { ReactElement } from 'react';
import { Screen } from '../../cards/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Fab, TwoPane } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { taskGroups, type TaskGroup } from './groups.ts';
import { TaskList } from './task-list.tsx';
import { useTaskSheets } from './use-sheets.tsx';

/** The group in the address; an unknown one is today. */
export function useGroup(): TaskGroup | null {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return taskGroups.find((group) => group === search['group']) ?? null;
}

/** /tasks: today, future and completed. */
export function TasksScreen(): ReactElement {
  const { t } = useLingui();
  const group = useGroup() ?? 'today';
  const { open, sheet } = useTaskSheets();
  const add = (): void => open({ kind: 'new' });
  const icon = <IconPlus aria-hidden="true" />;
  const action = (
    <Button icon={icon} onPress={add}>
      <Trans>Add a task</Trans>
    </Button>
  );
  return (
    <Screen title={t`Tasks`} action={action}>
      <TwoPane
        list={<TaskList key={group} group={group} onAdd={add} />}
        detail={null}
        placeholder={
          <EmptyState>
            <Trans>Choose a task to see it here.</Trans>
          </EmptyState>
        }
      />
      <Fab icon={icon} onPress={add}>
        <Trans>Add a task</Trans>
      </Fab>
      {sheet}
    </Screen>
  );
}
