import { resolve } from 'node:path';
import { inScope } from '../context.ts';
import type { Deps } from '../deps.ts';
import { StartupError } from '../startup-error.ts';
import { readCommandEnvironment } from '../organisations.ts';
import { createLog } from '../log.ts';
import { Pokes } from '../pokes.ts';
import { subscribeToPokes } from '../pg-notify.ts';
import { moveMedia } from './move-media.ts';
import { print } from './print.ts';
import { openEnvironmentDatabase } from '../serve.ts';
import { formatIssue } from '../content/import-issue.ts';
import { readContent } from '../content/read.ts';
import type { ImportCounts } from '../content/existing.ts';
import { writeContent } from '../content/write.ts';
import { placeContent } from '../content/write-media.ts';
import { StoreFailure } from '../files/file-store.ts';
import { createFileStores } from '../files/file-stores.ts';

const USAGE = 'Usage: npm run content -- import DIR [--prune] [--skip-bad], or npm run content -- move-media';
const flags = new Set(['--prune', '--skip-bad']);

interface ImportArgs {
  dir: string;
  prune: boolean;
  skip_bad: boolean;
}

function parseArgs(args: readonly string[]): ImportArgs {
  const [command, ...rest] = args;
  const dirs = rest.filter((arg) => !arg.startsWith('--'));
  const unknown = rest.find((arg) => arg.startsWith('--') && !flags.has(arg));
  const [dir] = dirs;
  if (command !== 'import' || dir === undefined || dirs.length > 1 || unknown) throw new StartupError(USAGE);
  return { dir: resolve(dir), prune: rest.includes('--prune'), skip_bad: rest.includes('--skip-bad') };
}

function report(counts: ImportCounts, prune: boolean): void {
  print(`${counts.added} added, ${counts.updated} updated, ${counts.unchanged} unchanged.`);
  if (counts.removed.length === 0) return;
  for (const path of counts.removed) print(`  no longer in the folder: ${path}`);
  print(prune ? `${counts.pruned} deleted.` : 'They were kept. Use --prune to delete them.');
}

/** Rethrows an error of the import; a failure of the file store becomes a StartupError, which is printed as one line. */
function rethrowForOperator(error: unknown): never {
  if (error instanceof StoreFailure)
    throw new StartupError(`The files could not be stored: ${error.reason}. Nothing was imported.`);
  throw error;
}

/**
 * Imports a folder of lessons, news, events, books and packages. Returns the exit code, which is 1 if any file has a
 * problem.
 */
async function importContent(args: readonly string[]): Promise<number> {
  const options = parseArgs(args);
  const content = await readContent(options.dir);
  for (const problem of content.problems) print(formatIssue(problem));
  if (content.problems.length > 0 && !options.skip_bad) {
    print(`Nothing was imported: ${content.problems.length} problem(s). Use --skip-bad to skip these files.`);
    return 1;
  }
  const environment = await readCommandEnvironment(process.env);
  const { scope, database_url, direct_url } = environment;
  const database = await openEnvironmentDatabase(environment, 'command');
  const log = createLog('error');
  const files = createFileStores(environment.files, log);
  const deps: Deps = { db: database.db, scope, clock: () => new Date(), log, pokes: new Pokes(), files };
  const direct = direct_url ?? database_url;
  const unsubscribe = direct ? await subscribeToPokes(deps, direct) : async () => undefined;
  try {
    const placed = await placeContent(deps, content).catch(rethrowForOperator);
    const counts = await inScope(deps, scope, async ({ tx, nextRev, poke, received_at }) => {
      poke('all');
      return writeContent(tx, content, { scope, now: received_at, prune: options.prune, nextRev, placed });
    });
    report(counts, options.prune);
  } finally {
    await unsubscribe();
    await database.close();
  }
  return content.problems.length > 0 ? 1 : 0;
}

async function run(args: readonly string[]): Promise<number> {
  const isMove = args[0] === 'move-media' && args.length === 1;
  return isMove ? moveMedia(await readCommandEnvironment(process.env)) : importContent(args);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  print(error.message);
  process.exitCode = 1;
}
