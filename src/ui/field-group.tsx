import { type ReactElement, type ReactNode, useId } from 'react';

import { ChipGroup, type ChipGroupProps } from './chips.tsx';
import { FieldError } from './field.tsx';
import styles from './field.module.css';

export type FieldGroupProps = {
  label?: ReactNode;
  errorMessage?: string | undefined;
  /**
   * Whether screen readers announce the label as the name of the group. Not needed around a single control that has its
   * own name.
   */
  isNamed?: boolean;
  children: ReactNode;
};

/** Groups several controls, with one label above and one error message below. */
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

/** A group of chips with a label and an error message. */
export function ChipField({ label, errorMessage, ...chips }: ChipFieldProps): ReactElement {
  return (
    <FieldGroup label={label} errorMessage={errorMessage}>
      <ChipGroup {...chips} aria-label={label} wrap />
    </FieldGroup>
  );
}
