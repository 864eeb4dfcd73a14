import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactElement, ReactNode, Ref } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';

import { AriaFieldError } from './aria-field-error.tsx';
import styles from './checkbox.module.css';
import { classNames } from './class-names.ts';

export type CheckboxProps = {
  id?: string;
  children: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A single checkbox with its label. */
export function Checkbox({ id, children, isChecked, errorMessage, ref, ...rest }: CheckboxProps): ReactElement {
  return (
    <CheckboxField
      {...rest}
      {...(id && { id })}
      {...(ref && { inputRef: ref })}
      isSelected={isChecked}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
    >
      <CheckboxButton className={classNames(styles.row)}>
        <span className={styles.box}>
          <IconCheck aria-hidden="true" />
        </span>
        <span className={styles.label}>{children}</span>
      </CheckboxButton>
      <AriaFieldError message={errorMessage} />
    </CheckboxField>
  );
}
