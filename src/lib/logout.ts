/** The treatment of unsent work at logout: encrypted on this phone for the next login, or discarded. */
export type LogoutMode = 'keep' | 'drop';
/**
 * Result of a logout. `no_key`: unsent work cannot be encrypted, because the key has not been fetched since the login.
 * `storage`: the disk is full.
 */
export type LogoutResult = { ok: true } | { ok: false; why: 'no_key' | 'storage' | 'failed' };
