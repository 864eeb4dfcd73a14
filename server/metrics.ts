import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from './db/open.ts';
import type { Deps } from './deps.ts';
import { urlHost } from './environment.ts';
import { StartupError, systemErrorCode } from './startup-error.ts';

/** Bucket bounds of the response time histogram, in seconds. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Devices that have not been seen for this long do not count as having unsent writes: most are no longer used. */
const UNSENT_DAYS = 14;

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** The metrics of an organisation. */
export interface Metrics {
  /** Counts the requests of an app and measures their duration. */
  observe(app: FastifyInstance): void;
}

export interface OrganisationOptions {
  /** Returns the state of the connection pool; null for the embedded database. */
  pool: (() => PoolState) | null;
  /** The value of the label `organisation`; absent if the process serves only one. */
  organisation?: string | undefined;
}

export interface MetricsServer {
  /** Adds an organisation. Sets its `deps.onPeriodicRun`. */
  add(deps: Deps, options: OrganisationOptions): Metrics;
  /** URL at which Prometheus reads the metrics. */
  url: string;
  close(): Promise<void>;
}

interface State {
  waiting_jobs: number;
  failed_jobs: number;
  /** Due time of the job that has been overdue for the longest time; null if no job is overdue. */
  due_at: string | null;
  devices: number;
  unsent: number;
  unsent_since: string | null;
  revision: number;
}

/** Reads the state of the organisation in one statement. */
async function stateOf({ db, scope, clock }: Deps): Promise<State> {
  const now = clock();
  const seenAfter = new Date(now.getTime() - UNSENT_DAYS * DAY_MS).toISOString();
  const { rows } = await sql<State>`select
    j.waiting_jobs, j.failed_jobs, j.due_at, d.devices, d.unsent, d.unsent_since,
    coalesce((select rev from sync_counter where scope = ${scope}), 0) as revision
    from (select count(*) filter (where failed_at is null) as waiting_jobs,
        count(*) filter (where failed_at is not null) as failed_jobs,
        min(run_at) filter (where failed_at is null and run_at <= ${now.toISOString()}) as due_at
      from jobs where scope = ${scope}) j,
      (select count(*) filter (where pending > 0) as devices, coalesce(sum(pending), 0) as unsent,
        min(oldest_pending_at) filter (where pending > 0) as unsent_since
      from sync_devices where scope = ${scope} and revoked_at is null and last_pull_at >= ${seenAfter}) d`.execute(db);
  return rows[0]!;
}

/** Returns the seconds that have passed since an instant; 0 for null. */
const ageOf = (instant: string | null, now: Date): number =>
  instant === null ? 0 : Math.max(0, now.getTime() - Date.parse(instant)) / SECOND_MS;

/** Registers the gauges that describe the organisation. Returns a function that reads them from the database. */
function addOrganisationGauges(register: Registry, deps: Deps): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name: `haversack_${name}`, help, registers: [register] });
  const counts = {
    waiting_jobs: gauge('jobs_waiting', 'Jobs in the queue that are not given up'),
    failed_jobs: gauge('jobs_failed', 'Jobs that were given up within the last week'),
    devices: gauge('devices_unsent', 'Devices that reported unsent writes at their last request'),
    unsent: gauge('writes_unsent', 'Unsent writes that devices reported at their last request'),
    revision: gauge('revision', 'Newest revision of the organisation'),
  };
  const due = gauge('jobs_overdue_seconds', 'How long the most overdue job has waited');
  const unsent = gauge('writes_unsent_age_seconds', 'Age of the oldest unsent write that a device reported');
  const up = gauge('database_up', 'Whether the database responded');
  return async () => {
    try {
      const state = await stateOf(deps);
      for (const key of ['waiting_jobs', 'failed_jobs', 'devices', 'unsent', 'revision'] as const)
        counts[key].set(state[key]);
      due.set(ageOf(state.due_at, deps.clock()));
      unsent.set(ageOf(state.unsent_since, deps.clock()));
      up.set(1);
    } catch (error) {
      deps.log.warn({ err: error }, 'the state for the metrics could not be read');
      up.set(0);
    }
  };
}

/** Registers the gauges of this process: event streams and, on a PostgreSQL server, connections. */
function addProcessGauges(register: Registry, { pokes }: Deps, pool: (() => PoolState) | null): void {
  new Gauge({
    name: 'haversack_event_streams',
    help: 'Open event streams of this process',
    registers: [register],
    collect() {
      this.set(pokes.listenerCount());
    },
  });
  if (!pool) return;
  new Gauge({
    name: 'haversack_database_connections',
    help: 'Connections to the database by state, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}

interface Organisation extends Metrics {
  register: Registry;
  /** Reads the state of the organisation from the database. */
  update(): Promise<void>;
}

function createOrganisation(deps: Deps, { pool, organisation }: OrganisationOptions): Organisation {
  const register = new Registry();
  if (organisation !== undefined) register.setDefaultLabels({ organisation });
  const duration = new Histogram({
    name: 'haversack_request_duration_seconds',
    help: 'Duration of requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_S,
    registers: [register],
  });
  const runs = new Counter({
    name: 'haversack_periodic_job_runs_total',
    help: 'Runs of periodic jobs in this process by result',
    labelNames: ['job', 'result'],
    registers: [register],
  });
  addProcessGauges(register, deps, pool);
  deps.onPeriodicRun = (job, result) => runs.inc({ job, result });
  const observe = (app: FastifyInstance): void => {
    app.addHook('onResponse', async ({ routeOptions, method }, { statusCode, elapsedTime }) => {
      const labels = { route: routeOptions.url ?? 'unknown', method, status: String(statusCode) };
      duration.observe(labels, elapsedTime / SECOND_MS);
    });
  };
  return { register, update: addOrganisationGauges(register, deps), observe };
}

/** Returns the metrics of all organisations in the format of Prometheus, with each name described only once. */
async function textOf(organisations: readonly Organisation[]): Promise<string> {
  await Promise.all(organisations.map(({ update }) => update()));
  const metrics = await Promise.all(organisations.map(({ register }) => register.getMetricsAsJSON()));
  return AggregatorRegistry.aggregate(metrics).metrics();
}

/**
 * Collects metrics in the format of Prometheus, and serves them on a port of their own, which no proxy should forward.
 * Throws a StartupError if the port cannot be used.
 */
export async function startMetrics({ host, port }: { host: string; port: number }): Promise<MetricsServer> {
  const process = new Registry();
  collectDefaultMetrics({ register: process });
  const organisations: Organisation[] = [];
  const app = fastify();
  app.get('/metrics', async (_request, reply) =>
    reply.type(process.contentType).send(`${await process.metrics()}\n${await textOf(organisations)}`),
  );
  const add: MetricsServer['add'] = (deps, options) => {
    const organisation = createOrganisation(deps, options);
    organisations.push(organisation);
    return organisation;
  };
  try {
    const address = await app.listen({ host, port });
    return { add, url: `http://${urlHost(host)}:${new URL(address).port}/metrics`, close: () => app.close() };
  } catch (error) {
    throw new StartupError(`Cannot listen on METRICS_PORT ${port} (${systemErrorCode(error) || 'unknown reason'}).`);
  }
}
