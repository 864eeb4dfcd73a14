import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController } from 'react-hook-form';
import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { z } from '../../../contract/zod.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Form } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { confirmSlice } from './actions.ts';
import { completeIntervalSchema, WorkedFields } from './worked-fields.tsx';

export type ConfirmSheetProps = { task: Task; slice: WorkSlice; onClose: () => void };

const FORM = 'confirm-form';

const schema = z.object({ worked: completeIntervalSchema });

/** The sheet in which the user confirms the times of a work slice that needs review, so that it counts. */
export function ConfirmSheet({ task, slice, onClose }: ConfirmSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const showSavedToast = useSavedToast();
  // The form field has no seconds, so a time that was not changed keeps its original seconds.
  const withSeconds = (input: string, original: string | null): string =>
    original !== null && toDateTimeInput(original) === input ? original : fromDateTimeInput(input);
  const form = useAppForm({
    schema,
    initial: { worked: { from: toDateTimeInput(slice.from), to: toDateTimeInput(slice.to ?? slice.from) } },
    onSubmit: async ({ worked }) => {
      const times = { from: withSeconds(worked.from, slice.from), to: withSeconds(worked.to, slice.to) };
      try {
        showSavedToast(await confirmSlice(store, task, { slice_id: slice.id, ...times }), t`Time confirmed`);
        onClose();
      } catch (refusal) {
        if (!(refusal instanceof Refused) || refusal.code !== 'slice_invalid') throw refusal;
        form.setError('worked', { type: 'server', message: refusal.code });
      }
    },
  });
  const { field, fieldState } = useController({ control: form.control, name: 'worked' });
  const { ref, value, onChange } = field;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={false}
      title={<Trans>When did you work on this?</Trans>}
      description={t`The clock on this device changed, or this ran too long for one session. It counts once you confirm when you worked.`}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Confirm time</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM}>
        <WorkedFields value={value} onChange={onChange} ref={ref} code={fieldState.error?.message} />
      </Form>
    </Sheet>
  );
}
