import type { Employee } from '../../../contract/entities/employee.ts';
import type { ActionResult } from '../../bridge/results.ts';
import type { EmployeeSettings } from '../../bridge/staff-api.ts';
import type { FailureCode } from '../../components/error/error-messages.ts';
import type { BulkResult } from '../../components/person/bulk.ts';
import { attempt } from '../../lib/attempt.ts';

/** A setting that can be changed for several employees in one action. */
export type TeamSetting = 'daily_limit' | 'rating';

/** A change of several employees that the user has begun. */
export interface TeamBulk {
  setting: TeamSetting;
  employees: readonly Employee[];
}

export interface TeamOutcome {
  results: BulkResult[];
  /** Why the change ended before the last employee; null if it reached everyone. */
  failure: FailureCode | null;
}

/**
 * Sets one setting of several employees, one after another. If the server refuses to change one of them, the others are
 * still changed; if the connection is lost or the server refuses further requests for a time, the rest stay unchanged.
 */
export async function setForEmployees(
  { setting, employees }: TeamBulk,
  value: number,
  set: (id: string, change: EmployeeSettings) => Promise<ActionResult>,
): Promise<TeamOutcome> {
  const results: BulkResult[] = [];
  for (const { id, name, ...employee } of employees) {
    if (employee[setting] === value) {
      results.push({ id, name, answer: 'unchanged', code: null });
      continue;
    }
    const done = await attempt(() => set(id, { [setting]: value }));
    if (!done.ok && (done.why !== 'refused' || done.retry_after_s !== undefined)) return { results, failure: done };
    results.push({ id, name, answer: done.ok ? 'changed' : 'forbidden', code: done.ok ? null : (done.code ?? null) });
  }
  return { results, failure: null };
}
