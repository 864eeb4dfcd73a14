import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactElement, Ref, SelectHTMLAttributes } from 'react';

import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import { texts } from './text-field.tsx';

export type SelectOption = { value: string; label: string; isDisabled?: boolean };

export type SelectFieldProps = FieldTexts &
  Pick<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'autoComplete' | 'onBlur'> & {
    options: readonly SelectOption[];
    /** Text of the empty first option; absent without it. */
    placeholder?: string;
    value: string;
    onChange: (value: string) => void;
    ref?: Ref<HTMLSelectElement> | undefined;
  };

/** The platform's own select, which works best on a phone. */
export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, description, errorMessage, isRequired, isDisabled, id, value, onChange, ...more } = props;
  const { 'aria-label': name, options, placeholder, ...native } = more;
  return (
    <Field {...texts({ label, description, errorMessage, isRequired, isDisabled, 'aria-label': name })} id={id}>
      {(control) => (
        <div className={styles.box}>
          <select {...native} {...control} value={value} onChange={(e) => onChange(e.target.value)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled ?? false}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
