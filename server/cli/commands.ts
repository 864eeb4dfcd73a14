import { emailOf, makeAdmin } from './admin.ts';
import type { Deps } from '../deps.ts';
import { saveBackup } from '../db/backup.ts';
import { holderOf } from '../db/lock.ts';
import { lockFileOf } from '../db/open.ts';
import type { Environment } from '../environment.ts';
import { StartupError } from '../startup-error.ts';
import { openLog } from '../log.ts';
import { Pokes } from '../pokes.ts';
import { print } from './print.ts';
import { openFor } from '../serve.ts';

/** Brings the tables up to date: for a PostgreSQL behind a pooler, before the servers start. */
export async function migrateCommand(environment: Environment): Promise<void> {
  const database = await openFor(environment, 'command');
  await database.close();
  print('The database is up to date.');
}

/** Writes a backup, or asks the server that holds the folder to write it. */
export async function backupCommand(environment: Environment): Promise<void> {
  if (environment.database_url)
    throw new StartupError('With DATABASE_URL use pg_dump: this backup is for the embedded database.');
  const holder = await holderOf(lockFileOf(environment.data_dir));
  if (holder?.role === 'serve') {
    process.kill(holder.pid, 'SIGUSR2');
    print(`The running server (process ${holder.pid}) writes a backup into ${environment.data_dir}/backups`);
    return;
  }
  const database = await openFor(environment, 'command');
  try {
    if (database.dump) print(`Backup: ${await saveBackup(database.dump, environment.data_dir, new Date())}`);
  } finally {
    await database.close();
  }
}

/** Makes an admin and shows the password, this once. */
export async function adminCommand(environment: Environment, args: readonly string[]): Promise<void> {
  const email = emailOf(args);
  const database = await openFor(environment, 'command');
  try {
    const { scope } = environment;
    const deps: Deps = { db: database.db, scope, clock: () => new Date(), log: openLog('silent'), pokes: new Pokes() };
    const password = await makeAdmin(deps, email);
    print(`${email} is an admin now. Password, shown this once: ${password}`);
  } finally {
    await database.close();
  }
}
