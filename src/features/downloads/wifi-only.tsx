import { Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { openDeviceDb } from '../../db/db.ts';
import { saveDevice, savedDevice } from '../../db/device.ts';
import { readLine } from '../../lib/network.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { wake } from './actions.ts';

const ports = { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange };

async function isWifiOnly(): Promise<boolean> {
  const device = openDeviceDb(ports);
  return (await savedDevice(device, 'wifi_only').finally(() => device.close())) ?? false;
}

async function setWifiOnly(value: boolean): Promise<void> {
  const device = openDeviceDb(ports);
  await saveDevice(device, 'wifi_only', value).finally(() => device.close());
  if (!value) wake();
}

/** Only where the browser tells Wi-Fi from a mobile network; elsewhere a switch would promise what nobody can keep. */
export function WifiOnly(): ReactElement | null {
  const value = useLiveQuery(isWifiOnly);
  if (!readLine().isKnown || value === undefined) return null;
  return (
    <Checkbox isChecked={value} onChange={(next) => void setWifiOnly(next)}>
      <Trans>Download over Wi-Fi only</Trans>
    </Checkbox>
  );
}
