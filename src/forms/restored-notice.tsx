import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** Tells the user that a draft was restored, with a button to reset the form. */
export function RestoredNotice({ onReset }: { onReset: () => void }): ReactElement {
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
