import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useEffect, useEffectEvent, type ReactElement } from 'react';
import { personName } from '../../components/person/person-labels.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chips.tsx';
import { Fab, TwoPane } from '../../ui/layout.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { emptyDraft, saveTaskDraft, savedTaskDraft } from './draft.ts';
import { useDefaultTitle } from './form-labels.ts';
import { TaskList } from './task-list.tsx';
import { useTaskSheets } from './use-sheets.tsx';
import { savedPerson } from '../../db/queries/people.ts';

const route = getRouteApi('/_member/_staff/tasks');

const Calendar = lazy(async () => ({ default: (await import('./calendar-view.tsx')).CalendarView }));

/** Chips that switch between the tasks by group and by start date; the choice is stored in the URL. */
function ViewChips({ isCalendar }: { isCalendar: boolean }): ReactElement {
  const { t } = useLingui();
  return (
    <ChipLinks aria-label={t`View`}>
      <ChipLink to="/tasks" isCurrent={!isCalendar}>{t`List`}</ChipLink>
      <ChipLink to="/tasks" search={{ view: 'calendar' }} isCurrent={isCalendar}>{t`Calendar`}</ChipLink>
    </ChipLinks>
  );
}

/** Opens the form of a new task once, for the person that `?with=` names or, with `?add=task`, for no one. */
function useNewTaskParam(add: () => void): void {
  const { db } = useStore();
  const navigate = route.useNavigate();
  const { with: id = null, add: what } = route.useSearch();
  const titleOf = useDefaultTitle();
  const initialForm = useEffectEvent(async (person_id: string): Promise<void> => {
    void navigate({ to: '/tasks', replace: true });
    const person = await savedPerson(db, person_id);
    if (!person) return;
    const draft = (await savedTaskDraft(db, null)) ?? emptyDraft;
    const name = personName(person);
    const linked = { linked_user_id: person.id, linked_name: name, contact_id: null };
    const title = draft.is_titled ? draft.title : titleOf(draft.type, name);
    await saveTaskDraft(db, null, { ...draft, ...linked, title });
    add();
  });
  const openEmpty = useEffectEvent((): void => {
    void navigate({ to: '/tasks', replace: true });
    add();
  });
  useEffect(() => {
    if (what === 'task') openEmpty();
  }, [what]);
  useEffect(() => {
    if (id !== null) void initialForm(id).catch((error: unknown) => log.warn('no task was begun', error));
  }, [id]);
}

/** /tasks: today, future and completed, or a calendar. */
export function TasksScreen(): ReactElement {
  const { t } = useLingui();
  const { group = 'today', view } = route.useSearch();
  const isCalendar = view === 'calendar';
  const { open, sheet } = useTaskSheets();
  const add = (): void => open({ kind: 'new' });
  useNewTaskParam(add);
  const icon = <IconPlus aria-hidden="true" />;
  const action = (
    <Button icon={icon} onPress={add}>
      <Trans>Add task</Trans>
    </Button>
  );
  return (
    <Screen title={t`Tasks`} action={action}>
      <Stack gap="m">
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
      </Stack>
      <Fab icon={icon} onPress={add}>
        <Trans>Add task</Trans>
      </Fab>
      {sheet}
    </Screen>
  );
}
