import { Trans, useLingui } from '@lingui/react/macro';
import { Component, type ReactElement, type ReactNode, useEffect } from 'react';
import { onCodeReachable } from '../bridge/code-reachable.ts';
import { log } from '../lib/log.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { ScreenNotLoaded } from './lazy-screen.ts';

const reload = (): void => location.reload();

/** A button that reloads the page. */
export function ReloadButton(): ReactElement {
  return (
    <Button onPress={reload}>
      <Trans>Reload</Trans>
    </Button>
  );
}

/** Replaces a screen that has thrown an error; the rest of the app keeps running. */
export function ErrorScreen({ error }: { error: unknown }): ReactElement {
  const { t } = useLingui();
  useEffect(() => log.warn('a screen failed', error), [error]);
  const isNotLoaded = error instanceof ScreenNotLoaded;
  useEffect(() => (isNotLoaded ? onCodeReachable(reload) : undefined), [isNotLoaded]);
  return (
    <ErrorState
      title={isNotLoaded ? t`Could not load this part of the app` : t`Something went wrong on this screen`}
      safe={isNotLoaded ? t`Your work is safe. Try again when you are online.` : t`Your work is safe on this device.`}
      action={<ReloadButton />}
      details={error instanceof Error ? error.message : undefined}
    />
  );
}

/** Shown when another tab runs a newer version of the app, because this tab may no longer write. */
export function SupersededScreen(): ReactElement {
  const { t } = useLingui();
  return (
    <ErrorState
      title={t`The app was updated in another tab`}
      safe={t`Your work is safe. Reload to continue.`}
      action={<ReloadButton />}
    />
  );
}

/** The outermost error boundary: without it, an error would leave a blank page. */
export class OutermostErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? <ErrorScreen error={this.state.error} /> : this.props.children;
  }
}
