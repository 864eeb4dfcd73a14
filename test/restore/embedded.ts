import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestBackup, backupFolder } from '../../server/db/backup.ts';
import { openDatabase } from '../../server/db/open.ts';
import { until } from '../cluster/cluster.ts';
import type { Workspace } from '../cluster/workspace.ts';
import { runCommand, type Installation } from './installation.ts';

const BACKUP_WITHIN_MS = 60_000;

/** The embedded database, which the commands `backup` and `restore` copy. */
export function openEmbedded(space: Workspace): Installation {
  const [folder, restoredFolder] = [join(space.folder, 'data'), join(space.folder, 'restored')];
  const fileOf = async () => join(backupFolder(folder), (await newestBackup(folder)) ?? '');
  const [settings, restored] = [folder, restoredFolder].map((path) => ({ DATA_DIR: path, SECRET_KEY: space.secret }));
  return {
    name: 'embedded database',
    settings: settings!,
    restored: restored!,
    openEmpty: () => openDatabase({ dataDir: folder }),
    backUp: async () => {
      // With a running server, the command returns before the backup is complete.
      runCommand(settings!, 'backup');
      await until(async () => (await newestBackup(folder)) !== undefined, BACKUP_WITHIN_MS, 'the backup is written');
    },
    openBoth: async () => ({
      original: await openDatabase({ dataDir: folder }),
      backup: await openDatabase({ dataDir: 'memory://', from: new Blob([readFileSync(await fileOf())]) }),
    }),
    restore: async () => void runCommand(restored!, 'restore', await fileOf()),
    openRestored: () => openDatabase({ dataDir: restoredFolder }),
    close: () => Promise.resolve(),
  };
}
