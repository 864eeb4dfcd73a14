import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

export interface MissingRecordProps {
  /** The form was opened to put a write right. */
  isResend: boolean;
  /** Says that the row is not here. */
  children: ReactNode;
  /** Where else to go. */
  href: string;
  label: ReactNode;
}

/** In the place of a form that cannot be filled in: the row is not here, or the write is gone. */
export function MissingRecord({ isResend, children, href, label }: MissingRecordProps): ReactElement {
  return (
    <EmptyState
      action={
        <LinkButton href={href} variant="soft">
          {label}
        </LinkButton>
      }
    >
      {isResend ? <Trans>This change is no longer waiting. It was sent or undone.</Trans> : children}
    </EmptyState>
  );
}
