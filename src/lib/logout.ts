/** What happens to unsent work at a logout: `keep` encrypts it on this phone for the next login, `drop` deletes it. */
export type LogoutMode = 'keep' | 'drop';
/**
 * Result of a logout. `no_key`: unsent work cannot be encrypted, because the key has not been fetched since the login.
 * `storage`: the disk is full.
 */
export type LogoutResult = { ok: true } | { ok: false; why: 'no_key' | 'storage' | 'failed' };
