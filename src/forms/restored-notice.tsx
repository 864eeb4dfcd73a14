import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** A form that was left: goes on where it stopped, or begins anew. */
export function RestoredNotice({ onAnew: onReset }: { onAnew: () => void }): ReactElement {
  return (
    <Banner
      tone="info"
      title={<Trans>Continue where you left off</Trans>}
      action={
        <Button variant="soft" small onPress={onReset}>
          <Trans>Start over</Trans>
        </Button>
      }
    />
  );
}
