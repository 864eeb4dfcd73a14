import { Trans } from '@lingui/react/macro';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactElement } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** A banner above the screen, shown if the browser has closed the database and the app could not reopen it. */
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
