import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';
import { ticketFields } from '../../contract/entities/ticket.ts';
import { ticketTypes } from '../../contract/filter-values.ts';
import { ticketTypeLabels } from '../components/ticket/ticket-labels.ts';
import { FormSelectField, FormTextField } from './fields.tsx';
import { choiceField, requiredText } from './schema.ts';

/** Schema of the fields that every new ticket has. */
export const ticketShape = {
  type: choiceField(ticketFields.type),
  subject: requiredText(ticketFields.subject),
  body: requiredText(ticketFields.body),
};

export interface TopicFieldsProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  type: FieldPathByValue<Values, string>;
  subject: FieldPathByValue<Values, string>;
}

/** The fields for the topic of a ticket: its type and its subject. */
export function TopicFields<Values extends FieldValues, Output>({
  control,
  type,
  subject,
}: TopicFieldsProps<Values, Output>): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <FormSelectField
        control={control}
        name={type}
        isRequired
        label={t`What is it about?`}
        placeholder={t`Choose`}
        options={ticketTypes.map((value) => ({ value, label: t(ticketTypeLabels[value]) }))}
      />
      <FormTextField
        control={control}
        name={subject}
        isRequired
        label={t`Subject`}
        description={t`In a few words`}
        autoComplete="off"
      />
    </>
  );
}
