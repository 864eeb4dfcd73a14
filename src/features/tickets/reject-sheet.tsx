import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { rejectReasons } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import { FormRadioCards, FormSelectField, FormTextField } from '../../forms/fields.tsx';
import { Form, RequiredNotice, SubmitButton } from '../../forms/form.tsx';
import { choiceField } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { rejectReasonLabels } from '../../components/ticket/ticket-labels.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { rejectTicket } from './actions.ts';
import styles from './tickets.module.css';

const schema = z
  .object({
    reason: choiceField(z.enum(rejectReasons, { error: 'required' })),
    text: z.string().check(z.trim(), z.maxLength(200, { error: 'too_long' })),
    duplicate_of: z.string(),
  })
  .check(
    z.check<{ reason: string; text: string; duplicate_of: string }>(
      ({ value, issues }) => {
        const report = (path: string): void =>
          void issues.push({ code: 'custom', path: [path], message: 'required', input: value });
        if (value.reason === 'other' && value.text.trim() === '') report('text');
        if (value.reason === 'duplicate' && value.duplicate_of === '') report('duplicate_of');
      },
      { when: () => true },
    ),
  );

export interface RejectSheetProps {
  ticket: StaffTicket;
  /** Other tickets of the same author. This ticket can be a duplicate of one of them. */
  others: readonly StaffTicket[];
  onClose: () => void;
}

/** The sheet that rejects a ticket with a reason, which the author sees. */
export function RejectSheet({ ticket, others, onClose }: RejectSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema,
    initial: { reason: '', text: '', duplicate_of: '' },
    onSubmit: async ({ reason, text, duplicate_of }) => {
      const why = { reason, text, duplicate_of: reason === 'duplicate' ? duplicate_of : null };
      if (await step(() => rejectTicket(store, ticket, why), t`Ticket rejected successfully`)) onClose();
    },
  });
  const { control } = form;
  const reason = useWatch({ control, name: 'reason' });
  const reasons = rejectReasons.filter((reason) => reason !== 'duplicate' || others.length > 0);
  return (
    <Sheet isOpen onClose={onClose} title={t`Reject this ticket?`} closesOnOutsidePress={false}>
      <Form form={form} className={styles.form}>
        <RequiredNotice control={control} title={t`Please, fill all necessary fields`} />
        <FormRadioCards
          control={control}
          name="reason"
          label={t`Why?`}
          description={t`The author will be notified.`}
          options={reasons.map((value) => ({ value, title: t(rejectReasonLabels[value]) }))}
        />
        {reason === 'duplicate' && (
          <FormSelectField
            control={control}
            name="duplicate_of"
            label={t`Which request does it duplicate?`}
            isRequired
            placeholder={t`Choose`}
            options={others.map(({ id, number, subject }) => ({ value: id, label: `${number ?? '—'} · ${subject}` }))}
          />
        )}
        <FormTextField
          control={control}
          name="text"
          label={t`Details`}
          isRequired={reason === 'other'}
          autoComplete="off"
        />
        <SubmitButton form={form} variant="danger" wide>
          {t`Reject ticket`}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}
