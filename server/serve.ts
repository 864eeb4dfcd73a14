import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { currentRev } from './context.ts';
import type { Deps } from './deps.ts';
import { backUpOnTimer, saveBackup } from './db/backup.ts';
import { openDatabase, type OpenDatabase } from './db/open.ts';
import { secretOf, urlHost, type Environment } from './environment.ts';
import { StartupError, systemCode } from './startup-error.ts';
import { assignOnTimer } from './features/assignment/run.ts';
import { warmUp } from './features/accounts/passwords.ts';
import { prepareAccounts } from './cli/first-start.ts';
import { cleanUpOnTimer } from './jobs/clean-up.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { startJobs, type JobRunner } from './jobs/runner.ts';
import { openLog } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { subscribeToPokes } from './pg-notify.ts';
import { Pokes } from './pokes.ts';
import { print } from './cli/print.ts';
import type { SendToChat } from './features/chatbot/delivery.ts';
import { startTelegram } from './telegram/bot.ts';
import { sendInDemo } from './telegram/demo.ts';

const STOP_WITHIN_MS = 4_500;

/** The database of this environment, with a word before what takes time. */
export function openFor(environment: Environment, role: 'serve' | 'command'): Promise<OpenDatabase> {
  return openDatabase({
    dataDir: environment.data_dir,
    databaseUrl: environment.database_url,
    directUrl: environment.direct_url,
    role,
    onFirstOpening: () => print('Opening the embedded database (first time, about 3 s) …'),
  });
}

async function listen(app: FastifyInstance, { host, port }: Environment): Promise<number> {
  try {
    const address = await app.listen({ host, port });
    return Number(new URL(address).port);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} is taken. Set another one: PORT=${port + 1} npm start`);
    if (code === 'EACCES') throw new StartupError(`Port ${port} may not be used by this user. Set another PORT.`);
    throw new StartupError(`HOST ${host} cannot be listened on (${code || 'unknown reason'}).`);
  }
}

/** Backups of the embedded database: on a timer, and at once on SIGUSR2 (`npm run backup`). */
function startBackups({ dump }: OpenDatabase, { data_dir }: Environment, { log, clock }: Deps): () => void {
  if (!dump) return () => undefined;
  const failed = (error: unknown) => log.error({ err: error }, 'the backup failed');
  const save = async () => log.info({ file: await saveBackup(dump, data_dir, clock()) }, 'backup');
  process.on('SIGUSR2', () => void save().catch(failed));
  return backUpOnTimer(save, data_dir, failed);
}

/** Ends within five seconds: no new requests, the running ones are answered, then the database is closed. */
function stopOnSignal(app: FastifyInstance, close: () => Promise<void>): void {
  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    print('Stopping …');
    const cut = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS / 3);
    const giveUp = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    await app.close();
    await close();
    clearTimeout(cut);
    clearTimeout(giveUp);
    print('Stopped.');
    process.exit(0);
  }
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

/** Letters, and what else transactions have promised. */
function startWork(
  deps: Deps,
  { smtp_url, mail_from, data_dir, public_url, assigns }: Environment,
  telegram: () => SendToChat | null,
): JobRunner {
  const folder = join(data_dir, 'mail');
  if (!smtp_url) print(`Mails are kept as files in ${folder} (SMTP_URL sends them).`);
  const mailer = createMailer({ smtp_url, from: mail_from, folder, clock: deps.clock });
  const jobs = startJobs(deps, jobHandlers(deps, { mailer, public_url, telegram, assigns }));
  deps.jobsAdded = () => jobs.nudge();
  return jobs;
}

async function run(environment: Environment, database: OpenDatabase): Promise<void> {
  const { scope, public_url, sync_calls, registration_url, telegram_token, demo } = environment;
  const log = openLog(environment.log_level);
  const deps: Deps = { db: database.db, scope, clock: () => new Date(), log, pokes: new Pokes() };
  await prepareAccounts(deps, environment);
  deps.pokes.receive({ scope, rev: await currentRev(database.db, scope), audience: [] });
  const direct = environment.direct_url ?? environment.database_url;
  const leavePokes = direct ? await subscribeToPokes(deps, direct) : async () => undefined;
  const secret = await secretOf(environment);
  await warmUp();
  const web_folder = join(process.cwd(), 'dist/web');
  const telegram = telegram_token ? startTelegram(deps, { token: telegram_token, public_url }) : null;
  const jobs = startWork(deps, environment, () => telegram?.send ?? (demo ? sendInDemo : null));
  const app = await buildApp({
    ...deps,
    secret,
    public_url,
    registration_url,
    sync_calls,
    web_folder,
    demo,
    telegram: telegram?.address,
  });
  const port = await listen(app, environment);
  const stopBackups = startBackups(database, environment, deps);
  const stopCleaning = cleanUpOnTimer(deps);
  const stopAssigning = environment.assigns ? assignOnTimer(deps) : () => undefined;
  stopOnSignal(app, async () => {
    stopBackups();
    stopCleaning();
    stopAssigning();
    await telegram?.stop();
    await jobs.stop();
    await leavePokes();
    await database.close();
  });
  if (!environment.is_loopback && !public_url.startsWith('https:')) {
    print('Warning: plain http beyond this machine. Phones keep no login and install no app without https.');
  }
  print(`Haversack is running at http://${urlHost(environment.host)}:${port}`);
}

export async function serve(environment: Environment): Promise<void> {
  const database = await openFor(environment, 'serve');
  try {
    await run(environment, database);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
