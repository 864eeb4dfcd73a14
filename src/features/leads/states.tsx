import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface NoRowsProps {
  icon: ReactNode;
  /** Whether leads exist that the filters hide. */
  isFiltered: boolean;
  onClear: () => void;
  action?: ReactNode;
  /** Text shown if there are no leads at all. */
  children: ReactNode;
}

/** Shown instead of an empty list of leads: all are hidden by filters, none are synced yet, or none exist. */
export function NoLeads({ icon, isFiltered, onClear, action, children }: NoRowsProps): ReactElement {
  const sync = useSyncState();
  if (isFiltered)
    return (
      <NoMatches icon={icon} onClear={onClear}>
        <Trans>No leads match these filters.</Trans>
      </NoMatches>
    );
  if (sync && (sync.status.first_fetch !== null || sync.status.last_fetched_at === null)) {
    const isDisconnected = sync.status.connection === 'offline' || sync.status.connection === 'no_answer';
    return (
      <EmptyState icon={icon}>
        {isDisconnected ? (
          <Trans>Leads haven't synced to this device yet. They will appear when you are online.</Trans>
        ) : (
          <Trans>Syncing leads to this device.</Trans>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} action={action}>
      {children}
    </EmptyState>
  );
}
