import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { logFailure } from '../log-failure.ts';

/** A job that is run at intervals. It must be safe to run the job twice, or in two processes at the same time. */
export interface PeriodicJob {
  /** Name of the lease, which also appears in the log. */
  name: string;
  every_ms: number;
  /** Milliseconds until the first run. Default: `every_ms`. */
  first_ms?: number;
  run: () => Promise<unknown>;
}

/**
 * Duration of a lease as a share of the interval. It is below 1, so that the lease has always expired when the next
 * timer of its holder fires.
 */
const LEASE_SHARE = 0.9;

/**
 * Takes the lease of a job for almost one interval, so that only one of several processes runs the job. Returns whether
 * this process may run the job now. If the process that holds the lease dies, another process takes over at its own
 * next interval.
 */
export async function takeLease(
  { db, scope, clock }: Deps,
  { name, every_ms }: Pick<PeriodicJob, 'name' | 'every_ms'>,
): Promise<boolean> {
  const now = clock().getTime();
  const ends_at = new Date(now + every_ms * LEASE_SHARE).toISOString();
  const { rows } = await sql`insert into job_leases (scope, name, ends_at) values (${scope}, ${name}, ${ends_at})
    on conflict (scope, name) do update set ends_at = excluded.ends_at
    where job_leases.ends_at <= ${new Date(now).toISOString()} returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Runs a job at intervals, in one of the processes that share the database. A process never runs two copies of a job at
 * the same time. A failed run is logged and repeated after the interval. Returns a function that stops the timer and
 * waits for the current run.
 */
export function startPeriodicJob(deps: Deps, job: PeriodicJob): () => Promise<void> {
  let running: Promise<void> | null = null;
  const runWithLease = async (): Promise<void> => {
    try {
      if (!(await takeLease(deps, job))) return;
      await (deps.tracing?.run(`job ${job.name}`, () => job.run()) ?? job.run());
      deps.onPeriodicRun?.(job.name, 'ok');
    } catch (error) {
      deps.onPeriodicRun?.(job.name, 'failed');
      logFailure(deps.log, error, 'a periodic job failed', { job: job.name });
    } finally {
      running = null;
    }
  };
  const tick = (): void => {
    running ??= runWithLease();
  };
  const first = job.first_ms === undefined ? undefined : setTimeout(tick, job.first_ms).unref();
  const timer = setInterval(tick, job.every_ms).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}
