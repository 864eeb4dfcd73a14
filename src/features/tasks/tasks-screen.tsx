import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useEffect, useEffectEvent, type ReactElement } from 'react';
import { personName } from '../../components/person/person-labels.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useShortcuts } from '../../hooks/shortcuts.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { Fab } from '../../ui/layout.tsx';
import { TwoPane } from '../../ui/two-pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { emptyDraft, saveTaskDraft, savedTaskDraft } from './draft.ts';
import { useDefaultTitle } from './form-labels.ts';
import { TaskList } from './task-list.tsx';
import { useTaskSheets } from './use-sheets.tsx';
import { savedPerson } from '../../db/queries/people.ts';

const route = getRouteApi('/_member/_staff/tasks');

const Calendar = lazy(async () => ({ default: (await import('./calendar/calendar-view.tsx')).CalendarView }));

/** Chips that switch between the tasks by group and by time; the choice is stored in the URL. */
function ViewChips(): ReactElement {
  const { t } = useLingui();
  const { view, day, staff, types, done } = route.useSearch();
  const kept = { day, staff, types, done };
  const navigate = route.useNavigate();
  const isDesk = useMediaQuery('(min-width: 1024px)');
  const show = (next: 'day' | 'week' | undefined): void => void navigate({ search: { view: next, ...kept } });
  useShortcuts('screen', [
    { keys: ['1'], label: t`List`, run: () => show(undefined) },
    { keys: ['2'], label: t`Day`, run: () => show('day') },
    ...(isDesk ? [{ keys: ['3'], label: t`Week`, run: () => show('week') }] : []),
  ]);
  // On a phone, the week view shows one day at a time.
  const isDay = view === 'day' || (view === 'week' && !isDesk);
  return (
    <ChipLinks aria-label={t`View`}>
      <ChipLink to="/tasks" isCurrent={view === undefined}>{t`List`}</ChipLink>
      <ChipLink to="/tasks" search={{ view: 'day', ...kept }} isCurrent={isDay}>{t`Day`}</ChipLink>
      {isDesk && (
        <ChipLink to="/tasks" search={{ view: 'week', ...kept }} isCurrent={view === 'week'}>{t`Week`}</ChipLink>
      )}
    </ChipLinks>
  );
}

/**
 * Opens the form of a new task when the screen opens: for the person in `?with=` or, with `?add=task`, without a
 * person.
 */
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

/** /tasks: the lists of today's, future and completed tasks, or the calendar. */
export function TasksScreen(): ReactElement {
  const { t } = useLingui();
  const { group = 'today', view, day } = route.useSearch();
  const isCalendar = view !== undefined;
  const sheets = useTaskSheets();
  const { open, sheet } = sheets;
  const add = (): void => open({ kind: 'new' });
  useNewTaskParam(add);
  const icon = <IconPlus aria-hidden="true" />;
  const action = (
    <Button icon={icon} writes onPress={add}>
      <Trans>Add task</Trans>
    </Button>
  );
  return (
    <Screen title={t`Tasks`} action={action}>
      <Stack gap="m">
        <ViewChips />
        {isCalendar ? (
          <Suspense fallback={<Skeleton />}>
            <Calendar sheets={sheets} />
          </Suspense>
        ) : (
          <TwoPane
            list={<TaskList key={group} group={group} day={group === 'completed' ? day : undefined} onAdd={add} />}
            detail={null}
            placeholder={
              <EmptyState>
                <Trans>Choose a task to see it here.</Trans>
              </EmptyState>
            }
          />
        )}
      </Stack>
      <Fab icon={icon} writes onPress={add}>
        <Trans>Add task</Trans>
      </Fab>
      {sheet}
    </Screen>
  );
}
