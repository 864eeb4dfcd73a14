import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/** A job that is repeated. It must be safe to run twice, also in two processes at once. */
export interface PeriodicJob {
  /** Names the lease and appears in the log. */
  name: string;
  every_ms: number;
  /** Milliseconds until the first run. Default: `every_ms`. */
  first_ms?: number;
  run: () => Promise<unknown>;
}

/** Which part of the interval a lease lasts, so that the timer of the process that holds it never fires too early. */
const LEASE_SHARE = 0.9;

/**
 * Takes the lease of a job for almost one interval, so that of several processes only one runs it. Returns whether this
 * process may run the job now. Another process takes over at its next interval if this one dies.
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
 * Repeats a job, in one of the processes that share the database. A process never runs a job twice at once; a failed
 * run is logged and repeated after the interval. Returns a function that stops the timer and waits for the current run.
 */
export function repeat(deps: Deps, job: PeriodicJob): () => Promise<void> {
  let running: Promise<void> | null = null;
  const runWithLease = async (): Promise<void> => {
    try {
      if (!(await takeLease(deps, job))) return;
      await job.run();
      deps.onPeriodicRun?.(job.name, 'ok');
    } catch (error) {
      deps.onPeriodicRun?.(job.name, 'failed');
      deps.log.error({ err: error, job: job.name }, 'a periodic job failed');
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
