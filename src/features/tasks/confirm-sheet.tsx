import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { Refused } from '../../../contract/errors.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { confirmSlice } from './actions.ts';
import styles from './tasks.module.css';
import { useWriteError } from '../../forms/use-write-error.ts';

export type ConfirmSheetProps = { task: Task; slice: WorkSlice; onClose: () => void };

/** Confirms when the doubtful work was done, which then counts. */
export function ConfirmSheet({ task, slice, onClose }: ConfirmSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const say = useSavedToast();
  const [from, setFrom] = useState(toDateTimeInput(slice.from));
  const [to, setTo] = useState(toDateTimeInput(slice.to ?? slice.from));
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    if (!fromDateTimeInput(from) || !fromDateTimeInput(to)) return setError(t`Please, fill both fields`);
    // Unchanged values keep their seconds.
    const exact = (input: string, kept: string | null): string =>
      kept !== null && toDateTimeInput(kept) === input ? kept : fromDateTimeInput(input);
    try {
      const times = { from: exact(from, slice.from), to: exact(to, slice.to) };
      say(await confirmSlice(store, task, { slice_id: slice.id, ...times }), t`Time confirmed`);
      onClose();
    } catch (refusal) {
      if (refusal instanceof Refused && refusal.code === 'slice_invalid') setError(t`Incorrect time from and time to`);
      else failure(refusal);
    }
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={false}
      title={<Trans>When did you work on this?</Trans>}
      description={t`The clock on this device changed, or this ran too long for one session. It counts once you confirm when you worked.`}
      footer={
        <Button onPress={() => void save()}>
          <Trans>Confirm time</Trans>
        </Button>
      }
    >
      <FieldGroup errorMessage={error}>
        <div className={styles.pair} data-wide="true">
          <DateTimeField label={t`Worked from`} value={from} onChange={setFrom} />
          <DateTimeField label={t`Worked to`} value={to} onChange={setTo} />
        </div>
      </FieldGroup>
    </Sheet>
  );
}
