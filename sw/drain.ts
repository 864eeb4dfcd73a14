import { openDeviceDb } from '../src/db/schema/db.ts';
import { savedDeviceValue } from '../src/db/schema/device.ts';
import { countOutbox } from '../src/db/queries/status.ts';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import { OPTIONAL_LIST } from '../src/lib/optional-assets.ts';
import type { Ports } from '../src/lib/ports.ts';
import { withDocumentedApi } from '../workers/sync/api-transport.ts';
import { reportLogout } from '../workers/sync/pending-logout.ts';
import { openSyncClient } from '../workers/sync/sync-client.ts';

/** Time in ms after which a sync cycle is abandoned. The browser may stop a service worker after 30 s. */
const TIMEOUT_MS = 25_000;

let abandonCycle: (() => void) | null = null;

/** Stops the sync cycle of this service worker. The browser activates an update only when the old version is idle. */
export function stopSending(): void {
  abandonCycle?.();
}

/**
 * Reports a pending logout and runs a sync cycle while every tab is closed. Requests go through `send`; `optional`
 * lists the paths of the optional assets. Throws if anything is still unsent, so that the browser retries later.
 */
export async function sendInBackground(optional: readonly string[], send: Ports['fetch']): Promise<void> {
  // A request that a service worker sends does not pass through its own fetch handler, so the list is served here.
  const ports = withDocumentedApi(
    createBrowserPorts(async (url, init) => (url === OPTIONAL_LIST ? Response.json(optional) : send(url, init))),
  );
  if ((await reportLogout(ports)) === 'unreported') throw new Error('a logout is still unreported');
  const device = openDeviceDb(ports);
  const user = await savedDeviceValue(device, 'current_user');
  device.close();
  if (!user) return;
  const client = await openSyncClient(ports, user.id);
  try {
    const abandoned = new Promise<void>((resolve) => {
      abandonCycle = resolve;
      ports.clock.after(TIMEOUT_MS, resolve);
    });
    await Promise.race([client.runCycle(), abandoned]);
    const { to_send, background } = await countOutbox(client.db);
    if (to_send + background > 0) throw new Error('some writes are still unsent');
  } finally {
    abandonCycle = null;
    await client.close();
  }
}
