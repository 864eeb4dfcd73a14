import { openDeviceDb } from '../src/db/schema/db.ts';
import { savedDevice } from '../src/db/schema/device.ts';
import { outboxCounts } from '../src/db/queries/status.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { OPTIONAL_LIST } from '../src/lib/optional-assets.ts';
import type { Ports } from '../src/lib/ports.ts';
import { reportLogout } from '../workers/sync/pending-logout.ts';
import { openSyncClient } from '../workers/sync/sync-client.ts';

/** The browser may stop a service worker after 30 s: nothing is started after this. */
const LIMIT_MS = 25_000;

let giveUp: (() => void) | null = null;

/** Stops a running sync cycle: the browser waits with an update until the old version is idle. */
export function stopDrain(): void {
  giveUp?.();
}

/**
 * Reports a pending log-out and runs a sync cycle with every tab closed, over `send`; `optional` are the paths of the
 * optional assets. Throws if something still waits, so that the browser retries later.
 */
export async function drain(optional: readonly string[], send: Ports['fetch']): Promise<void> {
  // A service worker does not intercept its own requests.
  const ports = browserPorts(async (url, init) => (url === OPTIONAL_LIST ? Response.json(optional) : send(url, init)));
  if ((await reportLogout(ports)) === 'untold') throw new Error('a log-out is left to report');
  const device = openDeviceDb(ports);
  const user = await savedDevice(device, 'current_user');
  device.close();
  if (!user) return;
  const client = await openSyncClient(ports, user.id);
  try {
    const ended = new Promise<void>((resolve) => {
      giveUp = resolve;
      ports.clock.after(LIMIT_MS, resolve);
    });
    await Promise.race([client.runCycle(), ended]);
    const { to_send, background } = await outboxCounts(client.db);
    if (to_send + background > 0) throw new Error('unsent work is left');
  } finally {
    giveUp = null;
    await client.close();
  }
}
