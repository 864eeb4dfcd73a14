import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../server/db/open.ts';
import { createDatabase } from '../helpers/server.ts';
import { findBinaries, runOrThrow, openCluster } from '../postgres-cluster.ts';
import type { Workspace } from '../cluster/workspace.ts';
import { runCommand, type Installation } from './installation.ts';

/** PostgreSQL, with a dump made by pg_dump. */
export async function openPostgres(space: Workspace): Promise<Installation> {
  const server = await openCluster();
  const [url, restoredUrl] = [await createDatabase(server.url), await createDatabase(server.url)];
  const file = join(space.folder, 'haversack.dump');
  const pathOfTool = (name: string) => join(findBinaries() ?? dirname('/usr/bin/psql'), name);
  const [settings, restored] = [url, restoredUrl].map((address) => ({
    DATABASE_URL: address,
    SECRET_KEY: space.secret,
    DATA_DIR: join(space.folder, 'data'),
  }));
  let isRestored = false;
  const restoreDump = (): void => {
    if (!isRestored) runOrThrow(pathOfTool('pg_restore'), [`--dbname=${restoredUrl}`, '--no-owner', file]);
    isRestored = true;
  };
  return {
    name: 'PostgreSQL',
    settings: settings!,
    restored: restored!,
    openEmpty: () => openDatabase({ dataDir: '', databaseUrl: url }),
    backUp: async () => {
      // The devices of this process keep writing while the dump is made.
      const dump = spawn(pathOfTool('pg_dump'), ['--format=custom', `--file=${file}`, url], { stdio: 'inherit' });
      const [code] = (await once(dump, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`pg_dump ended with ${code}`);
    },
    openBoth: async () => {
      restoreDump();
      return {
        original: await openDatabase({ dataDir: '', databaseUrl: url }),
        backup: await openDatabase({ dataDir: '', databaseUrl: restoredUrl }),
      };
    },
    restore: () => {
      restoreDump();
      runCommand(restored!, 'new-epoch');
      return Promise.resolve();
    },
    openRestored: () => openDatabase({ dataDir: '', databaseUrl: restoredUrl }),
    close: () => Promise.resolve(server.stop()),
  };
}
