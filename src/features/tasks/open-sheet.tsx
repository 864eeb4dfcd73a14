import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { toast } from '../../ui/toast.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { FinishSheet } from './finish-sheet.tsx';
import { nextTask } from './groups.ts';
import { savedTimeZone, tasksOfToday } from './queries.ts';
import { ReassignSheet } from './reassign-sheet.tsx';
import { CancelSheet, RescheduleSheet } from './step-sheets.tsx';
import { TaskSheet } from './task-sheet.tsx';
import { useTaskActions } from './use-task-actions.tsx';

export type OpenedSheet =
  | { kind: 'new' }
  | { kind: 'edit' | 'finish' | 'reschedule' | 'cancel' | 'reassign'; task: Task }
  | { kind: 'confirm'; task: Task; slice: WorkSlice };

export interface OpenSheetProps {
  sheet: OpenedSheet;
  onClose: () => void;
}

/** Renders the open sheet of a task. This module is loaded when a sheet is first opened. */
export function OpenSheet({ sheet, onClose }: OpenSheetProps): ReactElement {
  const suggest = useSuggestion();
  switch (sheet.kind) {
    case 'new':
      return <TaskSheet task={null} onClose={onClose} />;
    case 'edit':
      return <TaskSheet task={sheet.task} onClose={onClose} />;
    case 'finish':
      return <FinishSheet task={sheet.task} onClose={onClose} onFinished={(op_id) => suggest(sheet.task, op_id)} />;
    case 'reschedule':
      return <RescheduleSheet task={sheet.task} onClose={onClose} />;
    case 'cancel':
      return <CancelSheet task={sheet.task} onClose={onClose} />;
    case 'reassign':
      return <ReassignSheet task={sheet.task} onClose={onClose} />;
    case 'confirm':
      return <ConfirmSheet task={sheet.task} slice={sheet.slice} onClose={onClose} />;
  }
}

/**
 * Returns a function to call after a task is finished. It offers to start the next task; without one, it shows whether
 * the server has the result.
 */
function useSuggestion(): (finished: Task, op_id: string) => void {
  const { t } = useLingui();
  const store = useStore();
  const actions = useTaskActions();
  const showSavedToast = useSavedToast();
  return (finished, op_id) => {
    const suggest = async (): Promise<void> => {
      const now = store.now();
      const tasks = await tasksOfToday(store.db, now, await savedTimeZone(store.db, store.actor.user_id));
      const next = tasks.some((task) => task.state === 'in_progress') ? undefined : nextTask(tasks, now, finished.id);
      const title = next?.title;
      if (next) {
        toast(t`Next: ${title}`, { action: { label: t`Start next`, onPress: () => actions.start(next) } });
        return;
      }
      const local = t`Finished on this device. Will be sent.`;
      showSavedToast(op_id, t`Finished`, () => actions.reopen(finished), { local, canUndoSent: true });
    };
    void suggest();
  };
}
