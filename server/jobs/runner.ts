import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import type { JobsTable } from '../db/account-tables.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { logFailure } from '../log-failure.ts';
import type { JobKind, Jobs } from './queue.ts';

type Job = Selectable<JobsTable>;

/** One handler per kind of job. If a handler throws, its job is retried later. */
export type JobHandlers = { [K in JobKind]: (payload: Jobs[K]) => Promise<void> };

/**
 * Minutes until the next attempt after each failed attempt. After the last attempt the job is given up, unless it is in
 * `neverGivenUp`. An attempt that is still running when the next one is due counts as failed.
 */
const RETRY_DELAYS_MIN: readonly number[] = [1, 5, 15, 60, 180, 360, 720];
const LAST_RETRY_DELAY_MIN = 1440;
/**
 * Jobs that are retried every day until they succeed, because a payer waits for a refund, or because a renewal needs
 * the card.
 */
const neverGivenUp: readonly string[] = ['refund_payment', 'save_payment_method'] satisfies JobKind[];
const FAILED_JOBS_KEPT_DAYS = 7;
const POLL_INTERVAL_MS = 15_000;

const addMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

/**
 * Claims the next due job by setting its run time to the time of the next attempt, so that no other process runs the
 * job now.
 */
async function claim({ db, scope, clock }: Deps): Promise<Job | undefined> {
  return inTransaction(db, async (tx) => {
    const now = clock();
    const job = await tx
      .selectFrom('jobs')
      .selectAll()
      .where('scope', '=', scope)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', now.toISOString())
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!job) return undefined;
    const run_at = addMinutes(now, RETRY_DELAYS_MIN[job.attempts] ?? LAST_RETRY_DELAY_MIN);
    await tx
      .updateTable('jobs')
      .set({ attempts: job.attempts + 1, run_at })
      .where('scope', '=', scope)
      .where('id', '=', job.id)
      .execute();
    return job;
  });
}

async function recordFailure({ db, clock, log }: Deps, job: Job, error: unknown): Promise<void> {
  const attempts = job.attempts + 1;
  const isGivenUp = attempts > RETRY_DELAYS_MIN.length && !neverGivenUp.includes(job.kind);
  log.error({ err: error, kind: job.kind, attempts, given_up: isGivenUp }, 'a job failed');
  await db
    .updateTable('jobs')
    .set({
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      failed_at: isGivenUp ? clock().toISOString() : null,
    })
    .where('scope', '=', job.scope)
    .where('id', '=', job.id)
    .execute();
}

async function runJob(deps: Deps, handlers: JobHandlers, job: Job): Promise<void> {
  const isKnownKind = Object.hasOwn(handlers, job.kind);
  const handler = isKnownKind ? (handlers[job.kind as JobKind] as (payload: unknown) => Promise<void>) : null;
  try {
    if (!handler) throw new Error('unknown job kind');
    const run = () => handler(job.payload);
    await (deps.tracing?.run(`job ${job.kind}`, run) ?? run());
    await deps.db.deleteFrom('jobs').where('scope', '=', job.scope).where('id', '=', job.id).execute();
  } catch (error) {
    await recordFailure(deps, job, error);
  }
}

/** Runs due jobs one after another until none is left. Returns the number of jobs that were run. */
export async function runDueJobs(deps: Deps, handlers: JobHandlers): Promise<number> {
  for (let done = 0; ; done += 1) {
    const job = await claim(deps);
    if (!job) return done;
    await runJob(deps, handlers, job);
    // Let the event loop handle requests between two jobs. The embedded database runs in this thread and never returns
    // to the event loop by itself, so a chain of jobs such as an import would otherwise delay every request until the
    // chain ends.
    await setImmediate();
  }
}

/** Deletes jobs that were given up more than `FAILED_JOBS_KEPT_DAYS` ago. */
export async function dropFailedJobs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('failed_at', '<', addMinutes(now, -FAILED_JOBS_KEPT_DAYS * 1440))
    .execute();
}

export interface JobRunner {
  /** Runs due jobs now. */
  wake(): void;
  /** Stops the runner after the current job has ended. */
  stop(): Promise<void>;
}

/** Runs jobs as soon as they are queued. Also polls every 15 s, to find retries and the jobs of processes that died. */
export function startJobs(deps: Deps, handlers: JobHandlers): JobRunner {
  let running: Promise<unknown> | null = null;
  let isWakePending = false;
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (isWakePending && !isStopped) {
      isWakePending = false;
      await runDueJobs(deps, handlers).catch((error: unknown) => logFailure(deps.log, error, 'failed to run jobs'));
    }
    running = null;
  };
  const wake = (): void => {
    isWakePending = true;
    if (!isStopped) running ??= run();
  };
  const timer = setInterval(wake, POLL_INTERVAL_MS).unref();
  wake();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
