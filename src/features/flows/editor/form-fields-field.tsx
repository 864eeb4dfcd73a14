import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController } from 'react-hook-form';
import { formFields, type FormField } from '../../../../contract/landing/values.ts';
import { useErrorText } from '../../../forms/use-form-field.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { formFieldLabels, propLabel } from '../block-labels.ts';
import type { BlockForm } from './use-block-form.ts';

/** Selects the fields of a page's form, which visitors fill in. */
export function FormFieldsField({ form: { control } }: { form: BlockForm }): ReactElement {
  const { t } = useLingui();
  const { field } = useController({ control, name: 'fields' });
  const errorText = useErrorText();
  const chosen = field.value;
  const isUnreachable = !chosen.includes('phone') && !chosen.includes('email');
  const toggle = (name: FormField, isChosen: boolean): void =>
    field.onChange(formFields.filter((other) => (other === name ? isChosen : chosen.includes(other))));
  return (
    <FieldGroup
      label={t(propLabel('fields'))}
      isNamed
      errorMessage={isUnreachable ? errorText('phone_or_email') : undefined}
    >
      {formFields.map((name) => (
        <Checkbox key={name} isChecked={chosen.includes(name)} onChange={(isChosen) => toggle(name, isChosen)}>
          {t(formFieldLabels[name])}
        </Checkbox>
      ))}
      <small>
        <Trans>Visitors must give a phone number or an email address.</Trans>
      </small>
    </FieldGroup>
  );
}
