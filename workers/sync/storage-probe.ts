import { isQuotaError } from '../../src/db/schema/db.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { RESERVED_BYTES, availableBytes, type StorageSpace } from '../../src/lib/storage.ts';

const MB = 2 ** 20;
const MAX_FILE_BYTES = 128 * MB;
/** Upper bound of a probe. If this much space is free, the estimate of the browser is trusted. */
const MAX_PROBE_BYTES = 1024 * MB;
const FOLDER = 'haversack-room';

/** The part of FileSystemSyncAccessHandle that the probe uses. It exists only in workers. */
interface SizedFile {
  truncate(size: number): void;
  close(): void;
}

/**
 * Returns how many of `wanted` bytes the origin private file system accepts, in steps of 1 MB; null if the browser has
 * no such file system.
 */
export type StorageProbe = (wanted: number) => Promise<number | null>;

function tryGrow(handle: SizedFile, size: number): boolean {
  try {
    handle.truncate(size);
    return true;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    return false;
  }
}

async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<SizedFile> {
  const file: unknown = await folder.getFileHandle(name, { create: true });
  return (file as { createSyncAccessHandle: () => Promise<SizedFile> }).createSyncAccessHandle();
}

/**
 * Creates sparse files until `wanted` bytes are reached or the browser refuses, and returns their total size. Browsers
 * reserve space in powers of two, so the file size is halved after each refusal.
 */
async function reserveSpace(folder: FileSystemDirectoryHandle, wanted: number): Promise<number> {
  const open: SizedFile[] = [];
  let total = 0;
  try {
    for (let size = MAX_FILE_BYTES; size >= MB; size /= 2) {
      while (total + size <= wanted) {
        const handle = await openFile(folder, String(open.length));
        open.push(handle);
        if (!tryGrow(handle, size)) break;
        total += size;
      }
    }
    return total;
  } finally {
    for (const handle of open) handle.close();
  }
}

/**
 * [Note: Storage is probed] Chromium hides the true quota from pages: its estimate is always 10 GiB above the usage.
 * The real limit is found by probing: files of a given size but without content are created until the browser refuses,
 * and deleted at once. This takes neither time nor disk space. Only one probe runs at a time, because the space
 * reserved by a probe in another tab would count as used.
 */
export function createStorageProbe(locks: Ports['locks']): StorageProbe {
  return async (wanted) => {
    const storage = navigator.storage as Partial<StorageManager> | undefined;
    const root = await storage?.getDirectory?.().catch(() => null);
    if (!root) return null;
    return locks.request(FOLDER, {}, async () => {
      try {
        // Deletes files that a killed probe left behind.
        await root.removeEntry(FOLDER, { recursive: true }).catch(() => {});
        const folder = await root.getDirectoryHandle(FOLDER, { create: true });
        return await reserveSpace(folder, Math.min(MAX_PROBE_BYTES, Math.ceil(wanted / MB) * MB));
      } catch {
        return null;
      } finally {
        await root.removeEntry(FOLDER, { recursive: true }).catch(() => {});
      }
    });
  };
}

/**
 * Returns how many of the given bytes can be stored while leaving enough space for user data. Returns all of them if
 * the available space is unknown.
 */
export async function availableUpTo(
  bytes: number,
  { readSpace, probe }: { readSpace: () => Promise<Pick<StorageSpace, 'used' | 'quota'>>; probe: StorageProbe },
): Promise<number> {
  const estimated = Math.min(bytes, availableBytes(await readSpace()) ?? bytes);
  const probed = estimated > 0 ? await probe(estimated + RESERVED_BYTES) : null;
  return probed === null || probed >= Math.min(estimated + RESERVED_BYTES, MAX_PROBE_BYTES)
    ? estimated
    : Math.max(0, probed - RESERVED_BYTES);
}
