import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSyncState } from '../hooks/sync-context.tsx';
import { UpdateButton } from '../features/sync-centre/update-button.tsx';
import { Banner } from '../ui/banner.tsx';

/** Why nothing is sent, above every screen. */
export function GateNotice(): ReactNode {
  const gates = useSyncState()?.status.gates;
  if (gates?.blocked) {
    return (
      <Banner tone="need" title={<Trans>Your access is blocked</Trans>}>
        <Trans>What you wrote is kept on this phone and will be sent when your access is given back.</Trans>
      </Banner>
    );
  }
  if (!gates?.upgrade) return null;
  return (
    <Banner
      tone="wait"
      title={<Trans>This version of the app is too old to send</Trans>}
      action={
        <UpdateButton>
          <Trans>Update</Trans>
        </UpdateButton>
      }
    >
      <Trans>What you wrote is kept and will be sent after the update.</Trans>
    </Banner>
  );
}
