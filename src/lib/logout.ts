/** What becomes of unsent work at a log-out: locked on this phone for the next log-in, or thrown away. */
export type LogoutMode = 'keep' | 'drop';
/** `no_key`: there was no network since the log-in to fetch the key. `storage`: the disk is full. */
export type LogoutResult = { ok: true } | { ok: false; why: 'no_key' | 'storage' | 'failed' };
