import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { cancelTask, rescheduleTask } from './actions.ts';
import { StartPicker, useLaterChoices } from './start-picker.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';

type StepSheetProps = { task: Task; onClose: () => void };

/** Reschedules a task and keeps its duration. */
export function RescheduleSheet({ task, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const say = useSavedToast();
  const choices = useLaterChoices();
  const [start_at, setStart] = useState('');
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    if (start_at === '') return setError(t(errorText('start_required')));
    try {
      say(await rescheduleTask(store, task, start_at), t`Changes saved`);
      onClose();
    } catch (refusal) {
      if (refusal instanceof Refused && refusal.fields?.['start_at']) setError(t(errorText(refusal.code)));
      else failure(refusal);
    }
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Reschedule</Trans>}
      description={task.title}
      footer={
        <Button onPress={() => void save()}>
          <Trans>Reschedule</Trans>
        </Button>
      }
    >
      <StartPicker
        label={<Trans>New start time</Trans>}
        name={t`New start time`}
        choices={choices}
        value={start_at}
        onChange={(value) => {
          setError(undefined);
          setStart(value);
        }}
        errorMessage={error}
      />
    </Sheet>
  );
}

/** Cancels a task with a reason. */
export function CancelSheet({ task, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const [reason, setReason] = useState('');
  const save = async (): Promise<void> => {
    try {
      await cancelTask(store, task, reason);
      onClose();
    } catch (refusal) {
      failure(refusal);
    }
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={reason === ''}
      title={<Trans>Cancel this task?</Trans>}
      description={task.title}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            <Trans>Keep task</Trans>
          </Button>
          <Button variant="danger" onPress={() => void save()}>
            <Trans>Cancel task</Trans>
          </Button>
        </>
      }
    >
      <TextArea label={t`Reason (optional)`} maxLength={200} value={reason} onChange={setReason} />
    </Sheet>
  );
}
