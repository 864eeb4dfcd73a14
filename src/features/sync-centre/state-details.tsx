import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { SyncStatus, UnreadLists } from '../../db/schema/sync-status.ts';
import { formatDateTime, formatRecent, formatTime } from '../../lib/dates.ts';
import { ExternalLink } from '../../ui/button.tsx';
import styles from './sync.module.css';
import { clockText, collectionNames } from './labels.ts';

/** A URL that bypasses the service worker, so that a captive portal can respond with its page. */
const PORTAL_PROBE = '/api/configs/get_all_configs/';

interface Props {
  status: SyncStatus;
  now: number;
}

function StateDetail({ name, children }: { name: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows when this device last sent and fetched changes, and the server's time. */
export function StateDetails({ status, now }: Props): ReactElement {
  // Renders this component again when the language changes.
  useLingui();
  const { last_sent_at, last_fetched_at, server_time, clock_offset_ms } = status;
  const never = <Trans>not yet</Trans>;
  return (
    <dl className={styles.counts}>
      <StateDetail name={<Trans>Last sent</Trans>}>
        {last_sent_at ? formatRecent(last_sent_at, now) : never}
      </StateDetail>
      <StateDetail name={<Trans>Last received</Trans>}>
        {last_fetched_at ? formatRecent(last_fetched_at, now) : never}
      </StateDetail>
      {server_time !== null && (
        <StateDetail name={<Trans>Server time</Trans>}>{formatDateTime(now + clock_offset_ms)}</StateDetail>
      )}
    </dl>
  );
}

/** Warns that the device clock is wrong. */
export function ClockWarning({ status }: Pick<Props, 'status'>): ReactElement | null {
  useLingui();
  const clock = clockText(status.clock_offset_ms);
  if (clock === null) return null;
  return (
    <p className={styles.clock}>
      {clock}. <Trans>Your changes are still sent. Correct the clock when you can.</Trans>
    </p>
  );
}

/** Explains what prevents syncing, and how to resume it. */
export function GateHint({ status, now }: Props): ReactNode {
  const { gates, connection } = status;
  if (gates.blocked) return <Trans>Your changes are saved and will be sent when your access is restored.</Trans>;
  if (gates.auth) return <Trans>Log in again to continue. Your changes are saved and will be sent.</Trans>;
  if (gates.upgrade) return <Trans>This version is out of date. Update to continue. Nothing is lost.</Trans>;
  if (status.locked_fault)
    return <Trans>Changes locked at your last logout could not be opened. They are kept. Contact support.</Trans>;
  if (gates.storage_full) {
    return <Trans>Storage on this device is full. Sending frees space. You can also remove downloads.</Trans>;
  }
  if (connection === 'portal') {
    return (
      <>
        <Trans>Accept the Wi-Fi terms, then come back.</Trans>{' '}
        <ExternalLink href={PORTAL_PROBE}>
          <Trans>Open</Trans>
        </ExternalLink>
      </>
    );
  }
  if (gates.retry_after > now) {
    const time = formatTime(gates.retry_after);
    return <Trans>The server asked us to wait until {time}.</Trans>;
  }
  return status.unread ? <UnreadHint unread={status.unread} /> : null;
}

/** Names the lists that cannot be read from a server that has only the documented calls. */
function UnreadHint({ unread }: { unread: UnreadLists }): ReactNode {
  const { _ } = useLingui();
  const names = unread.lists
    .map(({ entity }) => _(entity === 'me' ? msg`Profile` : collectionNames[entity]))
    .join(', ');
  return <Trans>The server does not return these lists: {names}. It will retry automatically.</Trans>;
}
