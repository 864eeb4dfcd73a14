import { deletePhoneDb, type DbPorts, type DeviceDb } from './db.ts';
import { saveDevice, savedDevice } from './device.ts';

/** Deletes a person's database whose deletion broke off. To be called at each start, before anybody is shown. */
export async function finishLeaving(ports: DbPorts, device: DeviceDb): Promise<void> {
  const user_id = await savedDevice(device, 'leaving');
  if (!user_id) return;
  await deletePhoneDb(user_id, ports);
  await saveDevice(device, 'leaving', null);
}
