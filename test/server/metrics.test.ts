import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { startMetrics, type Metrics, type MetricsServer } from '../../server/metrics.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let metrics: MetricsServer;
let own: Metrics;
const open: TestServer[] = [];

beforeEach(async () => {
  server = await openTestServer();
  open.push(server);
  metrics = await startMetrics({ host: '127.0.0.1', port: 0 });
  own = metrics.add(server.deps, { pool: null });
});
afterEach(() => metrics.close());
afterAll(() => Promise.all(open.map((each) => each.close())));

const hoursAgo = (hours: number): string => new Date(server.clock.now().getTime() - hours * HOUR_MS).toISOString();

/** Fetches the metrics in the same way as Prometheus. Returns the values by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(metrics.url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

async function addJob(values: { run_at: string; failed_at?: string }): Promise<void> {
  const { scope } = server;
  const job = {
    scope,
    id: uuidv7(),
    kind: 'send_email',
    payload: JSON.stringify({}),
    created_at: hoursAgo(9),
    ...values,
  };
  await server.deps.db.insertInto('jobs').values(job).execute();
}

async function addDevice(values: { pending: number; oldest_pending_at: string | null; last_pull_at: string }) {
  const { id: user_id } = await server.user();
  await server.deps.db
    .insertInto('sync_devices')
    .values({ scope: server.scope, device_id: uuidv7(), user_id, ...values })
    .execute();
}

it('the metrics count requests by route, method and status, without ids from their URLs', async () => {
  const measuredServer = await openTestServer({ app: { metrics: own } });
  open.push(measuredServer);
  await measuredServer.app.inject('/healthz');
  await measuredServer.app.inject('/healthz');
  await measuredServer.app.inject(`/media/${'c'.repeat(64)}`);
  const values = await scrape();
  const count = 'haversack_request_duration_seconds_count';
  expect(values.get(`${count}{route="/healthz",method="GET",status="200"}`)).toBe(2);
  const limits = [...values.keys()].flatMap((key) => /_bucket\{le="([^"]+)",route="\/healthz"/.exec(key)?.[1] ?? []);
  // The alert for slow pushes has a threshold of 2 seconds, which needs a bucket boundary below and above it.
  expect(limits.join(' ')).toBe('0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf');
  const routes = [...values.keys()].filter((key) => key.startsWith(count));
  expect(routes).toHaveLength(2);
  expect(routes.join()).not.toContain('cccc');
});

it('the metrics count waiting and failed jobs, and the delay of the most overdue job', async () => {
  await addJob({ run_at: hoursAgo(2) });
  await addJob({ run_at: hoursAgo(1) });
  await addJob({ run_at: hoursAgo(-1) });
  await addJob({ run_at: hoursAgo(5), failed_at: hoursAgo(1) });
  const values = await scrape();
  expect(values.get('haversack_jobs_waiting')).toBe(3);
  expect(values.get('haversack_jobs_failed')).toBe(1);
  expect(values.get('haversack_jobs_overdue_seconds')).toBe(7200);
});

it('the metrics sum the unsent writes that devices reported within 14 days', async () => {
  await addDevice({ pending: 3, oldest_pending_at: hoursAgo(5), last_pull_at: hoursAgo(1) });
  await addDevice({ pending: 2, oldest_pending_at: hoursAgo(2), last_pull_at: hoursAgo(14 * 24) });
  await addDevice({ pending: 7, oldest_pending_at: hoursAgo(999), last_pull_at: hoursAgo(14 * 24 + 1) });
  await addDevice({ pending: 0, oldest_pending_at: null, last_pull_at: hoursAgo(1) });
  const values = await scrape();
  expect(values.get('haversack_devices_unsent')).toBe(2);
  expect(values.get('haversack_writes_unsent')).toBe(5);
  expect(values.get('haversack_writes_unsent_age_seconds')).toBe(5 * 3600);
});

it('the metrics count runs of periodic jobs, open event streams and connections', async () => {
  server.deps.onPeriodicRun?.('clean_up', 'ok');
  server.deps.onPeriodicRun?.('clean_up', 'failed');
  const listener = { user_id: 'anna', poke: () => undefined, recheck: () => undefined };
  server.deps.pokes.listen(server.scope, listener);
  const valuesOfServer = await scrape();
  expect(valuesOfServer.get('haversack_periodic_job_runs_total{job="clean_up",result="ok"}')).toBe(1);
  expect(valuesOfServer.get('haversack_periodic_job_runs_total{job="clean_up",result="failed"}')).toBe(1);
  expect(valuesOfServer.get('haversack_event_streams')).toBe(1);
  expect([...valuesOfServer.keys()].join()).not.toContain('haversack_database_connections');
  await metrics.close();
  metrics = await startMetrics({ host: '127.0.0.1', port: 0 });
  metrics.add(server.deps, { pool: () => ({ busy: 2, idle: 1, waiting: 4 }) });
  const values = await scrape();
  expect(values.get('haversack_database_connections{state="busy"}')).toBe(2);
  expect(values.get('haversack_database_connections{state="waiting"}')).toBe(4);
});

it('the metrics report a database that does not respond, and log the error', async () => {
  expect((await scrape()).get('haversack_database_up')).toBe(1);
  const log = vi.spyOn(server.deps.log, 'warn').mockReturnValue(undefined);
  const failure = new Error('no database');
  const failing = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery').mockRejectedValue(failure);
  expect((await scrape()).get('haversack_database_up')).toBe(0);
  expect(log).toHaveBeenCalledWith({ err: failure }, 'the state for the metrics could not be read');
  failing.mockRestore();
  log.mockRestore();
});

it('refuses a metrics port that is in use, and names the variable in the message', async () => {
  const port = Number(new URL(metrics.url).port);
  const start = startMetrics({ host: '127.0.0.1', port });
  await expect(start).rejects.toThrow(`Cannot listen on METRICS_PORT ${port} (EADDRINUSE).`);
});

it('the metrics of several organisations have a label, and each name is described once', async () => {
  const [north, south] = [await openTestServer(), await openTestServer()];
  open.push(north, south);
  await metrics.close();
  metrics = await startMetrics({ host: '127.0.0.1', port: 0 });
  const metricsOfNorth = metrics.add(north.deps, { pool: null, organisation: 'north' });
  metrics.add(south.deps, { pool: null, organisation: 'south' });
  const app = await openTestServer({ app: { metrics: metricsOfNorth } });
  open.push(app);
  await app.app.inject('/healthz');
  const values = await scrape();
  const labels = 'route="/healthz",method="GET",status="200",organisation="north"';
  const counts = [...values].filter(([name]) => name.startsWith('haversack_request_duration_seconds_count'));
  expect(counts).toEqual([[`haversack_request_duration_seconds_count{${labels}}`, 1]]);
  for (const organisation of ['north', 'south'])
    expect(values.get(`haversack_database_up{organisation="${organisation}"}`)).toBe(1);
  expect(values.has('process_start_time_seconds')).toBe(true);
  const text = await (await fetch(metrics.url)).text();
  const typeLines = text.split('\n').filter((line) => line.startsWith('# TYPE'));
  expect(new Set(typeLines).size).toBe(typeLines.length);
});
