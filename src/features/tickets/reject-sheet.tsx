import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { rejectReasons, type RejectReason } from '../../../contract/values.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { rejectReasonLabels } from '../../components/ticket/ticket-labels.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { reject } from './actions.ts';
import styles from './tickets.module.css';

interface Draft {
  reason: RejectReason | '';
  text: string;
  duplicate_of: string;
}

/** Returns the errors the contract would report, as codes. */
function errorsOf({ reason, text, duplicate_of }: Draft): Partial<Record<keyof Draft, string>> {
  return {
    ...(reason === '' && { reason: 'required' }),
    ...(reason === 'other' && text.trim() === '' && { text: 'required' }),
    ...(text.trim().length > 200 && { text: 'too_long' }),
    ...(reason === 'duplicate' && duplicate_of === '' && { duplicate_of: 'required' }),
  };
}

export interface RejectSheetProps {
  ticket: StaffTicket;
  /** Other tickets of the same author, for a duplicate. */
  others: readonly StaffTicket[];
  onClose: () => void;
}

/** Rejects a ticket with a reason the author sees. */
export function RejectSheet({ ticket, others, onClose }: RejectSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [draft, setDraft] = useState<Draft>({ reason: '', text: '', duplicate_of: '' });
  const [isAsked, setAsked] = useState(false);
  const faults = isAsked ? errorsOf(draft) : {};
  const { reason, text, duplicate_of } = draft;
  const set = (change: Partial<Draft>): void => setDraft((known) => ({ ...known, ...change }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (reason === '' || Object.keys(errorsOf(draft)).length > 0) return;
    const why = { reason, text, duplicate_of: reason === 'duplicate' ? duplicate_of : null };
    void step(() => reject(store, ticket, why), t`Ticket rejected successfully`).then((isDone) => isDone && onClose());
  };
  const reasons = rejectReasons.filter((one) => one !== 'duplicate' || others.length > 0);
  const word = (code: string | undefined) => code && { errorMessage: t(errorText(code)) };
  return (
    <Sheet isOpen onClose={onClose} title={t`Reject this ticket?`} closesOutside={false}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {Object.values(faults).includes('required') && (
          <Banner tone="need" role="alert">
            {t`Please, fill all necessary fields`}
          </Banner>
        )}
        <RadioCards
          label={t`Why?`}
          description={t`The author will be notified.`}
          options={reasons.map((value) => ({ value, title: t(rejectReasonLabels[value]) }))}
          value={reason}
          onChange={(value) => set({ reason: value as RejectReason })}
          {...word(faults.reason)}
        />
        {reason === 'duplicate' && (
          <SelectField
            label={t`Which request does it duplicate?`}
            isRequired
            placeholder={t`Choose`}
            options={others.map(({ id, number, subject }) => ({ value: id, label: `${number ?? '—'} · ${subject}` }))}
            value={duplicate_of}
            onChange={(value) => set({ duplicate_of: value })}
            {...word(faults.duplicate_of)}
          />
        )}
        <TextField
          label={t`Details`}
          isRequired={reason === 'other'}
          value={text}
          onChange={(value) => set({ text: value })}
          autoComplete="off"
          {...word(faults.text)}
        />
        <Button type="submit" variant="danger" wide>
          {t`Reject ticket`}
        </Button>
      </form>
    </Sheet>
  );
}
