import { sealToken } from '../db/storage/sealed-token.ts';
import type { PhoneDb } from '../db/schema/db.ts';
import { clearMirroredToken, TOKEN_KEY } from './clear-token.ts';

/**
 * Stores an encrypted copy of the access token in localStorage. The database, which workers can read too, remains the
 * source of truth. The encrypted copy replaces the unencrypted one that an earlier version stored.
 */
export async function mirrorToken(db: PhoneDb, token: string): Promise<void> {
  try {
    const sealed = await sealToken(db, token);
    // Encryption takes a moment, and the user may have logged out in the meantime.
    if (db.isOpen()) localStorage.setItem(TOKEN_KEY, sealed);
  } catch {
    // Without cryptography or storage there is no copy; nothing depends on it.
    clearMirroredToken();
  }
}
