import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BACKUPS = 3;
const BACKUP_INTERVAL_MS = 6 * 3600_000;
const CHECK_INTERVAL_MS = 10 * 60_000;

export const backupFolder = (dataDir: string) => join(dataDir, 'backups');

async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^haversack-.*\.tar\.gz$/.test(name)).sort();
}

/**
 * Writes a dump and returns its path. A file gets its final name only after it is complete. The three newest backups
 * are kept.
 */
export async function saveBackup(dump: () => Promise<Uint8Array>, dataDir: string, now: Date): Promise<string> {
  const folder = backupFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `haversack-${now.toISOString().replace(/[:.]/g, '-')}.tar.gz`);
  const unfinished = `${file}.part`;
  await writeFile(unfinished, await dump(), { mode: 0o600, flush: true });
  await rename(unfinished, file);
  for (const old of (await listBackups(folder)).slice(0, -MAX_BACKUPS)) await rm(join(folder, old), { force: true });
  return file;
}

/** Returns the file name of the newest backup, or undefined if there is none. */
export async function newestBackup(dataDir: string): Promise<string | undefined> {
  return (await listBackups(backupFolder(dataDir))).at(-1);
}

/** Returns the time of the newest backup in ms since 1970; 0 if there is none. */
async function newestBackupMs(dataDir: string): Promise<number> {
  const newest = await newestBackup(dataDir);
  return newest ? (await stat(join(backupFolder(dataDir), newest))).mtimeMs : 0;
}

/**
 * Checks every ten minutes whether the newest backup is at least six hours old, and if so, writes a new one. Backups
 * that were written before a restart of the server also count. Returns a function that stops the timer.
 */
export function backUpOnTimer(
  save: () => Promise<unknown>,
  dataDir: string,
  onError: (error: unknown) => void,
): () => void {
  async function check(): Promise<void> {
    try {
      if (Date.now() - (await newestBackupMs(dataDir)) >= BACKUP_INTERVAL_MS) await save();
    } catch (error) {
      onError(error);
    }
  }
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
