import { Trans, useLingui } from '@lingui/react/macro';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { ReactElement } from 'react';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { useIsSlow } from '../../hooks/use-is-slow.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Stack } from '../../ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';

/** Shown while the contact list is loading: at first an empty space, then a skeleton, then a text. */
export function NotSyncedYet(): ReactElement {
  const isSlow = useIsSlow();
  return (
    <Stack gap="s">
      {isSlow && (
        <small role="status">
          <Trans>Loading contacts on this device.</Trans>
        </small>
      )}
      <Skeleton rows={6} />
    </Stack>
  );
}

export function SearchFailed({ onRetry }: { onRetry: () => void }): ReactElement {
  const { t } = useLingui();
  return (
    <ErrorState
      title={t`Search is not responding`}
      safe={t`Your contacts are safe on this device.`}
      action={
        <Button variant="soft" onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}

/** Shown instead of the contact list if no contacts exist or none are synced yet. */
export function NoContacts(): ReactElement {
  const sync = useSyncState();
  const icon = <IconUsers aria-hidden="true" />;
  if (sync && (sync.status.first_fetch !== null || sync.status.last_fetched_at === null)) {
    const isDisconnected = sync.status.connection === 'offline' || sync.status.connection === 'no_answer';
    return (
      <EmptyState icon={icon}>
        {isDisconnected ? (
          <Trans>Contacts haven't synced to this device yet. They will appear when you are online.</Trans>
        ) : (
          <Trans>Syncing contacts to this device.</Trans>
        )}
      </EmptyState>
    );
  }
  const action = (
    <ButtonRow>
      <LinkButton variant="soft" writes to="/contacts/new">
        <Trans>Add contact</Trans>
      </LinkButton>
      <LinkButton variant="ghost" writes to="/contacts/import">
        <Trans>Import</Trans>
      </LinkButton>
    </ButtonRow>
  );
  return (
    <EmptyState icon={icon} action={action}>
      <Trans>People you meet will appear here.</Trans>
    </EmptyState>
  );
}
