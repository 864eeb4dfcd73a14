import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { addWorkingMinutes } from '../../../contract/work-times.ts';

/**
 * `HOURS_TO_WARNING`: working hours of the employee between the assignment of a lead and the warning.
 * `HOURS_TO_RETURN`: working hours between the warning and the return.
 */
export const HOURS_TO_WARNING = 12;
export const HOURS_TO_RETURN = 12;

/** Time until the next check of a lead whose employee has no future working time. */
const IDLE_CHECK_MS = 86_400_000;

/** A lead with whom the employee has finished no task and logged no call or visit. Times are in ms. */
export interface UntouchedLead {
  assigned_at: number;
  /** When the employee was warned; null if they have not been warned. */
  warned_at: number | null;
}

/**
 * The step to take for an untouched lead. `returns_at` is the time at which the lead returns to the pool; null while
 * this time is not known.
 */
export type ReturnStep =
  | { kind: 'wait'; check_at: number; returns_at: number | null }
  | { kind: 'warn'; returns_at: number }
  | { kind: 'return' };

const idleStep = (now: number): ReturnStep => ({ kind: 'wait', check_at: now + IDLE_CHECK_MS, returns_at: null });

/**
 * Returns the next step for an untouched lead: to wait, to warn the employee, or to return the lead to the pool. Only
 * the working hours of the employee count. The hours until the return start with the warning, so that a late warning
 * delays the return.
 */
export function nextReturnStep({ assigned_at, warned_at }: UntouchedLead, times: WorkTimes, now: number): ReturnStep {
  if (warned_at === null) {
    const warning_at = addWorkingMinutes(times, assigned_at, HOURS_TO_WARNING * 60);
    if (warning_at === null) return idleStep(now);
    if (warning_at > now) return { kind: 'wait', check_at: warning_at, returns_at: null };
  }
  const returns_at = addWorkingMinutes(times, warned_at ?? now, HOURS_TO_RETURN * 60);
  if (returns_at === null) return idleStep(now);
  if (warned_at === null) return { kind: 'warn', returns_at };
  return returns_at > now ? { kind: 'wait', check_at: returns_at, returns_at } : { kind: 'return' };
}
