import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSyncState } from '../hooks/sync-context.tsx';
import { UpdateButton } from '../features/sync-centre/update-button.tsx';
import { Banner } from '../ui/banner.tsx';
import { LimitsNotice } from './limits-notice.tsx';

/**
 * A notice above every screen. It explains why nothing is being sent or, if changes are being sent, what the server
 * lacks.
 */
export function GateNotice(): ReactNode {
  const gates = useSyncState()?.status.gates;
  if (gates?.blocked) {
    return (
      <Banner tone="need" title={<Trans>Your access is blocked</Trans>}>
        <Trans>Your changes are saved on this device and will be sent when your access is restored.</Trans>
      </Banner>
    );
  }
  if (!gates?.upgrade) return <LimitsNotice />;
  return (
    <Banner
      tone="wait"
      title={<Trans>This version is too old to send changes</Trans>}
      action={
        <UpdateButton>
          <Trans>Update</Trans>
        </UpdateButton>
      }
    >
      <Trans>Your changes are saved and will be sent after the update.</Trans>
    </Banner>
  );
}
