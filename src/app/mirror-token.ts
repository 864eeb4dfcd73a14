import { sealToken } from '../db/storage/sealed-token.ts';
import type { PhoneDb } from '../db/schema/db.ts';
import { clearMirroredToken, TOKEN_KEY } from './clear-token.ts';

export { protectStorage } from '../components/app/protect-storage.ts';

/**
 * Copies the access token to localStorage, encrypted. The database, which workers can read too, remains the source of
 * truth. A plain copy of an earlier version is replaced.
 */
export async function mirrorToken(db: PhoneDb, token: string): Promise<void> {
  try {
    const sealed = await sealToken(db, token);
    // Encryption takes a moment, in which the person may have logged out.
    if (db.isOpen()) localStorage.setItem(TOKEN_KEY, sealed);
  } catch {
    // Without cryptography or storage there is no copy; nothing depends on it.
    clearMirroredToken();
  }
}
