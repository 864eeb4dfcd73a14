import type { Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import type { JobsTable } from '../db/account-tables.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { JobKind, Jobs } from './queue.ts';

type Job = Selectable<JobsTable>;

/** One piece of work of each kind. Whatever is thrown means: again, later. */
export type JobHandlers = { [K in JobKind]: (payload: Jobs[K]) => Promise<void> };

/** Minutes until the next try, after each one that failed; then it is given up. Also how long a try may take. */
const WAITS_MIN: readonly number[] = [1, 5, 15, 60, 180, 360, 720];
const LAST_WAIT_MIN = 1440;
const KEPT_DAYS = 7;
const EVERY_MS = 15_000;

const plusMin = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

/** The next one that is due. Until its next try it belongs to this process, so that two never work on the same. */
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
    const run_at = plusMin(now, WAITS_MIN[job.attempts] ?? LAST_WAIT_MIN);
    await tx
      .updateTable('jobs')
      .set({ attempts: job.attempts + 1, run_at })
      .where('scope', '=', scope)
      .where('id', '=', job.id)
      .execute();
    return job;
  });
}

async function noteFailure({ db, clock, log }: Deps, job: Job, error: unknown): Promise<void> {
  const attempts = job.attempts + 1;
  const isGivenUp = attempts > WAITS_MIN.length;
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

async function work(deps: Deps, handlers: JobHandlers, job: Job): Promise<void> {
  const isKnown = Object.hasOwn(handlers, job.kind);
  const handler = isKnown ? (handlers[job.kind as JobKind] as (payload: unknown) => Promise<void>) : null;
  try {
    if (!handler) throw new Error('nobody here knows this kind of job');
    await handler(job.payload);
    await deps.db.deleteFrom('jobs').where('scope', '=', job.scope).where('id', '=', job.id).execute();
  } catch (error) {
    await noteFailure(deps, job, error);
  }
}

/** Does what is due, one after the other, until nothing is. Returns how much there was. */
export async function runDueJobs(deps: Deps, handlers: JobHandlers): Promise<number> {
  for (let done = 0; ; done += 1) {
    const job = await claim(deps);
    if (!job) return done;
    await work(deps, handlers, job);
  }
}

/** Jobs that were given up long ago. */
export async function dropFailedJobs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('failed_at', '<', plusMin(now, -KEPT_DAYS * 1440))
    .execute();
}

export interface JobRunner {
  /** There is something to do. */
  nudge(): void;
  /** Ends after the job at hand. */
  stop(): Promise<void>;
}

/** Does jobs as they come, and looks every quarter of a minute for those whose time has come or whose process died. */
export function startJobs(deps: Deps, handlers: JobHandlers): JobRunner {
  let running: Promise<unknown> | null = null;
  let isAsked = false;
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (isAsked && !isStopped) {
      isAsked = false;
      await runDueJobs(deps, handlers).catch((error: unknown) => deps.log.error({ err: error }, 'jobs stood still'));
    }
    running = null;
  };
  const nudge = (): void => {
    isAsked = true;
    if (!isStopped) running ??= run();
  };
  const timer = setInterval(nudge, EVERY_MS).unref();
  nudge();
  return {
    nudge,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
