import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteRange } from '../../contract/media-range.ts';
import { systemErrorCode } from '../startup-error.ts';
import { ObjectMissing, StoreFailure, type ExternalStore, type NewObject, type ObjectKey } from './file-store.ts';

/** Folder of files that are being written. */
const UNFINISHED = '.unfinished';
/** Milliseconds after which a file that is being written counts as abandoned. */
export const UNFINISHED_MS = 86_400_000;

function failureOf(error: unknown): StoreFailure {
  const code = systemErrorCode(error) || 'unknown reason';
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new StoreFailure(`the folder of files ${isFull ? 'is full' : 'cannot be used'} (${code})`);
}

const isMissing = (error: unknown): boolean => systemErrorCode(error) === 'ENOENT';

/** Keeps objects as files in a folder. Several processes may share it, on one machine or on a shared file system. */
export class FolderStore implements ExternalStore {
  readonly name = 'folder';
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #pathOf({ scope, sha256 }: ObjectKey): string {
    return join(this.#folder, scope, sha256.slice(0, 2), sha256);
  }

  async sizeOf(key: ObjectKey): Promise<number | null> {
    try {
      return (await stat(this.#pathOf(key))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw failureOf(error);
    }
  }

  /** Writes to a temporary file, and renames it once all bytes are on the disk. */
  async write({ read, ...key }: NewObject): Promise<void> {
    const path = this.#pathOf(key);
    const unfinished = join(this.#folder, UNFINISHED, randomUUID());
    try {
      await mkdir(dirname(path), { recursive: true });
      await mkdir(dirname(unfinished), { recursive: true });
      const file = await open(unfinished, 'wx');
      try {
        for await (const chunk of read()) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw systemErrorCode(error) === '' ? error : failureOf(error);
    }
  }

  async read(key: ObjectKey, { from, to }: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const file = await open(this.#pathOf(key)).catch((error: unknown) => {
      throw isMissing(error) ? new ObjectMissing(key) : failureOf(error);
    });
    return file.createReadStream({ start: from, end: to });
  }

  async delete(key: ObjectKey): Promise<void> {
    await rm(this.#pathOf(key), { force: true }).catch((error: unknown) => {
      throw failureOf(error);
    });
  }

  async *list(scope: string): AsyncGenerator<string> {
    const folder = join(this.#folder, scope);
    const shards = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw failureOf(error);
    });
    for (const shard of shards) yield* await readdir(join(folder, shard));
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await access(this.#folder, constants.W_OK);
    } catch (error) {
      throw failureOf(error);
    }
  }

  async deleteUnfinished(now: Date): Promise<void> {
    const folder = join(this.#folder, UNFINISHED);
    for (const name of await readdir(folder).catch(() => [])) {
      const found = await stat(join(folder, name)).catch(() => null);
      if (found && now.getTime() - found.mtimeMs > UNFINISHED_MS) await rm(join(folder, name), { force: true });
    }
  }
}
