import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, type ReactElement } from 'react';
import { Screen } from '../../cards/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { ChipLinks } from '../../ui/chips.tsx';
import { Fab, TwoPane } from '../../ui/layout.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { taskGroups, type TaskGroup } from './groups.ts';
import { TaskList } from './task-list.tsx';
import { useTaskSheets } from './use-sheets.tsx';

/** The group in the address; an unknown one is today. */
export function useGroup(): TaskGroup | null {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return taskGroups.find((group) => group === search['group']) ?? null;
}

const Calendar = lazy(async () => ({ default: (await import('./calendar-view.tsx')).CalendarView }));

/** The tasks by their groups, or by the days on which they begin; the address holds the choice. */
function ViewChips({ isCalendar }: { isCalendar: boolean }): ReactElement {
  const { t } = useLingui();
  const chips = [
    { key: 'list', label: t`List`, href: '/tasks' },
    { key: 'calendar', label: t`Calendar`, href: '/tasks?view=calendar' },
  ];
  return <ChipLinks aria-label={t`View`} chips={chips} current={isCalendar ? 'calendar' : 'list'} />;
}

/** /tasks: today, future and completed, or a calendar. */
export function TasksScreen(): ReactElement {
  const { t } = useLingui();
  const group = useGroup() ?? 'today';
  const { view }: { view?: unknown } = useSearch({ strict: false });
  const isCalendar = view === 'calendar';
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
      <ViewChips isCalendar={isCalendar} />
      <TwoPane
        list={
          isCalendar ? (
            <Suspense fallback={<Skeleton />}>
              <Calendar />
            </Suspense>
          ) : (
            <TaskList key={group} group={group} onAdd={add} />
          )
        }
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
