import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestFacts } from '../../handlers.ts';

const PATH = '/api/accounts/login';
const LIVES_S = 365 * 24 * 3600;

/** Marks devices on which an account has been open, for the delays at the log-in. It grants nothing else. */
export interface DeviceCookies {
  /** Marks the device. */
  set(request: RequestFacts, user_id: string): void;
  /** The device's random name, or null on one that the account has not used. */
  deviceOf(request: Pick<RequestFacts, 'cookie'>, user_id: string): string | null;
}

/** One cookie per account: several people may use a device. */
const nameOf = (user_id: string) =>
  `__Secure-haversack-device-${createHash('sha256').update(user_id).digest('hex').slice(0, 12)}`;

/** Signs the cookies with a key derived from the installation's secret. */
export function openDeviceCookies(secret: string): DeviceCookies {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'haversack device cookie', 32));
  const sign = (user_id: string, device: string) => createHmac('sha256', key).update(`${user_id} ${device}`).digest();
  const deviceOf: DeviceCookies['deviceOf'] = (request, user_id) => {
    const [device = '', signature = ''] = (request.cookie(nameOf(user_id)) ?? '').split('.');
    const given = Buffer.from(signature, 'base64url');
    const right = sign(user_id, device);
    return given.length === right.length && timingSafeEqual(given, right) ? device : null;
  };
  return {
    deviceOf,
    set: (request, user_id) => {
      const device = deviceOf(request, user_id) ?? randomBytes(16).toString('base64url');
      const value = `${device}.${sign(user_id, device).toString('base64url')}`;
      request.set_cookie(nameOf(user_id), value, LIVES_S, PATH);
    },
  };
}
