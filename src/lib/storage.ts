/** What this app takes of the phone's storage, in bytes; null where the browser does not say. */
export interface StorageSpace {
  used: number | null;
  quota: number | null;
  /** The browser does not clean up by itself. */
  isProtected: boolean;
  isScarce: boolean;
}

const SCARCE_PART = 0.8;
const SCARCE_LEFT = 200e6;

/** Whether it is time to say so: most of what the browser allows is used, or little of it is left. */
export function isScarce(used: number | null, quota: number | null): boolean {
  if (used === null || !quota) return false;
  return used / quota >= SCARCE_PART || quota - used < SCARCE_LEFT;
}

/** Bytes that downloads leave alone. */
export const RESERVE = 50e6;
const RESERVE_PART = 0.05;

/** Bytes that may still be downloaded, so that enough is left for what people write; null where nobody knows. */
export function availableBytes({ used, quota }: Pick<StorageSpace, 'used' | 'quota'>): number | null {
  if (used === null || !quota) return null;
  return Math.max(0, quota - used - Math.max(RESERVE, RESERVE_PART * quota));
}

const GIB = 2 ** 30;

/** Chromium tells pages a quota that is always whole gigabytes above what is used: it says nothing about the phone. */
const isSynthetic = (used: number, quota: number): boolean => quota > used && (quota - used) % GIB === 0;

/** Never throws: a browser that does not answer is one that does not say. */
export async function readSpace(): Promise<StorageSpace> {
  // Absent on plain http and in old browsers.
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  const [estimate, isProtected] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    storage?.persisted?.().catch(() => false),
  ]);
  const used = estimate?.usage ?? null;
  const said = estimate?.quota ?? null;
  const quota = said !== null && used !== null && isSynthetic(used, said) ? null : said;
  return { used, quota, isProtected: isProtected ?? false, isScarce: isScarce(used, quota) };
}
