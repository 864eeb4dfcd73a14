import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
/** Delimiter byte at the end of the data in the last record, before the padding. */
const LAST_RECORD = 2;
/** Messages are padded to a multiple of this size, so that their length does not reveal their content. */
const PADDED_BYTES = 512;

/** The keys of a browser's subscription, Base64 for URLs. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** Whether a string is a public key with which messages can be encrypted: a point on the curve P-256. */
export function isPublicKey(p256dh: string): boolean {
  try {
    const key = Buffer.from(p256dh, 'base64url');
    return key.length === 65 && ECDH.convertKey(key, CURVE).length === 65;
  } catch {
    return false;
  }
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, bytes));

const label = (text: string): Buffer => Buffer.from(`${text}\0`);

/**
 * Encrypts a message for a browser, so that the push service cannot read it: `aes128gcm` of RFC 8188 with the keys of
 * RFC 8291. Returns the body of the request.
 */
export function encryptMessage(message: string, { p256dh, auth }: BrowserKeys): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const serverKeys = createECDH(CURVE);
  const serverPublicKey = serverKeys.generateKeys();
  const info = Buffer.concat([label('WebPush: info'), browserKey, serverPublicKey]);
  const keyMaterial = derive(serverKeys.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32);
  const salt = randomBytes(16);
  const key = derive(keyMaterial, salt, label('Content-Encoding: aes128gcm'), 16);
  const nonce = derive(keyMaterial, salt, label('Content-Encoding: nonce'), 12);
  const text = Buffer.concat([Buffer.from(message), Buffer.from([LAST_RECORD])]);
  const padded = Buffer.alloc(Math.ceil(text.length / PADDED_BYTES) * PADDED_BYTES);
  if (padded.length + TAG_BYTES > RECORD_BYTES) throw new Error('a push message is too long');
  text.copy(padded);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(serverPublicKey.length, 4);
  return Buffer.concat([salt, header, serverPublicKey, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}
