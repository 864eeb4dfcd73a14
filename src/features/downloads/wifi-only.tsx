import { Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { withDevice } from '../../db/schema/with-device.ts';
import { saveDevice, savedDevice } from '../../db/schema/device.ts';
import { readConnection } from '../../lib/connection.ts';
import { Switch } from '../../ui/switch.tsx';
import { wake } from './actions.ts';

const isWifiOnly = (): Promise<boolean> =>
  withDevice(async (device) => (await savedDevice(device, 'wifi_only')) ?? false);

async function setWifiOnly(value: boolean): Promise<void> {
  await withDevice((device) => saveDevice(device, 'wifi_only', value));
  if (!value) wake();
}

/** Rendered only where the browser distinguishes Wi-Fi from mobile data; elsewhere the switch could not be honoured. */
export function WifiOnly(): ReactElement | null {
  const value = useLiveQuery(isWifiOnly);
  if (!readConnection().isKnown || value === undefined) return null;
  return (
    <Switch isOn={value} onChange={(next) => void setWifiOnly(next)}>
      <Trans>Download over Wi-Fi only</Trans>
    </Switch>
  );
}
