import type { PhoneDb } from '../schema/db.ts';
import { savedMeta, saveMeta } from '../schema/meta.ts';

/**
 * Returns the key of this database, which is created once. If several tabs create a key, all use the one that was
 * stored first.
 */
async function tokenKey(db: PhoneDb): Promise<CryptoKey> {
  const savedKey = await savedMeta(db, 'token_key');
  if (savedKey) return savedKey;
  const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return db.transaction('rw', db.meta, async () => {
    const other = await savedMeta(db, 'token_key');
    if (!other) await saveMeta(db, 'token_key', newKey);
    return other ?? newKey;
  });
}

/**
 * Encrypts the access token with a key that cannot be exported. The key is stored in the user's database, which a
 * logout deletes, so a copy of the token that stays on the disk is useless. Returns Base64 of the 12-byte nonce
 * followed by the AES-GCM ciphertext.
 */
export async function sealToken(db: PhoneDb, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(token);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await tokenKey(db), text);
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(data)));
}
