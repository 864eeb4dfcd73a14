import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { EmptyState } from '../../ui/states.tsx';

export interface MissingRecordProps {
  /** Whether the form was opened to correct a rejected write. */
  isResend: boolean;
  /** Text that explains that the record is missing. */
  children: ReactNode;
  /** A link to continue with. */
  action: ReactNode;
}

/** Shown instead of a form if the record to edit, or the write to correct, no longer exists. */
export function MissingRecord({ isResend, children, action }: MissingRecordProps): ReactElement {
  return (
    <EmptyState action={action}>
      {isResend ? <Trans>This change is no longer waiting. It was sent or undone.</Trans> : children}
    </EmptyState>
  );
}
