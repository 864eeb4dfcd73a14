import type { Deps } from '../deps.ts';
import { checkAtNight } from '../features/accounting/check.ts';
import { returnUntouchedLeads, withdrawWarnings } from '../features/assignment/auto-return.ts';
import { assignWaitingLeads } from '../features/assignment/run.ts';
import { chargeRecurringDonations } from '../features/donations/charge.ts';
import { notifyDueTasks } from '../features/notifications/due-tasks.ts';
import { collectFiles } from '../files/collect-files.ts';
import type { Payments } from '../features/payments/payments.ts';
import { reconcilePayments } from '../features/payments/reconcile.ts';
import { renewSubscriptions } from '../features/subscription/renew.ts';
import { cleanUp } from './clean-up.ts';
import { maintainPartitions } from './partitions.ts';
import { startPeriodicJob, type PeriodicJob } from './periodic.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface PeriodicJobOptions {
  payments: Payments | undefined;
  /** Whether leads are assigned automatically. */
  assigns: boolean;
  /** Whether leads with whom no one has worked return to the pool. */
  returns: boolean;
}

/** Returns the periodic jobs of this installation. */
export function periodicJobs(deps: Deps, { payments, assigns, returns }: PeriodicJobOptions): PeriodicJob[] {
  const reconcile = payments && (() => reconcilePayments(payments));
  return [
    {
      name: 'clean_up',
      every_ms: 6 * HOUR_MS,
      first_ms: MINUTE_MS,
      run: () => cleanUp(deps.db, deps.clock()),
    },
    {
      name: 'maintain_partitions',
      every_ms: 6 * HOUR_MS,
      first_ms: 2 * MINUTE_MS,
      run: () => maintainPartitions(deps.db, deps.clock()),
    },
    { name: 'collect_files', every_ms: 6 * HOUR_MS, first_ms: 10 * MINUTE_MS, run: () => collectFiles(deps) },
    { name: 'notify_due_tasks', every_ms: MINUTE_MS, run: () => notifyDueTasks(deps) },
    { name: 'renew_subscriptions', every_ms: MINUTE_MS, run: () => renewSubscriptions(deps, payments) },
    { name: 'charge_donations', every_ms: MINUTE_MS, run: () => chargeRecurringDonations(deps, payments) },
    { name: 'check_accounting', every_ms: 10 * MINUTE_MS, run: () => checkAtNight(deps, payments) },
    ...(reconcile ? [{ name: 'reconcile_payments', every_ms: 5 * MINUTE_MS, run: reconcile }] : []),
    ...(assigns ? [{ name: 'assign_leads', every_ms: 5 * MINUTE_MS, run: () => assignWaitingLeads(deps) }] : []),
    ...(returns ? [{ name: 'return_leads', every_ms: 5 * MINUTE_MS, run: () => returnUntouchedLeads(deps) }] : []),
  ];
}

/**
 * Starts the periodic jobs. If leads do not return to the pool automatically, also withdraws earlier warnings about
 * such a return. Returns a function that stops the jobs and waits for running jobs.
 */
export function startPeriodicJobs(deps: Deps, options: PeriodicJobOptions): () => Promise<void> {
  const logFailure = (error: unknown) => deps.log.error({ err: error }, 'the warnings were not withdrawn');
  if (!options.returns) void withdrawWarnings(deps).catch(logFailure);
  const stops = periodicJobs(deps, options).map((job) => startPeriodicJob(deps, job));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
