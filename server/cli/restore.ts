import { access, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ensureWritable, lockFileOf, openDatabase } from '../db/open.ts';
import { lockFolder } from '../db/lock.ts';
import { backupFolder, newestBackup } from '../db/backup.ts';
import type { Environment } from '../environment.ts';
import { openEnvironmentDatabase } from '../serve.ts';
import { StartupError } from '../startup-error.ts';
import { startNewEpoch } from '../sync/epoch.ts';
import { commandLine } from '../command-line.ts';
import { print } from './print.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function readBackup(file: string | undefined, dataDir: string): Promise<Blob> {
  if (file === undefined) {
    const newest = (await newestBackup(dataDir)) ?? 'haversack-….tar.gz';
    throw new StartupError(`Usage: ${commandLine('restore', join(backupFolder(dataDir), newest))}`);
  }
  const throwUnreadable = (error: unknown) => {
    throw new StartupError(`The backup ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  };
  // Unpack the file first, so that a damaged backup is detected before the database is opened.
  const bytes = await readFile(file).then(promisify(gunzip)).catch(throwUnreadable);
  return new Blob([new Uint8Array(bytes)], { type: 'application/x-tar' });
}

/**
 * Unpacks a backup into a separate folder and starts a new epoch there, so that no server ever uses the restored data
 * with the old epoch.
 */
async function unpack(from: Blob, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const database = await openDatabase({ dataDir: folder, from }).catch((error: unknown) => {
    throw new StartupError(`The backup cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    await startNewEpoch(database.db, new Date(), { cause: 'restore' });
  } finally {
    await database.close();
  }
}

/**
 * Replaces the embedded database with a backup. The replaced database is kept next to it. Throws a StartupError while a
 * server uses the folder.
 */
export async function restoreCommand(environment: Environment, [file]: readonly string[], now: Date): Promise<void> {
  const { data_dir, database_url } = environment;
  if (database_url)
    throw new StartupError(
      'This command restores the embedded database. With DATABASE_URL, use pg_restore, then new-epoch.',
    );
  process.umask(0o077);
  const backup = await readBackup(file, data_dir);
  await ensureWritable(data_dir);
  const lock = await lockFolder(lockFileOf(data_dir), 'command');
  const [current, next] = [join(data_dir, 'pgdata'), join(data_dir, 'restoring')];
  try {
    await unpack(backup, next);
    const replaced = `${current}.replaced-${now.toISOString().replace(/[:.]/g, '-')}`;
    if (await exists(current)) {
      await rename(current, replaced);
      print(`The replaced database: ${replaced}`);
    }
    await rename(join(next, 'pgdata'), current);
  } finally {
    await rm(next, { recursive: true, force: true });
    await lock.release();
  }
  print('Restored. Devices fetch everything again and send again what they sent in the last 14 days.');
}

/** Starts a new epoch, as is necessary after PostgreSQL was restored or lost writes in a failover. */
export async function newEpochCommand(environment: Environment): Promise<void> {
  const database = await openEnvironmentDatabase(environment, 'command');
  try {
    await startNewEpoch(database.db, new Date());
  } finally {
    await database.close();
  }
  print('A new epoch has begun. Devices fetch everything again and send again what they sent in the last 14 days.');
}
