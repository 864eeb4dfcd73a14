import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { toast } from '../../ui/toast.ts';
import { nextTask } from './groups.ts';
import type { OpenSheetOf } from './open-sheet.tsx';
import { savedZone, tasksOfToday } from './queries.ts';
import { useTaskActions } from './use-task-actions.tsx';

const loadSheet = () => import('./open-sheet.tsx').then(({ OpenSheet }) => ({ default: OpenSheet }));
const LazySheet = lazy(loadSheet);

export interface TaskSheets {
  open: (sheet: OpenSheetOf) => void;
  /** The element to render once in the screen. */
  sheet: ReactElement | null;
}

/** The sheets of a task, of which at most one is open. A sheet keeps the task as it was when the sheet opened. */
export function useTaskSheets(): TaskSheets {
  const [openSheet, setOpenSheet] = useState<OpenSheetOf | null>(null);
  const suggest = useSuggestion();
  const close = (): void => setOpenSheet(null);
  // Loaded early, because the first press must not wait for the network.
  useEffect(() => void loadSheet().catch(() => {}), []);
  const sheet = openSheet && (
    <Suspense>
      <LazySheet sheet={openSheet} onClose={close} onFinished={suggest} />
    </Suspense>
  );
  return { open: setOpenSheet, sheet };
}

/** Returns a function that, after a task is finished, offers to start the next task or says that nothing is left. */
function useSuggestion(): (finished: Task) => void {
  const { t } = useLingui();
  const store = useStore();
  const actions = useTaskActions();
  return (finished) => {
    const suggest = async (): Promise<void> => {
      const now = store.now();
      const tasks = await tasksOfToday(store.db, now, await savedZone(store.db, store.actor.user_id));
      const next = tasks.some((task) => task.state === 'in_progress') ? undefined : nextTask(tasks, now, finished.id);
      const title = next?.title;
      if (next) toast(t`Next: ${title}`, { action: { label: t`Start next`, onPress: () => actions.start(next) } });
      else toast(t`Finished`, { action: { label: t`Undo`, onPress: () => actions.reopen(finished) } });
    };
    void suggest();
  };
}
