import { openDeviceDb } from '../src/db/db.ts';
import { savedDevice } from '../src/db/device.ts';
import { outboxCounts } from '../src/db/status.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { openPhone } from '../workers/sync/phone.ts';

/** A service worker may be stopped after 30 s: nothing is begun after this. */
const LIMIT_MS = 25_000;

/**
 * The turn of an open tab, run with every tab closed. Throws when something still waits, so that the browser tries
 * again later.
 */
export async function drain(): Promise<void> {
  const ports = browserPorts((url, init) => fetch(url, init));
  const device = openDeviceDb(ports);
  const user = await savedDevice(device, 'current_user');
  device.close();
  if (!user) return;
  const phone = await openPhone(ports, user.id);
  try {
    await Promise.race([phone.turn(), new Promise<void>((resolve) => void ports.clock.after(LIMIT_MS, resolve))]);
    const { to_send, background } = await outboxCounts(phone.db);
    if (to_send + background > 0) throw new Error('something still waits');
  } finally {
    await phone.close();
  }
}
