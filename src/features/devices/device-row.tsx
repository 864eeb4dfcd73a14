import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { Device } from '../../../contract/sync.ts';
import { lastSeenAt } from '../../db/queries/employees.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/list.tsx';
import styles from './devices.module.css';

export interface DeviceRowProps {
  device: Device;
  isThisDevice: boolean;
  now: number;
  /** Logs the device out; null while that is not possible. */
  onRevoke: (() => void) | null;
}

/** Shows how many changes the device had not sent when it was last seen. */
function Pending({ device, pending, now }: { device: Device; pending: number; now: number }): ReactElement {
  const { oldest_pending_at } = device;
  if (pending === 0) return <Trans>Everything is sent</Trans>;
  const oldest = oldest_pending_at && formatRecent(oldest_pending_at, now);
  return (
    <>
      <Plural value={pending} one="# not sent yet" other="# not sent yet" />
      {oldest && <Trans>, oldest {oldest}</Trans>}
    </>
  );
}

function DeviceDetails({ device, now }: { device: Device; now: number }): ReactElement {
  const { app_version, revoked_at } = device;
  const lastContact = lastSeenAt([device]);
  const seenAt = lastContact && formatRecent(lastContact, now);
  const endedAt = revoked_at && formatRecent(revoked_at, now);
  return (
    <div className={styles.details}>
      <span>{seenAt ? <Trans>Last seen {seenAt}</Trans> : <Trans>Not seen yet</Trans>}</span>
      {app_version !== null && (
        <span>
          <Trans>Version {app_version}</Trans>
        </span>
      )}
      {device.pending !== null && (
        <span>
          <Pending device={device} now={now} pending={device.pending} />
        </span>
      )}
      {endedAt && (
        <span>
          <Trans>Logged out {endedAt}</Trans>
        </span>
      )}
    </div>
  );
}

/** One device or browser of the user. */
export function DeviceRow({ device, isThisDevice, now, onRevoke }: DeviceRowProps): ReactElement {
  const { t } = useLingui();
  const name = device.name ?? t`Unnamed device`;
  const isEnded = device.revoked_at !== null;
  const badge: ReactNode = isThisDevice ? (
    <Badge tone="ok">
      <Trans>This device</Trans>
    </Badge>
  ) : null;
  const meta = (
    <div className={styles.meta}>
      <DeviceDetails device={device} now={now} />
      {!isThisDevice && !isEnded && (
        <Button
          small
          variant="ghost"
          isDisabled={onRevoke === null}
          aria-label={t`Log out device: ${name}`}
          writes
          onPress={onRevoke ?? undefined}
        >
          <Trans>Log out device</Trans>
        </Button>
      )}
    </div>
  );
  return <Row leading={<IconDeviceMobile aria-hidden="true" />} title={name} wrapTitle badge={badge} meta={meta} />;
}
