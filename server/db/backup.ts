import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEEP = 3;
const EVERY_MS = 6 * 3600_000;
const LOOK_MS = 10 * 60_000;

export const backupFolder = (dataDir: string) => join(dataDir, 'backups');

async function backups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^haversack-.*\.tar\.gz$/.test(name)).sort();
}

/** Writes a dump under its final name only when it is whole, and keeps the newest three. Returns its path. */
export async function saveBackup(dump: () => Promise<Uint8Array>, dataDir: string, now: Date): Promise<string> {
  const folder = backupFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `haversack-${now.toISOString().replace(/[:.]/g, '-')}.tar.gz`);
  const unfinished = `${file}.part`;
  await writeFile(unfinished, await dump(), { mode: 0o600, flush: true });
  await rename(unfinished, file);
  for (const old of (await backups(folder)).slice(0, -KEEP)) await rm(join(folder, old), { force: true });
  return file;
}

/** When the newest backup was made, in ms since 1970; 0 when there is none. */
async function newestAt(dataDir: string): Promise<number> {
  const newest = (await backups(backupFolder(dataDir))).at(-1);
  return newest ? (await stat(join(backupFolder(dataDir), newest))).mtimeMs : 0;
}

/** Looks every ten minutes whether six hours have passed, also across restarts. Returns the stop. */
export function backUpOnTimer(
  save: () => Promise<unknown>,
  dataDir: string,
  onFault: (error: unknown) => void,
): () => void {
  async function look(): Promise<void> {
    try {
      if (Date.now() - (await newestAt(dataDir)) >= EVERY_MS) await save();
    } catch (error) {
      onFault(error);
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
