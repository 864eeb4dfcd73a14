import { createECDH, hkdfSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';

const KEY_BYTES = 32;
/** Lifetime of an Authorization header. Push services accept at most 24 hours. */
const LIFETIME_S = 12 * 3600;

/** The key pair with which the server identifies itself to push services (VAPID, RFC 8292). */
export interface Vapid {
  /** The public key, with which browsers subscribe; Base64 for URLs. */
  public_key: string;
  /** Returns the Authorization header of a request to an endpoint. */
  authorization(endpoint: string, now: Date): Promise<string>;
}

/**
 * Creates the key pair of an installation. Without a private key, the pair is derived from the secret, so that all
 * processes have the same pair after every start and no key is stored in the database or in its backups. `contact` is a
 * `mailto:` or `https:` URL under which a push service can contact the operator. Throws if the private key is invalid.
 */
export function createVapid(secret: string, contact: string, private_key?: string): Vapid {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(
    private_key === undefined
      ? Buffer.from(hkdfSync('sha256', secret, '', 'haversack web push', KEY_BYTES))
      : Buffer.from(private_key, 'base64url'),
  );
  const point = pair.getPublicKey();
  const public_key = point.toString('base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', d: pair.getPrivateKey().toString('base64url') },
    x: point.subarray(1, 1 + KEY_BYTES).toString('base64url'),
    y: point.subarray(1 + KEY_BYTES).toString('base64url'),
  };
  return {
    public_key,
    authorization: async (endpoint, now) => {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setAudience(new URL(endpoint).origin)
        .setSubject(contact)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + LIFETIME_S)
        .sign(await importJWK(jwk, 'ES256'));
      return `vapid t=${token}, k=${public_key}`;
    },
  };
}

/** Returns a URL under which a push service can contact the operator. Push services do not accept plain http. */
export const pushContact = (public_url: string): string =>
  public_url.startsWith('https:') ? new URL(public_url).origin : 'mailto:no-reply@localhost';

/** Whether a string is a private key for `createVapid`. */
export function isPrivateKey(key: string): boolean {
  try {
    return /^[\w-]{43}$/.test(key) && createVapid('', '', key).public_key !== '';
  } catch {
    return false;
  }
}
