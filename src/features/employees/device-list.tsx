import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import type { ReactElement } from 'react';
import type { Device } from '../../../contract/sync.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { List, Row } from '../../ui/list.tsx';
import styles from './employees.module.css';

function DeviceDetails({ device, now }: { device: Device; now: number }): ReactElement {
  const { last_push_at, last_pull_at, app_version, pending, oldest_pending_at } = device;
  const at = (when: string): string => formatRecent(when, now);
  return (
    <div className={styles.details}>
      <span>{last_push_at ? <Trans>Last sent {at(last_push_at)}</Trans> : <Trans>Nothing sent yet</Trans>}</span>
      <span>{last_pull_at ? <Trans>Last full sync {at(last_pull_at)}</Trans> : <Trans>Not synced yet</Trans>}</span>
      {app_version !== null && (
        <span>
          <Trans>Version {app_version}</Trans>
        </span>
      )}
      {pending !== null && pending > 0 && (
        <span>
          <Plural value={pending} one="# not sent yet" other="# not sent yet" />
          {oldest_pending_at && <Trans>, oldest {at(oldest_pending_at)}</Trans>}
        </span>
      )}
    </div>
  );
}

/** The current and past sessions of an employee. */
export function DeviceList({ devices, now }: { devices: readonly Device[]; now: number }): ReactElement {
  const { t } = useLingui();
  if (devices.length === 0)
    return (
      <p className={styles.quiet}>
        <Trans>Not logged in anywhere yet</Trans>
      </p>
    );
  return (
    <List aria-label={t`Devices`}>
      {devices.map((device) => (
        <Row
          key={device.device_id}
          leading={<IconDeviceMobile aria-hidden="true" />}
          title={device.name ?? t`Unnamed device`}
          wrapTitle
          {...(device.revoked_at !== null && {
            badge: <Badge>{t({ message: 'Logged out', context: 'action log' })}</Badge>,
          })}
          meta={<DeviceDetails device={device} now={now} />}
        />
      ))}
    </List>
  );
}
