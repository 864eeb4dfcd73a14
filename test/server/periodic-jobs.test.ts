import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { startPeriodicJob, takeLease, type PeriodicJob } from '../../server/jobs/periodic.ts';
import { periodicJobs } from '../../server/jobs/periodic-jobs.ts';
import { openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';

const EVERY_MS = 60_000;

let server: TestServer;
let world: PaymentServer;
let statements: ReturnType<typeof vi.spyOn>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await openTestServer();
  world = await openPaymentServer();
});
afterAll(() => Promise.all([server.close(), world.server.close()]));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  statements = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Starts a job in `count` processes whose timers fire at the same times. `runs` counts the runs of each process. */
function startInProcesses(
  count: number,
  { name, ...job }: Partial<PeriodicJob> & { name: string },
  deps: Deps = server.deps,
) {
  const runs = Array.from({ length: count }, () => 0);
  const stop = runs.map((_, index) => {
    const run = async () => {
      runs[index]! += 1;
    };
    return startPeriodicJob(deps, { every_ms: EVERY_MS, run, ...job, name });
  });
  stops.push(...stop);
  return { runs, stop };
}

const total = (runs: readonly number[]): number => runs.reduce((sum, count) => sum + count, 0);

/** Waits until the statements that the timers have started have ended. */
async function waitForStatements(): Promise<void> {
  await Promise.all((statements.mock.results as { value: unknown }[]).map(({ value }) => value));
}

/** Advances the timers and the clock of the server by whole intervals. */
async function pass(intervals = 1): Promise<void> {
  for (let index = 0; index < intervals; index += 1) {
    server.clock.advance(EVERY_MS);
    vi.advanceTimersByTime(EVERY_MS);
    await waitForStatements();
  }
}

describe('a periodic job', () => {
  it('runs a periodic job in one of several processes at each interval', async () => {
    const { runs } = startInProcesses(3, { name: 'shared' });
    await pass();
    await expect.poll(() => total(runs)).toBe(1);
    await pass();
    await expect.poll(() => total(runs)).toBe(2);
  });

  it('runs a periodic job in another process after the first process has stopped', async () => {
    const { runs, stop } = startInProcesses(2, { name: 'taken-over' });
    await pass();
    await expect.poll(() => total(runs)).toBe(1);
    const first = runs.indexOf(1);
    await stop[first]!();
    await pass();
    await expect.poll(() => runs[1 - first]).toBe(1);
    expect(runs[first]).toBe(1);
  });

  it('a periodic job may run again after a lease of nine tenths of its interval', async () => {
    const job = { name: 'leased', every_ms: 10_000 };
    const tryToTakeLease = () => takeLease(server.deps, job);
    expect(await tryToTakeLease()).toBe(true);
    server.clock.advance(8_999);
    expect(await tryToTakeLease()).toBe(false);
    server.clock.advance(1);
    expect(await tryToTakeLease()).toBe(true);
  });

  it('runs a periodic job for the first time after its first delay', async () => {
    const { runs } = startInProcesses(1, { name: 'delayed', first_ms: 1000, every_ms: 3_600_000 });
    vi.advanceTimersByTime(999);
    expect(runs).toEqual([0]);
    vi.advanceTimersByTime(1);
    await expect.poll(() => runs).toEqual([1]);
  });

  it('logs a failed run with the name of the job and runs again at the next interval', async () => {
    const log = vi.spyOn(server.deps.log, 'error').mockReturnValue(undefined);
    const failure = new Error('no network');
    const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(failure).mockResolvedValue();
    startInProcesses(1, { name: 'failing', run });
    await pass();
    await expect.poll(() => log.mock.calls).toEqual([[{ err: failure, job: 'failing' }, 'a periodic job failed']]);
    await pass();
    await expect.poll(() => run.mock.calls.length).toBe(2);
  });

  it('never runs a periodic job twice at the same time in a process', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = vi.fn<() => Promise<void>>(() => promise);
    const { stop } = startInProcesses(1, { name: 'slow', run });
    await pass();
    await expect.poll(() => run.mock.calls.length).toBe(1);
    await pass(2);
    expect(run).toHaveBeenCalledTimes(1);
    let isStopped = false;
    const stopPromise = stop[0]!().then(() => {
      isStopped = true;
    });
    await waitForStatements();
    expect(isStopped).toBe(false);
    resolve();
    await stopPromise;
    await pass();
    expect(run).toHaveBeenCalledTimes(1);
  });
});

it.each([
  ['clean_up', 360, 1],
  ['maintain_partitions', 360, 2],
  ['collect_files', 360, 10],
  ['notify_due_tasks', 1, undefined],
  ['renew_subscriptions', 1, undefined],
  ['charge_donations', 1, undefined],
  ['check_accounting', 10, undefined],
  ['reconcile_payments', 5, undefined],
  ['assign_leads', 5, undefined],
  ['return_leads', 5, undefined],
])('the job %s runs every %i minutes (first delay of its own in minutes: %s)', (name, minutes, first) => {
  const jobs = periodicJobs(server.deps, { payments: world.payments, assigns: true, returns: true });
  const job = jobs.find((candidate) => candidate.name === name);
  expect(job).toMatchObject({ every_ms: minutes * 60_000, ...(first && { first_ms: first * 60_000 }) });
  expect(jobs).toHaveLength(10);
});

it('an installation without payments, automatic assignment and automatic return has no jobs for them', () => {
  const jobs = periodicJobs(server.deps, { payments: undefined, assigns: false, returns: false });
  const names = ['clean_up', 'maintain_partitions', 'collect_files', 'notify_due_tasks', 'renew_subscriptions'];
  expect(jobs.map(({ name }) => name)).toEqual([...names, 'charge_donations', 'check_accounting']);
});
