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
import { draftOf, dropDraft, emptyDraft, fieldsOf, savedDraft, type TaskDraft } from './draft.ts';
import { useFailure } from './use-task-actions.tsx';

const TaskForm = lazy(async () => ({ default: (await import('./task-form.tsx')).TaskForm }));
const FORM = 'task-form';

/** Creates or edits a task. Closing keeps the draft. */
export function TaskSheet({ task, onClose }: { task: Task | null; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useFailure();
  const say = useSavedToast();
  const [begin, startAnew] = useInitialValues(
    (round) => beginning(store.db, task, round),
    () => dropDraft(store.db, task?.id ?? null),
  );
  const save = async (draft: TaskDraft): Promise<boolean> => {
    try {
      const op_id = task ? await editTask(store, task, fieldsOf(draft)) : await createTask(store, fieldsOf(draft));
      await dropDraft(store.db, task?.id ?? null);
      onClose();
      if (op_id) say(op_id, task ? t`Changes saved` : t`Task created`);
      return true;
    } catch (error) {
      failure(error);
      return false;
    }
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={false}
      title={task ? <Trans>Edit task</Trans> : <Trans>New task</Trans>}
      footer={
        <Button type="submit" form={FORM} isDisabled={!begin}>
          {task ? <Trans>Save task</Trans> : <Trans>Add task</Trans>}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton leading="none" />}>
        {begin && (
          <TaskForm key={begin.round} id={FORM} task={task} {...begin.values} onSubmit={save} onAnew={startAnew} />
        )}
      </Suspense>
    </Sheet>
  );
}

interface Beginning {
  /** Incremented to reset the form. */
  round: number;
  values: { initial: TaskDraft; isRestored: boolean };
}

/** The stored draft, or the current task. */
async function beginning(db: PhoneDb, task: Task | null, round: number): Promise<Beginning> {
  const left = round > 0 ? null : await savedDraft(db, task?.id ?? null);
  const initial = left ?? (task ? draftOf(task) : emptyDraft);
  return { round, values: { initial, isRestored: left !== null } };
}
