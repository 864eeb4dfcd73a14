import { Trans, useLingui } from '@lingui/react/macro';
import { Component, type ReactElement, type ReactNode, useEffect } from 'react';
import { onCodeReachable } from '../bridge/service-worker.ts';
import { log } from '../lib/log.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { ScreenNotLoaded } from './lazy-screen.ts';

const reload = (): void => location.reload();

function ReloadButton(): ReactElement {
  return (
    <Button onPress={reload}>
      <Trans>Reload</Trans>
    </Button>
  );
}

/** One screen failed; the rest of the app goes on. */
export function ErrorScreen({ error }: { error: unknown }): ReactElement {
  const { t } = useLingui();
  useEffect(() => log.warn('a screen failed', error), [error]);
  const notLoaded = error instanceof ScreenNotLoaded;
  useEffect(() => (notLoaded ? onCodeReachable(reload) : undefined), [notLoaded]);
  return (
    <ErrorState
      title={notLoaded ? t`This part of the app could not be loaded` : t`Something went wrong on this screen`}
      safe={notLoaded ? t`Your work is safe. Try again when there is a network.` : t`Your work is safe on this phone.`}
      action={<ReloadButton />}
      details={error instanceof Error ? error.message : undefined}
    />
  );
}

/** Another tab runs a newer app: this one no longer writes. */
export function SupersededScreen(): ReactElement {
  const { t } = useLingui();
  return (
    <ErrorState
      title={t`The app was updated in another tab`}
      safe={t`Your work is safe. Reload to go on here.`}
      action={<ReloadButton />}
    />
  );
}

/** The browser does not give us its storage: nothing can be kept, so nothing is shown that could get lost. */
export function NoStorageScreen({ error }: { error: unknown }): ReactElement {
  const { t } = useLingui();
  return (
    <ErrorState
      title={t`This browser does not open its storage`}
      safe={t`What was saved is still there. Close other tabs or leave the private window, then reload.`}
      action={<ReloadButton />}
      details={error instanceof Error ? error.message : undefined}
    />
  );
}

/** The last net, below which there would be a white page. */
export class LastBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? <ErrorScreen error={this.state.error} /> : this.props.children;
  }
}
