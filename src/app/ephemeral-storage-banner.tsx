import { Trans } from '@lingui/react/macro';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactElement } from 'react';
import { Banner } from '../ui/banner.tsx';

/** A banner that is always visible if the browser provides no storage. */
export function EphemeralStorageBanner(): ReactElement {
  return (
    <Banner
      tone="need"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={<Trans>This browser cannot keep data on this device</Trans>}
    >
      <Trans>
        The app works only while you are online. Unsent changes are lost when you close this page. Leave private
        browsing to work offline.
      </Trans>
    </Banner>
  );
}
