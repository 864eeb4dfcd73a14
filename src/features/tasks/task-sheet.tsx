import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, Suspense } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { createTask, editTask } from './actions.ts';
import { deleteTaskDraft, draftOf, emptyDraft, fieldsOf, savedTaskDraft, type TaskDraft } from './draft.ts';

const TaskForm = lazy(async () => ({ default: (await import('./task-form.tsx')).TaskForm }));
const FORM = 'task-form';

/** The sheet that creates or edits a task. Closing it keeps the draft. */
export function TaskSheet({ task, onClose }: { task: Task | null; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const showSavedToast = useSavedToast();
  const [initialForm, reset] = useInitialValues(
    (round) => initialFormOf(store.db, task, round),
    () => deleteTaskDraft(store.db, task?.id ?? null),
  );
  const save = (draft: TaskDraft): Promise<string | null> =>
    task ? editTask(store, task, fieldsOf(draft)) : createTask(store, fieldsOf(draft));
  const handleSaved = (op_id: string | null): void => {
    onClose();
    if (op_id) showSavedToast(op_id, task ? t`Changes saved` : t`Task created`);
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={false}
      title={task ? <Trans>Edit task</Trans> : <Trans>New task</Trans>}
      footer={
        <Button type="submit" form={FORM} isDisabled={!initialForm}>
          {task ? <Trans>Save task</Trans> : <Trans>Add task</Trans>}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton leading="none" />}>
        {initialForm && (
          <TaskForm
            key={initialForm.round}
            id={FORM}
            task={task}
            {...initialForm.values}
            onSave={save}
            onSaved={handleSaved}
            onReset={reset}
          />
        )}
      </Suspense>
    </Sheet>
  );
}

interface InitialForm {
  /** Number of resets of the form. It is used as a React key, so that a reset renders a new form. */
  round: number;
  values: { initial: TaskDraft; isRestored: boolean };
}

/** Returns the stored draft or, without one, the current values of the task. */
async function initialFormOf(db: PhoneDb, task: Task | null, round: number): Promise<InitialForm> {
  const savedDraft = round > 0 ? null : await savedTaskDraft(db, task?.id ?? null);
  const initial = savedDraft ?? (task ? draftOf(task) : emptyDraft);
  return { round, values: { initial, isRestored: savedDraft !== null } };
}
