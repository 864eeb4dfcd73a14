import { type ReactElement, type ReactNode, useId } from 'react';

import { ChipGroup, type ChipGroupProps } from './chips.tsx';
import { FieldError } from './field.tsx';
import styles from './field.module.css';

export type FieldGroupProps = {
  label?: ReactNode;
  errorMessage?: string | undefined;
  /** Exposes the label to assistive technology; unnecessary around a control that has a name itself. */
  isNamed?: boolean;
  children: ReactNode;
};

/** Groups controls under one label or above one error message. */
export function FieldGroup({ label, errorMessage, isNamed = false, children }: FieldGroupProps): ReactElement {
  const id = useId();
  return (
    <div
      className={styles.field}
      data-fault={Boolean(errorMessage)}
      {...(isNamed && { role: 'group', 'aria-labelledby': id })}
    >
      {label && (
        <span className={styles.label} id={id}>
          {label}
        </span>
      )}
      {children}
      <FieldError id={`${id}-error`} message={errorMessage} />
    </div>
  );
}

export type ChipFieldProps = Omit<ChipGroupProps, 'aria-label' | 'wrap'> & {
  label: string;
  errorMessage?: string | undefined;
};

/** Chips under a label. */
export function ChipField({ label, errorMessage, ...chips }: ChipFieldProps): ReactElement {
  return (
    <FieldGroup label={label} errorMessage={errorMessage}>
      <ChipGroup {...chips} aria-label={label} wrap />
    </FieldGroup>
  );
}
