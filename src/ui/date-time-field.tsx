import type { InputHTMLAttributes, ReactElement, Ref } from 'react';

import { Field, type FieldTexts } from './field.tsx';
import { texts } from './text-field.tsx';

export type DateTimeFieldProps = FieldTexts &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'min' | 'max' | 'step' | 'onBlur'> & {
    type?: 'datetime-local' | 'date' | 'time';
    /** Local time in the input's format: 2026-05-03T14:20. */
    value: string;
    onChange: (value: string) => void;
    ref?: Ref<HTMLInputElement> | undefined;
  };

/** The platform's own date and time picker. */
export function DateTimeField(props: DateTimeFieldProps): ReactElement {
  const { label, description, errorMessage, isRequired, isDisabled, id, value, onChange, ...more } = props;
  const { 'aria-label': name, type = 'datetime-local', ...native } = more;
  return (
    <Field {...texts({ label, description, errorMessage, isRequired, isDisabled, 'aria-label': name })} id={id}>
      {(control) => (
        <input {...native} {...control} type={type} value={value} onChange={(e) => onChange(e.target.value)} />
      )}
    </Field>
  );
}
