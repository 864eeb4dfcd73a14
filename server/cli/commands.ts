import { makeAdmin, parseEmail } from './admin.ts';
import type { Deps } from '../deps.ts';
import { saveBackup } from '../db/backup.ts';
import { lockHolder } from '../db/lock.ts';
import { lockFileOf } from '../db/open.ts';
import type { Environment } from '../environment.ts';
import { StartupError } from '../startup-error.ts';
import { createLog } from '../log.ts';
import { Pokes } from '../pokes.ts';
import { print } from './print.ts';
import { openEnvironmentDatabase } from '../serve.ts';

/** Applies migrations without starting the server, for a PostgreSQL server behind a pooler. */
export async function migrateCommand(environment: Environment): Promise<void> {
  const database = await openEnvironmentDatabase(environment, 'command');
  await database.close();
  print('The database is up to date.');
}

/** Writes a backup. If a server is using the data folder, signals that server to write it instead. */
export async function backupCommand(environment: Environment): Promise<void> {
  if (environment.database_url)
    throw new StartupError('This backup is for the embedded database. With DATABASE_URL, use pg_dump.');
  const holder = await lockHolder(lockFileOf(environment.data_dir));
  if (holder?.role === 'serve') {
    process.kill(holder.pid, 'SIGUSR2');
    print(`The running server (process ${holder.pid}) is writing a backup to ${environment.data_dir}/backups`);
    return;
  }
  const database = await openEnvironmentDatabase(environment, 'command');
  try {
    if (database.dump) print(`Backup: ${await saveBackup(database.dump, environment.data_dir, new Date())}`);
  } finally {
    await database.close();
  }
}

/** Creates an admin and prints the generated password. */
export async function adminCommand(environment: Environment, args: readonly string[]): Promise<void> {
  const email = parseEmail(args);
  const database = await openEnvironmentDatabase(environment, 'command');
  try {
    const { scope } = environment;
    const deps: Deps = {
      db: database.db,
      scope,
      clock: () => new Date(),
      log: createLog('silent'),
      pokes: new Pokes(),
    };
    const password = await makeAdmin(deps, email);
    print(`${email} is now an admin. The password is shown only once: ${password}`);
  } finally {
    await database.close();
  }
}
