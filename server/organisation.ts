import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, listeningUrl } from './app.ts';
import { prepareAccounts } from './cli/first-start.ts';
import { print } from './cli/print.ts';
import { currentRev } from './context.ts';
import { openReplica, type OpenDatabase } from './db/open.ts';
import type { Deps } from './deps.ts';
import type { Environment } from './environment.ts';
import type { SendToChat } from './features/chatbot/delivery.ts';
import { resumeImports } from './features/imports/run.ts';
import { createPayments, type ConfiguredPayments } from './features/payments/create-payments.ts';
import { createPush, type Push } from './features/push/send.ts';
import { startStatistics } from './features/statistics/record.ts';
import { checkFileStores, createFileStores, logUnusableStores } from './files/file-stores.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { startPeriodicJobs } from './jobs/periodic-jobs.ts';
import { startJobs, type JobRunner } from './jobs/runner.ts';
import type { LandingOptions } from './landing/app.ts';
import type { Landing } from './landing/listen.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import type { MetricsServer } from './metrics.ts';
import { subscribeToPokes } from './pg-notify.ts';
import { Pokes } from './pokes.ts';
import { loadSecret } from './secret.ts';
import { createEpochStarter } from './sync/lost-writes.ts';
import { startTelegram } from './telegram/bot.ts';
import { skipSending } from './telegram/demo.ts';
import type { Tracing } from './tracing.ts';

/** What an organisation shares with the others of its process. */
export interface Shared {
  database: OpenDatabase;
  tracing: Tracing | undefined;
  metrics: MetricsServer | undefined;
  /** Names the organisation in metrics and logs; absent if the process serves only one organisation. */
  label?: string | undefined;
  isStopping: () => boolean;
  startLanding: (environment: Environment, options: Omit<LandingOptions, 'landing_url'>) => Promise<Landing | null>;
}

export interface OpenOrganisation {
  /** The app, which does not listen yet. */
  app: FastifyInstance;
  deps: Deps;
  landing: Landing | null;
  /** Starts the periodic jobs and the statistics. */
  start(): void;
  /** Ends everything but the app and the database. */
  close(): Promise<void>;
}

/** Starts the job queue, which sends emails and does other deferred work. */
function startJobQueue(
  deps: Deps,
  { smtp_url, mail_from, work_dir, public_url, assigns }: Environment,
  { money, push }: { money: ConfiguredPayments; push: Push },
  telegram: () => SendToChat | null,
): JobRunner {
  const folder = join(work_dir, 'mail');
  if (!smtp_url) print(`Emails are written to files in ${folder} (set SMTP_URL to send them).`);
  const mailer = createMailer({ smtp_url, from: mail_from, folder, clock: deps.clock });
  const jobs = startJobs(deps, jobHandlers(deps, { mailer, public_url, telegram, assigns, push, ...money }));
  deps.onJobsAdded = () => jobs.wake();
  return jobs;
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

/** Creates the dependencies of the parts of the server. Throws a StartupError if files are in a store that is not configured. */
async function createDeps(environment: Environment, { database: { db }, tracing, label }: Shared): Promise<Deps> {
  const { scope, log_level, replica_url } = environment;
  const log = createLog(log_level, label);
  const files = createFileStores(environment.files, log);
  const deps: Deps = { db, scope, clock: () => new Date(), log, pokes: new Pokes(), files, tracing };
  await checkFileStores(deps);
  void logUnusableStores(deps);
  if (replica_url) deps.replica = openReplica(replica_url, deps, tracing?.onQuery);
  return deps;
}

/** Opens the app of an organisation with its own jobs, caches, limits and event streams. */
export async function openOrganisation(environment: Environment, shared: Shared): Promise<OpenOrganisation> {
  const { scope, public_url, sync_calls, registration_url, reset_links, telegram_token, demo } = environment;
  const { photos, streams, connections, cors_origins, trusted_proxies } = environment;
  const deps = await createDeps(environment, shared);
  await prepareAccounts(deps, environment);
  deps.pokes.receive({ scope, rev: await currentRev(deps.db, scope), audience: [] });
  const unsubscribe = await subscribe(deps, environment);
  const metrics = shared.metrics?.add(deps, { pool: shared.database.pool, organisation: shared.label });
  const secret = await loadSecret(environment);
  const push = createPush(secret, environment);
  const telegram = telegram_token ? startTelegram(deps, { token: telegram_token, public_url }) : null;
  const apps: { main?: FastifyInstance } = {};
  const ownUrl = () => listeningUrl(apps.main, public_url);
  const opened: { landing: Landing | null } = { landing: null };
  const urls = { public_url: ownUrl, checkout_url: () => opened.landing?.url ?? '' };
  const money = createPayments(deps, { demo, stripe: environment.stripe, secret, ...urls, app: () => apps.main });
  const jobs = startJobQueue(deps, environment, { money, push }, () => telegram?.send ?? (demo ? skipSending : null));
  await resumeImports(deps);
  await globalThis.pageBuild;
  const app = await buildApp({
    ...deps,
    ...{ metrics, isStopping: shared.isStopping },
    payments: money.payments,
    landing_url: () => opened.landing?.url ?? null,
    ...{ secret, previous_secret: environment.previous_secret, push },
    ...{ public_url, registration_url, reset_links, sync_calls, demo },
    web_folder: join(process.cwd(), 'dist/web'),
    ...{ photos, streams, connections, cors_origins, trusted_proxies },
    telegram: telegram?.address,
  });
  apps.main = app;
  const landing = await shared.startLanding(environment, {
    ...{ deps, public_url: ownUrl, demo_webhooks: money.demo_webhooks },
  });
  opened.landing = landing;
  const stops: (() => Promise<void>)[] = [() => jobs.stop()];
  return {
    ...{ app, deps, landing },
    start: () => {
      stops.push(startStatistics(deps), startPeriodicJobs(deps, { ...environment, ...money }));
    },
    close: async () => {
      await landing?.close();
      await telegram?.stop();
      await Promise.all(stops.map((stop) => stop()));
      await unsubscribe();
      await deps.replica?.db.destroy();
    },
  };
}

declare global {
  /** The build of the page, which `npm start` runs while the server opens and fills its database. */
  var pageBuild: Promise<void> | undefined;
}
