import { Trans } from '@lingui/react/macro';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactElement } from 'react';
import { Banner } from '../ui/banner.tsx';

/** Stays for as long as nothing can be kept. */
export function EphemeralStorageBanner(): ReactElement {
  return (
    <Banner
      tone="need"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={<Trans>This browser keeps nothing on this phone</Trans>}
    >
      <Trans>
        The app works while there is a network. What is not sent is lost when this page closes. Leave the private window
        to work offline.
      </Trans>
    </Banner>
  );
}
