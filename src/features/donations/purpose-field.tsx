import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form';
import { donationPurposes } from '../../../contract/values.ts';
import { purposeLabels } from '../../components/donation/donation-labels.ts';
import { FormChipField, FormTextField } from '../../forms/fields.tsx';

interface PurposeFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, string>;
  /** Name of the text field that explains the purpose `other`. */
  textFieldName: FieldPathByValue<Values, string>;
}

/** The fields for the purpose of a donation. The purpose "other" needs a text that explains it. */
export function PurposeField<Values extends FieldValues, Output>({
  control,
  name,
  textFieldName,
}: PurposeFieldProps<Values, Output>): ReactElement {
  const { t } = useLingui();
  const purpose: unknown = useWatch({ control, name });
  return (
    <>
      <FormChipField
        control={control}
        name={name}
        label={t`Purpose`}
        chips={donationPurposes.map((key) => ({ key, label: t(purposeLabels[key]) }))}
      />
      {purpose === 'other' && (
        <FormTextField
          control={control}
          name={textFieldName}
          isRequired
          label={t`What is it for?`}
          autoComplete="off"
        />
      )}
    </>
  );
}
