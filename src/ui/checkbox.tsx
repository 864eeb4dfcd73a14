import { type ReactElement, type ReactNode, type Ref, useId } from 'react';

import styles from './checkbox.module.css';
import { FieldError } from './field.tsx';

export type CheckboxProps = {
  id?: string;
  children: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A single checkbox with its label. */
export function Checkbox({ id, children, isChecked, onChange, errorMessage, ref }: CheckboxProps): ReactElement {
  const own = useId();
  const controlId = id ?? own;
  return (
    <div>
      <label className={styles.row}>
        <input
          ref={ref}
          id={controlId}
          type="checkbox"
          className={styles.box}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          {...(errorMessage && { 'aria-invalid': true, 'aria-describedby': `${controlId}-error` })}
        />
        <span className={styles.label}>{children}</span>
      </label>
      <FieldError id={`${controlId}-error`} message={errorMessage} />
    </div>
  );
}
