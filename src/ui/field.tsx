import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { type ReactElement, type ReactNode, useId } from 'react';

import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Props of every field. Without a visible `label` an `aria-label` is required. */
export type FieldTexts = {
  label?: ReactNode;
  'aria-label'?: string | undefined;
  description?: ReactNode;
  /** A non-empty message makes the field invalid; undefined or '' makes it valid. */
  errorMessage?: string | undefined;
  /**
   * Whether screen readers announce "required". There is no visible sign, so the labels of optional fields should
   * contain "optional".
   */
  isRequired?: boolean;
  isDisabled?: boolean;
};

/** Attributes that connect a control with its label, description and error message. */
export type ControlProps = {
  id: string;
  className: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
  disabled: boolean;
};

type FieldProps = FieldTexts & {
  id?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** Shows label, description and error around one control and links them by ids. */
export function Field({ id, children, label, description, errorMessage, ...texts }: FieldProps): ReactElement {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const describedBy = [description && `${controlId}-about`, errorMessage && `${controlId}-error`].filter(Boolean);
  const control: ControlProps = {
    id: controlId,
    className: classNames(styles.control),
    disabled: texts.isDisabled ?? false,
    ...(!label && texts['aria-label'] && { 'aria-label': texts['aria-label'] }),
    ...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') }),
    ...(errorMessage && { 'aria-invalid': true as const }),
    ...(texts.isRequired && { 'aria-required': true as const }),
  };
  return (
    <div className={styles.field}>
      {label && (
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
      )}
      {description && (
        <div className={styles.about} id={`${controlId}-about`}>
          {description}
        </div>
      )}
      {children(control)}
      <FieldError id={`${controlId}-error`} message={errorMessage} />
    </div>
  );
}

/** The error message below a control. */
export function FieldError({ id, message }: { id: string; message: string | undefined }): ReactElement | null {
  if (!message) return null;
  return (
    <div className={styles.error} id={id}>
      <IconAlertCircle aria-hidden="true" />
      <span>{message}</span>
    </div>
  );
}
