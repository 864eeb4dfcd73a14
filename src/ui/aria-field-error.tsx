import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import type { ReactElement } from 'react';
import { FieldError } from 'react-aria-components/FieldError';

import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** The error message of a React Aria field, which the field links to its control. */
export function AriaFieldError({ message }: { message: string | undefined }): ReactElement | null {
  if (!message) return null;
  return (
    <FieldError elementType="div" className={classNames(styles.error)}>
      <IconAlertCircle aria-hidden="true" />
      <span>{message}</span>
    </FieldError>
  );
}
