import { Trans } from '@lingui/react/macro';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactElement } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** Shown when the browser has closed its storage and does not reopen it; the content of the screen stays. */
export function StorageLost(): ReactElement {
  return (
    <Banner
      tone="need"
      role="alert"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={<Trans>The browser closed its storage</Trans>}
      action={
        <Button small onPress={() => location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      }
    >
      <Trans>Saved data is safe. Copy any text you are writing, then reload.</Trans>
    </Banner>
  );
}
