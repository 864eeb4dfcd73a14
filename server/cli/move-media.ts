import type { Deps } from '../deps.ts';
import type { Environment } from '../environment.ts';
import { StoreFailure } from '../files/file-store.ts';
import { createFileStores } from '../files/file-stores.ts';
import { countMovable, moveFiles } from '../files/move-files.ts';
import { createLog } from '../log.ts';
import { Pokes } from '../pokes.ts';
import { openEnvironmentDatabase } from '../serve.ts';
import { StartupError } from '../startup-error.ts';
import { print } from './print.ts';

/** Number of moved files after which the progress is printed again. */
const FILES_PER_REPORT = 500;

const labels = { database: 'the database', folder: 'the folder MEDIA_DIR', s3: 'the store of S3_URL' } as const;

/**
 * Moves the bytes of all files to the store in which new files are written. Returns the exit code, which is 1 if any
 * file could not be moved.
 */
export async function moveMedia(environment: Environment): Promise<number> {
  const database = await openEnvironmentDatabase(environment, 'command');
  const log = createLog('error');
  const { scope } = environment;
  const files = createFileStores(environment.files, log);
  const deps: Deps = { db: database.db, scope, clock: () => new Date(), log, pokes: new Pokes(), files };
  try {
    const total = await countMovable(deps);
    let reported = 0;
    print(`${total} files to move to ${labels[environment.files.target]}.`);
    const { moved, failed } = await moveFiles(deps, (count) => {
      if (count - reported < FILES_PER_REPORT) return;
      reported = count;
      print(`${count} of ${total} files moved.`);
    });
    for (const { sha256, reason } of failed) print(`  not moved: ${sha256}: ${reason}`);
    print(`${moved} files moved, ${failed.length} failed.`);
    return failed.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    throw new StartupError(`The files were not all moved: ${error.reason}. Run the command again to continue.`);
  } finally {
    await database.close();
  }
}
