import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import type { Lang } from '../../../contract/fields.ts';
import { nextOpen } from '../../../contract/work-times.ts';

/** Whoever opens so soon counts as there. */
const SOON_MS = 2 * 3_600_000;
/** So that one run does not fill one day. */
export const MOST_A_RUN = 3;

export interface WaitingLead {
  id: string;
  language: Lang;
  country: string | null;
  /** Ms. */
  waiting_since: number;
  /** Who gave this one back and is left alone with it for a while. */
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
  /** 0: by hand alone. */
  rating: number;
  /** Ms; null for never. */
  last_assigned_at: number | null;
}

export interface Assigned {
  lead_id: string;
  consultant_id: string;
}

/** What a run has done to somebody so far. */
interface Standing {
  consultant: Consultant;
  in_run: number;
  last_at: number;
}

const worksSoon = ({ work_times }: Consultant, now: number): boolean => {
  const open = nextOpen(work_times, now);
  return open !== null && open <= now + SOON_MS;
};

/** May be given leads at this moment, as far as the day's limit lets. */
export const isThere = (consultant: Consultant, now: number): boolean =>
  consultant.is_active && !consultant.is_blocked && consultant.rating > 0 && worksSoon(consultant, now);

const hasRoom = ({ consultant, in_run }: Standing): boolean =>
  in_run < MOST_A_RUN && consultant.taken_today + in_run < consultant.daily_limit;

const fits = ({ consultant }: Standing, lead: WaitingLead): boolean =>
  consultant.language === lead.language && !lead.excluded.has(consultant.id);

const score = ({ consultant, in_run }: Standing): number => (consultant.open_leads + in_run) / (consultant.rating + 1);

/** Two who never had one are alike. */
const byTime = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The lower the sooner: load for the rating, then who took fewer today, then who waits longest, then the id. */
function order(a: Standing, b: Standing): number {
  return (
    score(a) - score(b) ||
    a.consultant.taken_today + a.in_run - (b.consultant.taken_today + b.in_run) ||
    byTime(a.last_at, b.last_at) ||
    byId(a.consultant.id, b.consultant.id)
  );
}

function best(lead: WaitingLead, standings: readonly Standing[]): Standing | undefined {
  const able = standings.filter((standing) => hasRoom(standing) && fits(standing, lead));
  const near = able.filter(({ consultant }) => lead.country !== null && consultant.country === lead.country);
  return (near.length > 0 ? near : able).toSorted(order)[0];
}

/**
 * Who gets whom: the oldest lead first, each to whoever has the least work for his rating. Pure, so that the same input
 * gives the same output, in whatever order it comes. A lead for whom nobody is there stays waiting.
 */
export function assign(leads: readonly WaitingLead[], consultants: readonly Consultant[], now: number): Assigned[] {
  const standings = consultants
    .filter((consultant) => isThere(consultant, now))
    .map((consultant): Standing => ({ consultant, in_run: 0, last_at: consultant.last_assigned_at ?? -Infinity }));
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
