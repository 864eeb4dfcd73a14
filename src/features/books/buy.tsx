import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import type { BookDetails } from '../../db/queries/books.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import styles from './books.module.css';

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1';

/** Returns the URL of the payment page if it is encrypted or, in the demo, on this machine; null otherwise. */
function payable(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url : null;
}

type State = { is: 'idle' | 'asking' | 'offline' | 'failed' } | { is: 'ready'; url: URL };

/** The button that buys a book. Buying needs a connection, and the payment site is named before it is opened. */
export function Buy({ details }: { details: BookDetails }): ReactElement {
  const { t } = useLingui();
  const price = useMoney()(details.book.price_cents);
  const isOffline = useSyncState()?.status.connection === 'offline';
  const [state, setState] = useState<State>({ is: 'idle' });
  const requestPaymentUrl = async (): Promise<void> => {
    setState({ is: 'asking' });
    const result = await sync.book('buy', details.book.id).catch(() => null);
    const url = result?.ok && result.url !== null ? payable(result.url) : null;
    if (url) setState({ is: 'ready', url });
    else setState({ is: result && !result.ok && result.why === 'offline' ? 'offline' : 'failed' });
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
        <Trans>Once paid, the book appears on this device, even if you close that page.</Trans>
      </Banner>
    );
  }
  return (
    <Stack gap="s">
      <Button isPending={state.is === 'asking'} isDisabled={isOffline} onPress={() => void requestPaymentUrl()}>
        {t`Buy for ${price}`}
      </Button>
      {(isOffline || state.is === 'offline') && (
        <p className={styles.details} role="status">
          <Trans>You are offline. Go online to buy this book.</Trans>
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
