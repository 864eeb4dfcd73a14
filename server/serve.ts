import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, listeningUrl } from './app.ts';
import { currentRev } from './context.ts';
import type { Deps } from './deps.ts';
import { backUpOnTimer, saveBackup } from './db/backup.ts';
import { openDatabase, openReplica, type OpenDatabase } from './db/open.ts';
import { urlHost, type Environment } from './environment.ts';
import { checkFileStores, createFileStores, logUnusableStores } from './files/file-stores.ts';
import { loadSecret } from './secret.ts';
import { StartupError, systemErrorCode } from './startup-error.ts';
import { createPush, type Push } from './features/push/send.ts';
import { createDummyHash } from './features/accounts/passwords.ts';
import { prepareAccounts } from './cli/first-start.ts';
import { updateStatisticsOnTimer, updateTableStatistics } from './db/table-statistics.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { startPeriodicJobs } from './jobs/periodic-jobs.ts';
import { startJobs, type JobRunner } from './jobs/runner.ts';
import { createPayments, type ConfiguredPayments } from './features/payments/create-payments.ts';
import { startLanding, type Landing } from './landing/listen.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { subscribeToPokes } from './pg-notify.ts';
import { Pokes } from './pokes.ts';
import { startStatistics } from './features/statistics/record.ts';
import { print } from './cli/print.ts';
import type { SendToChat } from './features/chatbot/delivery.ts';
import { resumeImports } from './features/imports/run.ts';
import { stopOnSignal } from './stop.ts';
import { createEpochStarter } from './sync/lost-writes.ts';
import { startTelegram } from './telegram/bot.ts';
import type { Tracing } from './tracing.ts';
import { skipSending } from './telegram/demo.ts';

/**
 * Opens the database of this environment, and prints a line if the database must first be created, because that takes
 * time. From here on, all files that this process creates are accessible only to its own user; otherwise the embedded
 * database would make its files writable for everyone.
 */
export function openEnvironmentDatabase(
  environment: Environment,
  role: 'serve' | 'command',
  tracing?: Tracing,
): Promise<OpenDatabase> {
  process.umask(0o077);
  return openDatabase({
    dataDir: environment.data_dir,
    databaseUrl: environment.database_url,
    directUrl: environment.direct_url,
    role,
    onQuery: tracing?.onQuery,
    onFirstOpen: () => print('Creating the embedded database (about 3 s) …'),
  });
}

async function listen(app: FastifyInstance, { host, port }: Environment): Promise<number> {
  try {
    const address = await app.listen({ host, port });
    return Number(new URL(address).port);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} is already in use. Choose another one: PORT=${port + 1} npm start`);
    if (code === 'EACCES')
      throw new StartupError(`This user has no permission to listen on port ${port}. Choose another PORT.`);
    throw new StartupError(`Cannot listen on HOST ${host} (${code || 'unknown reason'}).`);
  }
}

/**
 * Starts backups of the embedded database: on a timer, and immediately on SIGUSR2 (`npm run backup`). Returns a
 * function that stops the timer.
 */
function startBackups({ dump }: OpenDatabase, { data_dir }: Environment, { log, clock }: Deps): () => void {
  if (!dump) return () => undefined;
  const logFailure = (error: unknown) => log.error({ err: error }, 'the backup failed');
  const save = async () => log.info({ file: await saveBackup(dump, data_dir, clock()) }, 'backup written');
  process.on('SIGUSR2', () => void save().catch(logFailure));
  return backUpOnTimer(save, data_dir, logFailure);
}

/**
 * Starts updating the planner statistics of the embedded database on a timer. A PostgreSQL server updates them by
 * itself.
 */
function startTableStatistics({ kind, db }: OpenDatabase, { log }: Deps): () => void {
  if (kind !== 'embedded') return () => undefined;
  return updateStatisticsOnTimer(
    () => updateTableStatistics(db),
    (error) => log.error({ err: error }, 'the table statistics could not be updated'),
  );
}

/** Starts the job queue, which sends emails and does other deferred work. */
function startJobQueue(
  deps: Deps,
  { smtp_url, mail_from, data_dir, public_url, assigns }: Environment,
  { money, push }: { money: ConfiguredPayments; push: Push },
  telegram: () => SendToChat | null,
): JobRunner {
  const folder = join(data_dir, 'mail');
  if (!smtp_url) print(`Emails are written to files in ${folder} (set SMTP_URL to send them).`);
  const mailer = createMailer({ smtp_url, from: mail_from, folder, clock: deps.clock });
  const jobs = startJobs(deps, jobHandlers(deps, { mailer, public_url, telegram, assigns, push, ...money }));
  deps.onJobsAdded = () => jobs.wake();
  return jobs;
}

/** Starts the metrics server if a port is configured. The metrics library is loaded only in this case. */
async function startMetricsServer(deps: Deps, { host, metrics_port }: Environment, { pool }: OpenDatabase) {
  if (metrics_port === undefined) return undefined;
  const { startMetrics } = await import('./metrics.ts');
  const metrics = await startMetrics(deps, { host, port: metrics_port, pool });
  print(`Metrics are at ${metrics.url}`);
  return metrics;
}

function announce({ host, is_loopback, public_url }: Environment, port: number, landing: Landing | null): void {
  if (!is_loopback && !public_url.startsWith('https:')) {
    print('Warning: plain http on a public address. Without https, devices cannot stay logged in or install the app.');
  }
  if (landing) print(landing.line);
  print(`Haversack is running at http://${urlHost(host)}:${port}`);
}

/**
 * Shares pokes with the other processes of the database. An embedded database has only this process, and it cannot lose
 * writes while the process runs. Returns a function that unsubscribes.
 */
async function subscribe(deps: Deps, { direct_url, database_url }: Environment): Promise<() => Promise<void>> {
  const direct = direct_url ?? database_url;
  if (!direct) return async () => undefined;
  const startEpoch = createEpochStarter(deps);
  deps.onLoss = (loss) => void startEpoch(loss);
  return subscribeToPokes(deps, direct);
}

/** Creates the dependencies of the parts of the server. Throws a StartupError if a store that has files is not set. */
async function createDeps(environment: Environment, { db }: OpenDatabase, tracing?: Tracing): Promise<Deps> {
  const { scope, log_level, replica_url } = environment;
  const log = createLog(log_level);
  const files = createFileStores(environment.files, log);
  const deps: Deps = { db, scope, clock: () => new Date(), log, pokes: new Pokes(), files, tracing };
  await checkFileStores(deps);
  void logUnusableStores(deps);
  if (replica_url) deps.replica = openReplica(replica_url, deps, tracing?.onQuery);
  return deps;
}

async function run(environment: Environment, database: OpenDatabase, tracing?: Tracing): Promise<void> {
  const { scope, public_url, sync_calls, registration_url, reset_links, telegram_token, demo } = environment;
  const { photos, streams, connections, cors_origins, trusted_proxies } = environment;
  const deps = await createDeps(environment, database, tracing);
  await prepareAccounts(deps, environment);
  deps.pokes.receive({ scope, rev: await currentRev(database.db, scope), audience: [] });
  const unsubscribe = await subscribe(deps, environment);
  const metrics = await startMetricsServer(deps, environment, database);
  const secret = await loadSecret(environment);
  const push = createPush(secret, environment);
  await createDummyHash();
  const web_folder = join(process.cwd(), 'dist/web');
  const telegram = telegram_token ? startTelegram(deps, { token: telegram_token, public_url }) : null;
  const apps: { main?: FastifyInstance } = {};
  const ownUrl = () => listeningUrl(apps.main, public_url);
  let landing: Landing | null = null;
  const urls = { public_url: ownUrl, checkout_url: () => landing?.url ?? '' };
  const money = createPayments(deps, { demo, stripe: environment.stripe, secret, ...urls, app: () => apps.main });
  const jobs = startJobQueue(deps, environment, { money, push }, () => telegram?.send ?? (demo ? skipSending : null));
  await resumeImports(deps);
  await globalThis.pageBuild;
  const state = { isStopping: false };
  const app = await buildApp({
    ...deps,
    ...{ metrics, isStopping: () => state.isStopping },
    payments: money.payments,
    landing_url: () => landing?.url ?? null,
    ...{ secret, previous_secret: environment.previous_secret, push },
    public_url,
    registration_url,
    reset_links,
    sync_calls,
    web_folder,
    demo,
    ...{ photos, streams, connections, cors_origins, trusted_proxies },
    telegram: telegram?.address,
  });
  apps.main = app;
  landing = await startLanding(environment, { deps, public_url: ownUrl, demo_webhooks: money.demo_webhooks });
  const port = await listen(app, environment);
  const stopBackups = startBackups(database, environment, deps);
  const stopTableStatistics = startTableStatistics(database, deps);
  const stopStatistics = await startStatistics(deps);
  const stopPeriodicJobs = startPeriodicJobs(deps, { ...environment, ...money });
  const close = async (): Promise<void> => {
    stopBackups();
    stopTableStatistics();
    await landing?.close();
    await telegram?.stop();
    await metrics?.close();
    await Promise.all([jobs.stop(), stopPeriodicJobs(), stopStatistics()]);
    await unsubscribe();
    await tracing?.close();
    await deps.replica?.db.destroy();
    await database.close();
  };
  stopOnSignal({ app, state, drain_ms: environment.drain_ms, close });
  announce(environment, port, landing);
}

declare global {
  /** The build of the page, which `npm start` runs while the server opens and fills its database. */
  var pageBuild: Promise<void> | undefined;
}

/** Starts tracing if a collector is configured. The libraries are loaded only in this case. */
async function startTraces({ traces, log_level }: Environment): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined;
  const { startTracing } = await import('./tracing.ts');
  return startTracing({ endpoint: traces, log: createLog(log_level) });
}

/** Runs the server until SIGINT or SIGTERM. Throws a StartupError for problems that the operator can fix. */
export async function serve(environment: Environment): Promise<void> {
  const tracing = await startTraces(environment);
  const database = await openEnvironmentDatabase(environment, 'serve', tracing);
  try {
    await run(environment, database, tracing);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
