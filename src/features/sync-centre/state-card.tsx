import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useApp } from '../../cards/app-context.tsx';
import { pillText } from '../../cards/sync-pill.tsx';
import { type SyncState, useSyncState } from '../../cards/sync-context.tsx';
import { pillState, type SyncStatus } from '../../db/status.ts';
import { formatRecent, formatTime } from '../../lib/dates.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './sync.module.css';

/** Reached past the service worker, so that a captive portal can answer with its page. */
const PORTAL_PROBE = '/api/configs/get_all_configs/';

function LastTimes({
  last_sent_at,
  last_fetched_at,
  now,
}: Pick<SyncStatus, 'last_sent_at' | 'last_fetched_at'> & { now: number }): ReactElement {
  const sent = last_sent_at && formatRecent(last_sent_at, now);
  const fetched = last_fetched_at && formatRecent(last_fetched_at, now);
  if (sent && fetched) {
    return (
      <Trans>
        Last sent {sent}, last fetched {fetched}.
      </Trans>
    );
  }
  return fetched ? <Trans>Last fetched {fetched}.</Trans> : <Trans>Nothing was fetched yet.</Trans>;
}

function Hint({ sync, now }: { sync: SyncState; now: number }): ReactNode {
  const { gates, connection } = sync.status;
  if (gates.blocked) return <Trans>What you wrote is kept and will be sent when your access is given back.</Trans>;
  if (connection === 'portal') {
    return (
      <>
        <Trans>Accept the terms of the Wi-Fi, then come back.</Trans>{' '}
        <TextLink href={PORTAL_PROBE} target="_blank" rel="noopener noreferrer">
          <Trans>Open</Trans>
        </TextLink>
      </>
    );
  }
  if (gates.retry_after <= now) return null;
  const time = formatTime(gates.retry_after);
  return <Trans>The server asked to wait until {time}.</Trans>;
}

/** How sync stands, in words, and the one button that hurries it. */
export function StateCard(): ReactElement | null {
  useLingui();
  const sync = useSyncState();
  const now = useNow('minute');
  const { sendNow } = useApp();
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (!sync) return null;
  const send = async (): Promise<void> => {
    setSending(true);
    setFailed(!(await sendNow().catch(() => false)));
    setSending(false);
  };
  return (
    <Card>
      <div className={styles.state}>
        <p className={styles.words}>{pillText(pillState(sync.status, sync.counts), now)}</p>
        <p className={styles.small}>
          <LastTimes {...sync.status} now={now} /> <Trans>Everything is safe on this phone.</Trans>{' '}
          <Hint sync={sync} now={now} />
        </p>
        <Button
          variant="soft"
          wide
          icon={<IconArrowUp aria-hidden="true" />}
          isPending={isSending}
          onPress={() => void send()}
        >
          <Trans>Send now</Trans>
        </Button>
        {hasFailed && !isSending && (
          <p className={styles.small} role="status">
            <Trans>It did not go through now. It will be tried again by itself.</Trans>
          </p>
        )}
      </div>
    </Card>
  );
}
