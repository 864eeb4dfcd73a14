import { sealToken } from '../db/storage/sealed-token.ts';
import type { PhoneDb } from '../db/schema/db.ts';
import { clearMirroredToken, TOKEN_KEY } from './clear-token.ts';

/**
 * Stores an encrypted copy of the access token in localStorage. The token in the database stays authoritative, because
 * workers cannot read localStorage. An unencrypted copy from an earlier version of the app is replaced.
 */
export async function mirrorToken(db: PhoneDb, token: string): Promise<void> {
  try {
    const sealed = await sealToken(db, token);
    // The user may have logged out while the token was being encrypted.
    if (db.isOpen()) localStorage.setItem(TOKEN_KEY, sealed);
  } catch {
    // Without cryptography or storage there is no copy. Nothing depends on the copy.
    clearMirroredToken();
  }
}
