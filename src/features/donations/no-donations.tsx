import { Trans } from '@lingui/react/macro';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import type { ReactElement } from 'react';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface NoDonationsProps {
  isStaff: boolean;
  isAll: boolean;
}

/** Shown instead of an empty list of donations. */
export function NoDonations({ isStaff, isAll }: NoDonationsProps): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  const icon = <IconCoins aria-hidden="true" />;
  if (!hasSyncedOnce)
    return (
      <EmptyState icon={icon}>
        <Trans>Donations haven't synced to this device yet.</Trans>
      </EmptyState>
    );
  if (!isStaff)
    return (
      <EmptyState
        icon={icon}
        action={
          <LinkButton variant="soft" to="/donate">
            <Trans>Donate</Trans>
          </LinkButton>
        }
      >
        <Trans>You have no donations yet.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState icon={icon}>
      {isAll ? <Trans>No donations yet.</Trans> : <Trans>There are no donations to confirm.</Trans>}
    </EmptyState>
  );
}
