import type { FastifyInstance } from 'fastify';
import { print } from './cli/print.ts';
import { backUpOnTimer, saveBackup } from './db/backup.ts';
import { openDatabase, type OpenDatabase } from './db/open.ts';
import { updateStatisticsOnTimer, updateTableStatistics } from './db/table-statistics.ts';
import type { Deps } from './deps.ts';
import { urlHost, type Environment } from './environment.ts';
import { createDummyHash } from './features/accounts/passwords.ts';
import { createHostFront } from './host-front.ts';
import { listenLanding, startLanding, startLandingAt } from './landing/listen.ts';
import { createLog } from './log.ts';
import type { MetricsServer } from './metrics.ts';
import { openOrganisation, type OpenOrganisation, type Shared } from './organisation.ts';
import { readOrganisations } from './organisations.ts';
import { StartupError, systemErrorCode } from './startup-error.ts';
import { stopOnSignal } from './stop.ts';
import type { Tracing } from './tracing.ts';

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
function startBackups({ dump }: OpenDatabase, data_dir: string, { log, clock }: Deps): () => void {
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

/** The databases of this process. Organisations with the same database share its connections. */
class Databases {
  readonly #opened = new Map<string, { database: OpenDatabase; data_dir: string }>();
  readonly #tracing: Tracing | undefined;

  constructor(tracing: Tracing | undefined) {
    this.#tracing = tracing;
  }

  async open(environment: Environment): Promise<OpenDatabase> {
    const { database_url, data_dir } = environment;
    const key = database_url ?? data_dir;
    const known = this.#opened.get(key);
    if (known) return known.database;
    const database = await openEnvironmentDatabase(environment, 'serve', this.#tracing);
    this.#opened.set(key, { database, data_dir });
    return database;
  }

  /** Starts backups and the update of statistics. Returns functions that stop them. */
  startUpkeep(deps: Deps): (() => void)[] {
    return [...this.#opened.values()].flatMap(({ database, data_dir }) => [
      startBackups(database, data_dir, deps),
      startTableStatistics(database, deps),
    ]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map(({ database }) => database.close()));
  }
}

/** Starts the metrics server if a port is configured. The metrics library is loaded only in this case. */
async function startMetricsServer({ host, metrics_port }: Environment): Promise<MetricsServer | undefined> {
  if (metrics_port === undefined) return undefined;
  const { startMetrics } = await import('./metrics.ts');
  const metrics = await startMetrics({ host, port: metrics_port });
  print(`Metrics are at ${metrics.url}`);
  return metrics;
}

function announce(
  { host, is_loopback }: Environment,
  port: number,
  organisations: readonly RunningOrganisation[],
): void {
  const isPlain = organisations.some(({ environment }) => !environment.public_url.startsWith('https:'));
  if (!is_loopback && isPlain) {
    print('Warning: plain http on a public address. Without https, devices cannot stay logged in or install the app.');
  }
  for (const { landing } of organisations) if (landing) print(landing.line);
  print(`Haversack is running at http://${urlHost(host)}:${port}`);
}

interface RunningOrganisation extends OpenOrganisation {
  environment: Environment;
}

/** The app that receives the requests, the organisations that it serves, and a function to end shared parts. */
interface Front {
  app: FastifyInstance;
  organisations: readonly RunningOrganisation[];
  /** Ends the parts that the organisations share. */
  close(): Promise<void>;
}

type SharedParts = Pick<Shared, 'tracing' | 'metrics' | 'isStopping'>;

/** Opens the only organisation of this process, whose app serves all requests. */
async function openSingle(environment: Environment, databases: Databases, parts: SharedParts): Promise<Front> {
  const database = await databases.open(environment);
  const organisation = await openOrganisation(environment, { ...parts, database, startLanding });
  const close = async (): Promise<void> => undefined;
  return { app: organisation.app, organisations: [{ ...organisation, environment }], close };
}

/** Opens the organisations of the file. The host name of a request decides which of them serves it. */
async function openSeveral(
  environment: Environment,
  file: string,
  databases: Databases,
  parts: SharedParts,
): Promise<Front> {
  const listed = await readOrganisations(file, process.env);
  const { connections, log_level, host } = environment;
  const options = { log: createLog(log_level), connections, isStopping: parts.isStopping };
  const [front, landings] = [await createHostFront(options), await createHostFront(options)];
  const organisations: RunningOrganisation[] = [];
  for (const { hosts, environment: own } of listed) {
    const database = await databases.open(own);
    const shared: Shared = { ...parts, database, label: own.scope, startLanding: startLandingAt(landings) };
    const organisation = await openOrganisation(own, shared);
    front.add(hosts, organisation.app);
    organisations.push({ ...organisation, environment: own });
    print(`${own.scope} is at ${own.public_url}`);
  }
  const secondOrigin = listed.find((each) => each.environment.landing)?.environment.landing;
  if (secondOrigin) await listenLanding(landings.app, secondOrigin, host);
  return { app: front.app, organisations, close: () => landings.app.close() };
}

async function run(environment: Environment, databases: Databases, tracing?: Tracing): Promise<void> {
  const state = { isStopping: false };
  const metrics = await startMetricsServer(environment);
  await createDummyHash();
  const parts: SharedParts = { tracing, metrics, isStopping: () => state.isStopping };
  const { organisations_file } = environment;
  const front =
    organisations_file === undefined
      ? await openSingle(environment, databases, parts)
      : await openSeveral(environment, organisations_file, databases, parts);
  const { app, organisations } = front;
  const port = await listen(app, environment);
  const stops = databases.startUpkeep(organisations[0]!.deps);
  for (const organisation of organisations) organisation.start();
  const close = async (): Promise<void> => {
    for (const stop of stops) stop();
    await front.close();
    await Promise.all(organisations.map((organisation) => organisation.close()));
    await metrics?.close();
    await tracing?.close();
    await databases.close();
  };
  stopOnSignal({ app, state, drain_ms: environment.drain_ms, close });
  announce(environment, port, organisations);
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
  const databases = new Databases(tracing);
  try {
    await run(environment, databases, tracing);
  } catch (error) {
    await databases.close().catch(() => undefined);
    throw error;
  }
}
