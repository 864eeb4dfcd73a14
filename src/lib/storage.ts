/** Storage of this app, in bytes; null if the browser does not report it. */
export interface StorageSpace {
  used: number | null;
  quota: number | null;
  /** Whether the browser has promised not to evict this app's storage. */
  isProtected: boolean;
  isScarce: boolean;
}

const SCARCE_USED_SHARE = 0.8;
const SCARCE_LEFT_BYTES = 200e6;

/** Whether to warn about scarce storage: most of the quota is used, or little of it is left. */
export function isStorageScarce(used: number | null, quota: number | null): boolean {
  if (used === null || !quota) return false;
  return used / quota >= SCARCE_USED_SHARE || quota - used < SCARCE_LEFT_BYTES;
}

/** Storage that downloads must leave free: this many bytes, or RESERVE_SHARE of the quota if that is more. */
export const RESERVED_BYTES = 50e6;
const RESERVE_SHARE = 0.05;

/** Returns how many bytes can be downloaded while leaving enough space for user data; null if unknown. */
export function availableBytes({ used, quota }: Pick<StorageSpace, 'used' | 'quota'>): number | null {
  if (used === null || !quota) return null;
  return Math.max(0, quota - used - Math.max(RESERVED_BYTES, RESERVE_SHARE * quota));
}

const GIB = 2 ** 30;

/**
 * Whether the quota is artificial: to prevent fingerprinting, Chromium may report a quota that exceeds the usage by a
 * whole number of GiB, whatever the real space on the device is.
 */
const isSynthetic = (used: number, quota: number): boolean => quota > used && (quota - used) % GIB === 0;

/** Reads usage and quota. Never throws; values that the browser does not report are null. */
export async function readSpace(): Promise<StorageSpace> {
  // The storage API is absent on plain HTTP and in old browsers.
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  const [estimate, isProtected] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    storage?.persisted?.().catch(() => false),
  ]);
  const used = estimate?.usage ?? null;
  const reportedQuota = estimate?.quota ?? null;
  const quota = reportedQuota !== null && used !== null && isSynthetic(used, reportedQuota) ? null : reportedQuota;
  return { used, quota, isProtected: isProtected ?? false, isScarce: isStorageScarce(used, quota) };
}
