import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestFacts } from '../../handlers.ts';

const PATH = '/api/accounts/login';
const LIFETIME_S = 365 * 24 * 3600;

/**
 * Cookies that mark the devices on which an account has been logged in. They affect only the login delays and grant
 * nothing else.
 */
export interface DeviceCookies {
  /** Marks the device as used by the account. */
  set(request: RequestFacts, user_id: string): void;
  /** Returns the random id of the device, or null if the account has not used the device. */
  deviceOf(request: Pick<RequestFacts, 'cookie'>, user_id: string): string | null;
}

/** There is one cookie per account, because several people may use the same device. */
const nameOf = (user_id: string) =>
  `__Secure-haversack-device-${createHash('sha256').update(user_id).digest('hex').slice(0, 12)}`;

const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'haversack device cookie', 32));

const sign = (key: Uint8Array, user_id: string, device: string): Buffer =>
  createHmac('sha256', key).update(`${user_id} ${device}`).digest();

/**
 * Creates the device cookies, which are signed with a key derived from the secret of the installation. A cookie that
 * was signed with the previous secret is accepted, and gets a new signature when it is set again.
 */
export function createDeviceCookies(secret: string, previous_secret?: string): DeviceCookies {
  const key = keyOf(secret);
  const keys = previous_secret === undefined ? [key] : [key, keyOf(previous_secret)];
  const deviceOf: DeviceCookies['deviceOf'] = (request, user_id) => {
    const [device = '', signature = ''] = (request.cookie(nameOf(user_id)) ?? '').split('.');
    const givenSignature = Buffer.from(signature, 'base64url');
    const isValid = keys.some((accepted) => {
      const expected = sign(accepted, user_id, device);
      return givenSignature.length === expected.length && timingSafeEqual(givenSignature, expected);
    });
    return isValid ? device : null;
  };
  return {
    deviceOf,
    set: (request, user_id) => {
      const device = deviceOf(request, user_id) ?? randomBytes(16).toString('base64url');
      const value = `${device}.${sign(key, user_id, device).toString('base64url')}`;
      request.set_cookie(nameOf(user_id), value, LIFETIME_S, PATH);
    },
  };
}
