import { Id } from '../../contract/fields.ts';
import { openDeviceDb, type DeviceDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue, savedDeviceValue } from '../../src/db/schema/device.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { send, type RequestOptions } from './http.ts';

/** Timeout of a report in the background. It can be short because the next attempt follows soon. */
const REPORT_TIMEOUT_MS = 8_000;

/** Returns the session id in an access token. This id allows nothing but ending the session. */
export function sessionIdOf(token: string | null | undefined): string | undefined {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(payload)) as { fam?: unknown };
    return Id.safeParse(claims.fam).data;
  } catch {
    return undefined;
  }
}

/**
 * Reports a pending logout to the server. Returns true if no logout is pending any more; if the server does not
 * respond, the logout stays pending. By default the request neither sends nor accepts cookies, so that a late response
 * cannot delete the cookies of the next login.
 */
export async function sendPendingLogout(
  ports: Ports,
  device: DeviceDb,
  request: Pick<RequestOptions, 'cookies' | 'timeout_ms'> = {},
): Promise<boolean> {
  const pending = await savedDeviceValue(device, 'pending_logout');
  if (!pending) return true;
  const { session } = pending;
  const sessionOptions = session === undefined ? {} : { body: { session }, cookies: false };
  const result = await send(ports, 'own.logout', { timeout_ms: REPORT_TIMEOUT_MS, ...sessionOptions, ...request });
  const isReceived =
    result.kind === 'reply' || (result.kind === 'refused' && result.status < 500 && result.status !== 429);
  if (!isReceived) return false;
  await device.transaction('rw', device.values, async () => {
    // Another user may have logged in and out since.
    const current = await savedDeviceValue(device, 'pending_logout');
    if (current?.session === session) await saveDeviceValue(device, 'pending_logout', null);
  });
  return true;
}

/** Outcome of reporting a pending logout; `none` means that none was pending. */
export type LogoutReport = 'none' | 'reported' | 'unreported';

/** Reports a pending logout, if there is one. A different user may already be logged in. */
export async function reportLogout(ports: Ports): Promise<LogoutReport> {
  const device = openDeviceDb(ports);
  try {
    if (!(await savedDeviceValue(device, 'pending_logout'))) return 'none';
    return (await sendPendingLogout(ports, device)) ? 'reported' : 'unreported';
  } finally {
    device.close();
  }
}
