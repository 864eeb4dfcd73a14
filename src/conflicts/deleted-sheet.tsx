import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { formatRecent } from '../lib/dates.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { toast } from '../ui/toast.ts';
import { useNow } from '../ui/use-now.ts';
import { FieldValues } from './merged-fields.tsx';
import { deletionOf } from './conflict-model.ts';
import { useConflictTitle } from './conflict-labels.ts';
import { labelledFields } from '../components/field/field-labels.ts';
import { useWriteError } from '../forms/use-write-error.ts';
import { isRestorable, type Entry } from '../db/outbox/entry.ts';
import { useStore } from '../hooks/store-context.tsx';

/**
 * Props of the sheet for a record that was edited here and deleted by a different user. The user can restore the record
 * with the edit, or discard the edit.
 */
export interface ConflictSheetProps {
  entry: Entry;
  onClose: () => void;
}

export function DeletedSheet({ entry, onClose }: ConflictSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const titleOf = useConflictTitle();
  const toastError = useWriteError();
  const now = useNow('minute');
  const [isPending, setPending] = useState(false);
  const step = (run: () => Promise<unknown>, confirmation: string, tone: 'wait' | 'neutral') => (): void => {
    setPending(true);
    const done = async (): Promise<void> => {
      await run();
      toast(confirmation, { tone });
      onClose();
    };
    void done()
      .catch(toastError)
      .finally(() => setPending(false));
  };
  const restore = step(() => store.restore(entry.op_id), t`Saved on this device. Will be sent.`, 'wait');
  const discard = step(() => store.discard(entry.op_id), t`Your change was discarded`, 'neutral');
  const { at = null } = deletionOf(entry) ?? {};
  const deleted = at === null ? null : formatRecent(at, now);
  const fields = labelledFields(entry.entity, entry.args);
  const footer = (
    <>
      <Button variant="ghost" isDisabled={isPending} onPress={discard}>
        <Trans>Discard my change</Trans>
      </Button>
      {isRestorable(entry) && (
        <Button isPending={isPending} onPress={restore}>
          <Trans>Restore my version</Trans>
        </Button>
      )}
    </>
  );
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={titleOf(entry)}
      description={deleted && <Trans>Deleted {deleted}</Trans>}
      footer={footer}
    >
      {fields.length > 0 && (
        <section aria-label={t`Your change`}>
          <FieldValues entry={entry} fields={fields} />
        </section>
      )}
    </Sheet>
  );
}
