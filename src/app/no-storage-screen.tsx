import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { ErrorState } from '../ui/states.tsx';
import { ReloadButton } from './error-screen.tsx';

/** Shown when the database cannot be opened. No other screen is shown, because input could not be saved. */
export function NoStorageScreen({ error }: { error: unknown }): ReactElement {
  const { t } = useLingui();
  return (
    <ErrorState
      title={t`This browser cannot open its storage`}
      safe={t`Saved data is still there. Close other tabs or leave private browsing, then reload.`}
      action={<ReloadButton />}
      details={error instanceof Error ? error.message : undefined}
    />
  );
}
