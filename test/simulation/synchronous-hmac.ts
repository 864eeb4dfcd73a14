import { createHmac, KeyObject } from 'node:crypto';
import { replaceProperty } from './replace.ts';

type HmacArgs = [algorithm: unknown, key: CryptoKey, ...rest: BufferSource[]];

const bytesOf = (data: BufferSource): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

const hmac = (key: CryptoKey, data: BufferSource): Buffer =>
  createHmac('sha256', KeyObject.from(key)).update(bytesOf(data)).digest();

const sign = async (...[, key, data]: HmacArgs): Promise<ArrayBuffer> => new Uint8Array(hmac(key, data!)).buffer;

const verify = async (...[, key, signature, data]: HmacArgs): Promise<boolean> =>
  hmac(key, data!).equals(bytesOf(signature!));

const importBuiltIn = crypto.subtle.importKey.bind(crypto.subtle);

const imported = new WeakMap<object, Promise<CryptoKey>>();

/**
 * Imports keys as extractable, because the functions above read their bytes. The server's key is the same for each
 * request, so it is imported only once.
 */
function importKey(...[format, data, algorithm, , usages]: Parameters<SubtleCrypto['importKey']>): Promise<CryptoKey> {
  const known = imported.get(data);
  if (known) return known;
  const key = importBuiltIn(format as 'raw', data as BufferSource, algorithm, true, usages);
  imported.set(data, key);
  return key;
}

/**
 * Makes the HMAC of tokens synchronous. The built-in functions use other threads, so they resolve at unpredictable
 * times. Returns a function that restores the built-in functions.
 */
export function replaceHmac(): () => void {
  const restore = [
    replaceProperty(crypto.subtle, 'importKey', importKey),
    replaceProperty(crypto.subtle, 'sign', sign),
    replaceProperty(crypto.subtle, 'verify', verify),
  ];
  return () => restore.forEach((undo) => undo());
}
