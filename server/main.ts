import { adminCommand, backupCommand, migrateCommand } from './cli/commands.ts';
import { newEpochCommand, restoreCommand } from './cli/restore.ts';
import { moveMedia } from './cli/move-media.ts';
import { readEnvironment } from './environment.ts';
import { checkNodeVersion } from './node-version.ts';
import { readCommandEnvironment } from './organisations.ts';
import { StartupError } from './startup-error.ts';
import { printError } from './cli/print.ts';
import { serve } from './serve.ts';

async function run([command, ...args]: readonly string[]): Promise<void> {
  checkNodeVersion(process.versions.node);
  if (command === undefined) return serve(readEnvironment(process.env));
  const environment = await readCommandEnvironment(process.env);
  if (command === 'migrate') return migrateCommand(environment);
  if (command === 'backup') return backupCommand(environment);
  if (command === 'admin') return adminCommand(environment, args);
  if (command === 'restore') return restoreCommand(environment, args, new Date());
  if (command === 'new-epoch') return newEpochCommand(environment);
  if (command === 'move-media') {
    process.exitCode = await moveMedia(environment);
    return undefined;
  }
  throw new StartupError(
    `Unknown command ${command}. Commands: migrate, backup, admin, restore, new-epoch, move-media. Without a command the server starts.`,
  );
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  printError(error instanceof StartupError ? error.message : `The server failed to start: ${String(error)}`);
  process.exit(1);
}
