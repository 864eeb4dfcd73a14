import { isQuotaError } from '../../src/db/schema/db.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { RESERVE, availableBytes, type StorageSpace } from '../../src/lib/storage.ts';

const MB = 2 ** 20;
const LARGEST_FILE = 128 * MB;
/** Upper bound of a probe: more space than this is enough. */
const MAX_PROBE = 1024 * MB;
const FOLDER = 'haversack-room';

/** The part of FileSystemSyncAccessHandle that is used; only available in workers. */
interface SizedFile {
  truncate(size: number): void;
  close(): void;
}

/**
 * Returns how many of `wanted` bytes the origin private file system accepts, in steps of 1 MB; null if there is none.
 */
export type StorageProbe = (wanted: number) => Promise<number | null>;

function canGrow(handle: SizedFile, size: number): boolean {
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

/** Creates sparse files, as large as accepted. Browsers reserve space in powers of two, so sizes are halved. */
async function fill(folder: FileSystemDirectoryHandle, wanted: number): Promise<number> {
  const open: SizedFile[] = [];
  let total = 0;
  try {
    for (let size = LARGEST_FILE; size >= MB; size /= 2) {
      while (total + size <= wanted) {
        const handle = await openFile(folder, String(open.length));
        open.push(handle);
        if (!canGrow(handle, size)) break;
        total += size;
      }
    }
    return total;
  } finally {
    for (const handle of open) handle.close();
  }
}

/**
 * [Note: Storage is probed] Chromium hides the true quota from pages: the estimate is always 10 GiB above the usage.
 * The real limit is found by probing: files are given a size without content, which takes no time and no disk space,
 * until the browser refuses, and are deleted at once. One probe at a time: space held by another tab's probe would
 * count as used.
 */
export function createStorageProbe(locks: Ports['locks']): StorageProbe {
  return async (wanted) => {
    const storage = navigator.storage as Partial<StorageManager> | undefined;
    const root = await storage?.getDirectory?.().catch(() => null);
    if (!root) return null;
    return locks.request(FOLDER, {}, async () => {
      try {
        // Left by a probe that was killed.
        await root.removeEntry(FOLDER, { recursive: true }).catch(() => {});
        const folder = await root.getDirectoryHandle(FOLDER, { create: true });
        return await fill(folder, Math.min(MAX_PROBE, Math.ceil(wanted / MB) * MB));
      } catch {
        return null;
      } finally {
        await root.removeEntry(FOLDER, { recursive: true }).catch(() => {});
      }
    });
  };
}

/** Returns how many of these bytes fit while enough is left for user data; all if unknown. */
export async function availableUpTo(
  bytes: number,
  { readSpace, probe }: { readSpace: () => Promise<Pick<StorageSpace, 'used' | 'quota'>>; probe: StorageProbe },
): Promise<number> {
  const said = Math.min(bytes, availableBytes(await readSpace()) ?? bytes);
  const held = said > 0 ? await probe(said + RESERVE) : null;
  return held === null || held >= Math.min(said + RESERVE, MAX_PROBE) ? said : Math.max(0, held - RESERVE);
}
