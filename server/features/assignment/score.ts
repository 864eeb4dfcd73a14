import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import type { Lang } from '../../../contract/fields.ts';
import { nextOpen } from '../../../contract/work-times.ts';

/** An employee who opens this soon counts as present. */
const SOON_MS = 2 * 3_600_000;
/** Prevents one run from filling a whole day. */
export const MAX_PER_RUN = 3;

export interface WaitingLead {
  id: string;
  language: Lang;
  country: string | null;
  /** Ms. */
  waiting_since: number;
  /** Employees who returned this lead and are skipped for a while. */
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
  /** By the consultant's own day. */
  taken_today: number;
  open_leads: number;
  /** 0: manual assignment only. */
  rating: number;
  /** Ms; null for never. */
  last_assigned_at: number | null;
}

export interface Assigned {
  lead_id: string;
  consultant_id: string;
}

/** Effects of a run on an employee so far. */
interface RunState {
  consultant: Consultant;
  in_run: number;
  last_at: number;
}

const worksSoon = ({ work_times }: Consultant, now: number): boolean => {
  const open = nextOpen(work_times, now);
  return open !== null && open <= now + SOON_MS;
};

/** Returns whether the employee may receive leads now, within the daily limit. */
export const isPresent = (consultant: Consultant, now: number): boolean =>
  consultant.is_active && !consultant.is_blocked && consultant.rating > 0 && worksSoon(consultant, now);

const hasCapacity = ({ consultant, in_run }: RunState): boolean =>
  in_run < MAX_PER_RUN && consultant.taken_today + in_run < consultant.daily_limit;

const fits = ({ consultant }: RunState, lead: WaitingLead): boolean =>
  consultant.language === lead.language && !lead.excluded.has(consultant.id);

const score = ({ consultant, in_run }: RunState): number => (consultant.open_leads + in_run) / (consultant.rating + 1);

/** Never-assigned consultants compare equal. */
const byTime = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Lower values come first: load by rating, then fewer today, then the longest wait, then the id. */
function order(a: RunState, b: RunState): number {
  return (
    score(a) - score(b) ||
    a.consultant.taken_today + a.in_run - (b.consultant.taken_today + b.in_run) ||
    byTime(a.last_at, b.last_at) ||
    byId(a.consultant.id, b.consultant.id)
  );
}

function best(lead: WaitingLead, standings: readonly RunState[]): RunState | undefined {
  const able = standings.filter((standing) => hasCapacity(standing) && fits(standing, lead));
  const near = able.filter(({ consultant }) => lead.country !== null && consultant.country === lead.country);
  return (near.length > 0 ? near : able).toSorted(order)[0];
}

/**
 * Assigns the oldest lead first, each to the employee with the least work for their rating. Pure and independent of
 * input order. A lead without a present employee keeps waiting.
 */
export function assign(leads: readonly WaitingLead[], consultants: readonly Consultant[], now: number): Assigned[] {
  const standings = consultants
    .filter((consultant) => isPresent(consultant, now))
    .map((consultant): RunState => ({ consultant, in_run: 0, last_at: consultant.last_assigned_at ?? -Infinity }));
  const found: Assigned[] = [];
  for (const lead of leads.toSorted((a, b) => a.waiting_since - b.waiting_since || byId(a.id, b.id))) {
    const chosen = best(lead, standings);
    if (!chosen) continue;
    chosen.in_run += 1;
    chosen.last_at = now;
    found.push({ lead_id: lead.id, consultant_id: chosen.consultant.id });
  }
  return found;
}
