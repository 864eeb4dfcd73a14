import { isQuotaError } from '../../src/db/schema/db.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { RESERVE, availableBytes, type StorageSpace } from '../../src/lib/storage.ts';

const MB = 2 ** 20;
const LARGEST_FILE = 128 * MB;
/** No more than this is tried out; whoever has so much room has room. */
const MAX_PROBE = 1024 * MB;
const FOLDER = 'haversack-room';

/** The part of FileSystemSyncAccessHandle that is used; workers alone have it. */
interface SizedFile {
  truncate(size: number): void;
  close(): void;
}

/** How many of `wanted` bytes a file system of the browser's own would take, in steps of 1 MB; null where it has none. */
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

/** Files without content, as large as they may become; browsers reserve in powers of two, so that is how they are asked. */
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
 * [Note: Room is tried out] Chromium's estimate of the quota is made up since it keeps the true one from pages: always
 * 10 GiB more than what is used. What may really be stored is found by trying: files are given a size and no content,
 * which takes no time and no disk, until the browser refuses, and are deleted at once. One at a time: what another tab
 * tries out would count as used.
 */
export function createStorageProbe(locks: Ports['locks']): StorageProbe {
  return async (wanted) => {
    const storage = navigator.storage as Partial<StorageManager> | undefined;
    const root = await storage?.getDirectory?.().catch(() => null);
    if (!root) return null;
    return locks.request(FOLDER, {}, async () => {
      try {
        // Of a trial that was killed.
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

/** How many of these bytes fit, so that enough is left for what people write; all where nobody knows better. */
export async function availableUpTo(
  bytes: number,
  { readSpace, probe }: { readSpace: () => Promise<Pick<StorageSpace, 'used' | 'quota'>>; probe: StorageProbe },
): Promise<number> {
  const said = Math.min(bytes, availableBytes(await readSpace()) ?? bytes);
  const held = said > 0 ? await probe(said + RESERVE) : null;
  return held === null || held >= Math.min(said + RESERVE, MAX_PROBE) ? said : Math.max(0, held - RESERVE);
}
