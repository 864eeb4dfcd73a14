import { Id } from '../../contract/fields.ts';
import { openDeviceDb, type DeviceDb } from '../../src/db/schema/db.ts';
import { saveDevice, savedDevice } from '../../src/db/schema/device.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type Request } from './http.ts';

/** A report that nobody waits for; the next one follows soon. */
const REPORT_TIMEOUT_MS = 8_000;

/** The id of the session of an access token. It ends the session and allows nothing else. */
export function sessionOf(token: string | null | undefined): string | undefined {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(payload)) as { fam?: unknown };
    return Id.safeParse(claims.fam).data;
  } catch {
    return undefined;
  }
}

/**
 * Reports a pending logout to the server; it stays pending if there is no answer. Returns whether none is left. By
 * default it needs no cookie and touches none, so that a late reply cannot delete those of the next login.
 */
export async function sendPendingLogout(
  ports: Ports,
  device: DeviceDb,
  request: Pick<Request, 'cookies' | 'timeout_ms'> = {},
): Promise<boolean> {
  const pending = await savedDevice(device, 'pending_logout');
  if (!pending) return true;
  const { session } = pending;
  const named = session === undefined ? {} : { body: { session }, cookies: false };
  const result = await send(ports, 'own.logout', { timeout_ms: REPORT_TIMEOUT_MS, ...named, ...request });
  const isHeard =
    result.kind === 'reply' || (result.kind === 'refused' && result.status < 500 && result.status !== 429);
  if (!isHeard) return false;
  await device.transaction('rw', device.values, async () => {
    // The next person may have logged in and out meanwhile.
    const current = await savedDevice(device, 'pending_logout');
    if (current?.session === session) await saveDevice(device, 'pending_logout', null);
  });
  return true;
}

/** What became of a pending logout. */
export type LogoutReport = 'none' | 'told' | 'untold';

/** Reports a pending logout, if there is one; another person may be logged in. */
export async function reportLogout(ports: Ports): Promise<LogoutReport> {
  const device = openDeviceDb(ports);
  try {
    if (!(await savedDevice(device, 'pending_logout'))) return 'none';
    return (await sendPendingLogout(ports, device)) ? 'told' : 'untold';
  } finally {
    device.close();
  }
}
