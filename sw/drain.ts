import { openDeviceDb } from '../src/db/schema/db.ts';
import { savedDevice } from '../src/db/schema/device.ts';
import { outboxCounts } from '../src/db/queries/status.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { OPTIONAL_LIST } from '../src/lib/optional-assets.ts';
import type { Ports } from '../src/lib/ports.ts';
import { openSyncClient } from '../workers/sync/sync-client.ts';

/** A service worker may be stopped after 30 s: nothing is begun after this. */
const LIMIT_MS = 25_000;

let giveUp: (() => void) | null = null;

/** Ends a turn that runs: a version that is to be replaced is waited for until it has nothing to do. */
export function stopDrain(): void {
  giveUp?.();
}

/**
 * The turn of an open tab, run with every tab closed over `send`; `late` are the app's late files. Throws when something
 * still waits, so that the browser tries again later.
 */
export async function drain(late: readonly string[], send: Ports['fetch']): Promise<void> {
  // A service worker does not answer its own requests.
  const ports = browserPorts(async (url, init) => (url === OPTIONAL_LIST ? Response.json(late) : send(url, init)));
  const device = openDeviceDb(ports);
  const user = await savedDevice(device, 'current_user');
  device.close();
  if (!user) return;
  const phone = await openSyncClient(ports, user.id);
  try {
    const ended = new Promise<void>((resolve) => {
      giveUp = resolve;
      ports.clock.after(LIMIT_MS, resolve);
    });
    await Promise.race([phone.runCycle(), ended]);
    const { to_send, background } = await outboxCounts(phone.db);
    if (to_send + background > 0) throw new Error('something still waits');
  } finally {
    giveUp = null;
    await phone.close();
  }
}
