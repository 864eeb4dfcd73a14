import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Task } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { z } from '../../../contract/zod.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { FollowUp } from '../../components/task/follow-up.tsx';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { showServerErrors } from '../../forms/server-errors.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useErrorText } from '../../forms/use-form-field.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { cancelTask, rescheduleTask } from './actions.ts';

type StepSheetProps = { task: Task; onClose: () => void };

const FORM = 'task-step-form';

const newStart = z.object({ start_at: z.string().check(z.minLength(1, { error: 'start_required' })) });

/** The sheet that reschedules a task; the task keeps its duration. */
export function RescheduleSheet({ task, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const showSavedToast = useSavedToast();
  const errorTextOf = useErrorText();
  const form = useAppForm({
    schema: newStart,
    initial: { start_at: '' },
    onSubmit: async ({ start_at }) => {
      try {
        showSavedToast(await rescheduleTask(store, task, start_at), t`Changes saved`);
        onClose();
      } catch (refusal) {
        if (!(refusal instanceof Refused) || !refusal.fields?.['start_at']) throw refusal;
        showServerErrors(form, { start_at: refusal.code });
      }
    },
  });
  const { field, fieldState } = useController({ control: form.control, name: 'start_at' });
  const { ref, value, onChange } = field;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Reschedule</Trans>}
      description={task.title}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Reschedule</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM}>
        <FollowUp
          label={t`New start time`}
          isRequired
          value={value}
          ref={ref}
          onChange={onChange}
          errorMessage={errorTextOf(fieldState.error?.message)}
        />
      </Form>
    </Sheet>
  );
}

const reasonSchema = z.object({ reason: z.string() });

/** The sheet that cancels a task with a reason. */
export function CancelSheet({ task, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const form = useAppForm({
    schema: reasonSchema,
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      await cancelTask(store, task, reason);
      onClose();
    },
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={useWatch({ control: form.control, name: 'reason' }) === ''}
      title={<Trans>Cancel this task?</Trans>}
      description={task.title}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            <Trans>Keep task</Trans>
          </Button>
          <Button variant="danger" type="submit" form={FORM} isPending={form.isSaving}>
            <Trans>Cancel task</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={FORM}>
        <FormTextArea control={form.control} name="reason" label={t`Reason (optional)`} maxLength={200} />
      </Form>
    </Sheet>
  );
}
