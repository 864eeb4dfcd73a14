import { Trans, useLingui } from '@lingui/react/macro';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useState } from 'react';
import type { Device } from '../../../contract/sync.ts';
import { sync } from '../../bridge/sync.ts';
import type { ActionResult } from '../../bridge/results.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { AccountViews } from './account-views.tsx';
import { DeviceRow } from './device-row.tsx';
import { savedDevices } from './queries.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const noAnswer = (): ActionResult => ({ ok: false, why: 'no_answer' });

/** Fetches the list of devices. `why` is the reason why the shown list may be outdated; null if it is current. */
function useDeviceListFetch(): { why: string | null; isFetching: boolean; fetchNow: () => Promise<void> } {
  const { t } = useLingui();
  const [isFetching, setFetching] = useState(true);
  const [done, setDone] = useState<ActionResult | null>(null);
  const fetchNow = async (): Promise<void> => {
    setFetching(true);
    setDone(await sync.fetchPage('devices').catch(noAnswer));
    setFetching(false);
  };
  useEffect(() => void fetchNow(), []);
  const offlineText = t`You are offline. The list may be out of date, and you cannot log out devices now.`;
  const noAnswerText = t`The server is not responding. This is the list from the last sync.`;
  const why = !done || done.ok ? null : done.why === 'offline' ? offlineText : noAnswerText;
  return { why, isFetching, fetchNow };
}

/** /profile/devices: lists the user's devices, and lets the user log out the other devices. */
export function DevicesScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const { why, isFetching, fetchNow } = useDeviceListFetch();
  const [deviceToRevoke, setDeviceToRevoke] = useState<Device | null>(null);
  const devices = useLiveQuery(async () => savedDevices(db, actor.device_id), [db, actor.device_id]);
  const age = devices && formatRecent(devices.fetched_at, now);
  const revoke = async (device: Device): Promise<void> => {
    const done = await sync.revokeDevice(device.device_id).catch(noAnswer);
    setDeviceToRevoke(null);
    if (done.ok) toast(t`Device logged out`, { tone: 'ok' });
    else toast(t`You need to be online for this. Nothing was changed.`, { tone: 'error' });
  };
  const retryButton = (
    <Button variant="soft" isPending={isFetching} onPress={() => void fetchNow()}>
      <Trans>Refresh</Trans>
    </Button>
  );
  return (
    <Screen title={t`Devices`} narrow back={<BackLink to="/profile/settings">{t`Settings`}</BackLink>}>
      <Stack gap="m">
        {age && (
          <p role="status">
            <small>
              <Trans>As of {age}</Trans>
              {why && <>. {why}</>}
            </small>
          </p>
        )}
        {devices && devices.rows.length > 0 && (
          <List aria-label={t`Devices`}>
            {devices.rows.map((device) => (
              <DeviceRow
                key={device.device_id}
                device={device}
                isThisDevice={device.device_id === actor.device_id}
                now={now}
                onRevoke={why === null ? () => setDeviceToRevoke(device) : null}
              />
            ))}
          </List>
        )}
        {devices === null && !isFetching && (
          <EmptyState icon={<IconDeviceMobile />} action={retryButton}>
            <Trans>Your device list hasn't synced to this device yet. You need to be online.</Trans>
          </EmptyState>
        )}
        {!devices && isFetching && <Skeleton rows={3} />}
        {devices && <div>{retryButton}</div>}
        <AccountViews now={now} />
      </Stack>
      <RevokeDialog device={deviceToRevoke} onClose={() => setDeviceToRevoke(null)} onConfirm={revoke} />
    </Screen>
  );
}
