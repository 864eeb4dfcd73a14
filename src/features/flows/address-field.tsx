import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormTextField } from '../../forms/fields.tsx';
import type { FieldBinding } from '../../forms/use-form-field.ts';
import styles from './flows.module.css';
import { NameStatus } from './name-status.tsx';
import type { NameCheckState } from './use-name-check.ts';

type AddressFieldProps<Values extends FieldValues, Output> = Pick<
  FieldBinding<Values, Output, string>,
  'control' | 'name'
> & {
  check: NameCheckState;
  description: string;
  isRequired?: boolean;
};

/** The form field for the address of a page, which shows whether the address is free. */
export function AddressField<Values extends FieldValues, Output>({
  control,
  name,
  check,
  description,
  isRequired = false,
}: AddressFieldProps<Values, Output>): ReactElement {
  return (
    <div className={styles.address}>
      <FormTextField
        control={control}
        name={name}
        label={<Trans>Address</Trans>}
        description={description}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        isRequired={isRequired}
      />
      <NameStatus check={check} />
    </div>
  );
}
