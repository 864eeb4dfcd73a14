import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import type { ReactElement, ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import { FormTextArea } from './fields.tsx';
import { Form } from './form.tsx';
import styles from './message-bar.module.css';
import type { Composer } from './use-composer.ts';

export interface MessageBarProps {
  form: Composer;
  /** Accessible name and placeholder of the field. */
  label: string;
  sendLabel: string;
  /** Whether the field has the focus when it appears. */
  autoFocus?: boolean;
  /** Shown below the field. */
  children?: ReactNode;
}

/**
 * A text field for a message, which grows with its text, with a send button beside it. Ctrl+Enter and Cmd+Enter send.
 */
export function MessageBar({ form, label, sendLabel, autoFocus = false, children }: MessageBarProps): ReactElement {
  return (
    <Form form={form} className={styles.form}>
      <div className={styles.bar}>
        <FormTextArea
          control={form.control}
          name="text"
          aria-label={label}
          placeholder={label}
          oneLine
          autoFocus={autoFocus}
          submit={() => void form.submit()}
        />
        <IconButton type="submit" aria-label={sendLabel} variant="primary">
          <IconArrowUp aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </Form>
  );
}
