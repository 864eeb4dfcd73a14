import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BACKUPS = 3;
const EVERY_MS = 6 * 3600_000;
const CHECK_MS = 10 * 60_000;

export const backupFolder = (dataDir: string) => join(dataDir, 'backups');

async function backups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^haversack-.*\.tar\.gz$/.test(name)).sort();
}

/** Writes a dump, renames it to its final name once complete, and keeps the newest three. Returns its path. */
export async function saveBackup(dump: () => Promise<Uint8Array>, dataDir: string, now: Date): Promise<string> {
  const folder = backupFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `haversack-${now.toISOString().replace(/[:.]/g, '-')}.tar.gz`);
  const unfinished = `${file}.part`;
  await writeFile(unfinished, await dump(), { mode: 0o600, flush: true });
  await rename(unfinished, file);
  for (const old of (await backups(folder)).slice(0, -MAX_BACKUPS)) await rm(join(folder, old), { force: true });
  return file;
}

/** Time of the newest backup in ms since 1970; 0 without one. */
async function newestAt(dataDir: string): Promise<number> {
  const newest = (await backups(backupFolder(dataDir))).at(-1);
  return newest ? (await stat(join(backupFolder(dataDir), newest))).mtimeMs : 0;
}

/**
 * Checks every ten minutes whether the newest backup is six hours old, also across restarts. Returns a function that
 * stops it.
 */
export function backUpOnTimer(
  save: () => Promise<unknown>,
  dataDir: string,
  onError: (error: unknown) => void,
): () => void {
  async function check(): Promise<void> {
    try {
      if (Date.now() - (await newestAt(dataDir)) >= EVERY_MS) await save();
    } catch (error) {
      onError(error);
    }
  }
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return () => clearInterval(timer);
}
