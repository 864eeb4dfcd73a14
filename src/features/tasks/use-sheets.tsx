import { useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useStore } from '../../cards/store-context.tsx';
import { toast } from '../../ui/toast.ts';
import { FinishSheet } from './finish-sheet.tsx';
import { nextTask } from './groups.ts';
import { savedZone, tasksOfToday } from './queries.ts';
import { CancelSheet, RescheduleSheet } from './step-sheets.tsx';
import { TaskSheet } from './task-sheet.tsx';
import { useTaskVerbs } from './use-verbs.tsx';

type Open = { kind: 'new' } | { kind: 'edit' | 'finish' | 'reschedule' | 'cancel'; task: Task };

export interface TaskSheets {
  open: (sheet: Open) => void;
  /** To be put into the screen once. */
  sheet: ReactElement | null;
}

/** The sheets of a task; one is open at most. It holds the task as it was when the sheet was opened. */
export function useTaskSheets(): TaskSheets {
  const [shown, setShown] = useState<Open | null>(null);
  const suggest = useSuggestion();
  const close = (): void => setShown(null);
  const sheet = (): ReactElement | null => {
    switch (shown?.kind) {
      case 'new':
        return <TaskSheet task={null} onClose={close} />;
      case 'edit':
        return <TaskSheet task={shown.task} onClose={close} />;
      case 'finish':
        return <FinishSheet task={shown.task} onClose={close} onFinished={() => suggest(shown.task)} />;
      case 'reschedule':
        return <RescheduleSheet task={shown.task} onClose={close} />;
      case 'cancel':
        return <CancelSheet task={shown.task} onClose={close} />;
      case undefined:
        return null;
    }
  };
  return { open: setShown, sheet: sheet() };
}

/** After a finish: the next task with its button, or a word that the day is done. */
function useSuggestion(): (finished: Task) => void {
  const { t } = useLingui();
  const store = useStore();
  const verbs = useTaskVerbs();
  return (finished) => {
    const say = async (): Promise<void> => {
      const now = store.now();
      const tasks = await tasksOfToday(store.db, now, await savedZone(store.db, store.actor.user_id));
      const next = tasks.some((task) => task.state === 'in_progress') ? undefined : nextTask(tasks, now, finished.id);
      const title = next?.title;
      if (next) toast(t`Next: ${title}`, { action: { label: t`Start next`, onPress: () => verbs.start(next) } });
      else toast(t`Finished`, { action: { label: t`Undo`, onPress: () => verbs.reopen(finished) } });
    };
    void say();
  };
}
