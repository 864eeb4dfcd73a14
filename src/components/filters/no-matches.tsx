import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface NoMatchesProps {
  icon?: ReactNode;
  onClear: () => void;
  /** Text that names what was searched. */
  children?: ReactNode;
}

/** Shown instead of a list or table in which no row matches the filters. */
export function NoMatches({ icon, onClear, children }: NoMatchesProps): ReactElement {
  return (
    <EmptyState
      icon={icon}
      action={
        <Button variant="soft" onPress={onClear}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    >
      {children ?? <Trans>No matches.</Trans>}
    </EmptyState>
  );
}
