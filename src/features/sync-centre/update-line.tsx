import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useUpdateReady } from './use-update.ts';
import { Banner } from '../../ui/banner.tsx';
import { UpdateButton } from './update-button.tsx';

/** Shown if a new version of the app is waiting to be activated. */
export function UpdateLine(): ReactElement | null {
  if (!useUpdateReady()) return null;
  const action = (
    <UpdateButton>
      <Trans>Update now</Trans>
    </UpdateButton>
  );
  return (
    <Banner title={<Trans>Update ready</Trans>} action={action}>
      <Trans>The app will reload. Your work is saved.</Trans>
    </Banner>
  );
}
