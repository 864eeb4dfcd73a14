import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import type { Lang } from '../../../contract/fields.ts';
import { nextWorkingTime } from '../../../contract/work-times.ts';

/** An employee whose working time starts within this period counts as working. */
const STARTS_SOON_MS = 2 * 3_600_000;
/**
 * Maximum number of leads that one run assigns to an employee, so that a single run does not use up the daily limit.
 */
export const MAX_PER_RUN = 3;

export interface LeadToAssign {
  id: string;
  language: Lang;
  country: string | null;
  /** The time since which the lead has been waiting, in ms since 1970. */
  waiting_since: number;
  /** Employees who have returned this lead to the pool. For some time, the lead is not assigned to them again. */
  excluded: ReadonlySet<string>;
}

export interface Consultant {
  id: string;
  is_active: boolean;
  is_blocked: boolean;
  language: Lang;
  country: string | null;
  work_times: WorkTimes;
  daily_limit: number;
  /** Number of leads taken today, where the day is that of the consultant's time zone. */
  taken_today: number;
  open_leads: number;
  /** Weight of the consultant in the assignment; 0 excludes the consultant from automatic assignment. */
  rating: number;
  /** When a lead was last assigned, ms since 1970; null if never. */
  last_assigned_at: number | null;
}

export interface Assignment {
  lead_id: string;
  consultant_id: string;
}

/** A consultant, and what the current run has already assigned to them. */
interface RunState {
  consultant: Consultant;
  in_run: number;
  last_at: number;
}

const worksSoon = ({ work_times }: Consultant, now: number): boolean => {
  const start = nextWorkingTime(work_times, now);
  return start !== null && start <= now + STARTS_SOON_MS;
};

/** Whether the employee can receive leads now, apart from the daily limit. */
export const isAvailable = (consultant: Consultant, now: number): boolean =>
  consultant.is_active && !consultant.is_blocked && consultant.rating > 0 && worksSoon(consultant, now);

const hasCapacity = ({ consultant, in_run }: RunState): boolean =>
  in_run < MAX_PER_RUN && consultant.taken_today + in_run < consultant.daily_limit;

const suitsLead = ({ consultant }: RunState, lead: LeadToAssign): boolean =>
  consultant.language === lead.language && !lead.excluded.has(consultant.id);

const score = ({ consultant, in_run }: RunState): number => (consultant.open_leads + in_run) / (consultant.rating + 1);

/**
 * Compares two times. Both may be -Infinity, for consultants who never got a lead, and the difference would then be
 * NaN.
 */
const compareTimes = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Orders employees by load relative to rating, then by leads taken today, then by the time of the last assignment
 * (earliest first), then by id.
 */
function compareConsultants(a: RunState, b: RunState): number {
  return (
    score(a) - score(b) ||
    a.consultant.taken_today + a.in_run - (b.consultant.taken_today + b.in_run) ||
    compareTimes(a.last_at, b.last_at) ||
    byId(a.consultant.id, b.consultant.id)
  );
}

function bestConsultant(lead: LeadToAssign, runStates: readonly RunState[]): RunState | undefined {
  const candidates = runStates.filter((runState) => hasCapacity(runState) && suitsLead(runState, lead));
  const sameCountry = candidates.filter(
    ({ consultant }) => lead.country !== null && consultant.country === lead.country,
  );
  return (sameCountry.length > 0 ? sameCountry : candidates).toSorted(compareConsultants)[0];
}

/**
 * Assigns each lead, longest waiting first, to the employee with the least load relative to the rating. This is a pure
 * function. Its result does not depend on the order of its inputs. A lead for which no employee is available is not
 * assigned.
 */
export function assignLeads(
  leads: readonly LeadToAssign[],
  consultants: readonly Consultant[],
  now: number,
): Assignment[] {
  const runStates = consultants
    .filter((consultant) => isAvailable(consultant, now))
    .map((consultant): RunState => ({ consultant, in_run: 0, last_at: consultant.last_assigned_at ?? -Infinity }));
  const assignments: Assignment[] = [];
  for (const lead of leads.toSorted((a, b) => a.waiting_since - b.waiting_since || byId(a.id, b.id))) {
    const chosen = bestConsultant(lead, runStates);
    if (!chosen) continue;
    chosen.in_run += 1;
    chosen.last_at = now;
    assignments.push({ lead_id: lead.id, consultant_id: chosen.consultant.id });
  }
  return assignments;
}
