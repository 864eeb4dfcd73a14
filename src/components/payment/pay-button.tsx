import { Trans } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { FailureCode } from '../error/error-messages.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import styles from './pay-button.module.css';

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1';

/** Parses the URL of a payment page. Returns null unless it uses https or, for the demo, is on this machine. */
function paymentUrl(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url : null;
}

type State = { is: 'idle' | 'asking' | 'offline' | 'failed' } | { is: 'ready'; url: URL };

export interface PayButtonProps {
  children: ReactNode;
  isDisabled?: boolean;
  wide?: boolean;
  /** Text that is shown below the button while the device is offline. */
  offlineText: ReactNode;
  /** Text shown together with the host of the payment page. */
  note: ReactNode;
  icon?: ReactNode;
  /**
   * Requests a payment from the server and returns the URL of the payment page. Returns null if nothing was requested
   * because a form is invalid.
   */
  request: () => Promise<{ ok: true; url: string | null } | (FailureCode & { ok: false }) | null>;
  /** Called if nothing has to be paid. The server indicates this with a URL of this app. */
  onNothingToPay: () => void;
}

/**
 * A button that leads to a payment page. It needs a connection, and shows the host of the payment page before opening
 * it.
 */
export function PayButton(props: PayButtonProps): ReactElement {
  const { children, isDisabled = false, wide = false, icon, offlineText, note, request, onNothingToPay } = props;
  const isOffline = useSyncState()?.status.connection === 'offline';
  const [state, setState] = useState<State>({ is: 'idle' });
  const requestUrl = async (): Promise<void> => {
    setState({ is: 'asking' });
    const failure = { ok: false, why: 'no_answer' } as const;
    const result = await request().catch(() => failure);
    if (result === null) return setState({ is: 'idle' });
    const url = result.ok && result.url !== null ? paymentUrl(result.url) : null;
    if (url?.origin === location.origin) {
      setState({ is: 'idle' });
      onNothingToPay();
    } else if (url) setState({ is: 'ready', url });
    else setState({ is: !result.ok && result.why === 'offline' ? 'offline' : 'failed' });
  };
  if (state.is === 'ready') {
    const { host, href } = state.url;
    return (
      <Banner
        role="status"
        title={<Trans>You pay at {host}</Trans>}
        action={
          <Button small onPress={() => location.assign(href)}>
            <Trans>Continue to payment</Trans>
          </Button>
        }
      >
        {note}
      </Banner>
    );
  }
  return (
    <Stack gap="s">
      <Button
        wide={wide}
        isPending={state.is === 'asking'}
        isDisabled={isOffline || isDisabled}
        icon={icon}
        onPress={() => void requestUrl()}
      >
        {children}
      </Button>
      {(isOffline || state.is === 'offline') && (
        <p className={styles.details} role="status">
          {offlineText}
        </p>
      )}
      {state.is === 'failed' && (
        <p className={styles.details} role="alert">
          <Trans>Could not open the payment page. You were not charged. Try again later.</Trans>
        </p>
      )}
    </Stack>
  );
}
