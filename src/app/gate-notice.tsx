import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { applyUpdate } from '../bridge/update.ts';
import { useSyncState } from '../cards/sync-context.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

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
        <Button small variant="soft" onPress={applyUpdate}>
          <Trans>Update</Trans>
        </Button>
      }
    >
      <Trans>What you wrote is kept and will be sent after the update.</Trans>
    </Banner>
  );
}
