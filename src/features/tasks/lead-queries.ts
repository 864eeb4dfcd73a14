import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import {
  type DecidedLeads,
  longestWaiting,
  savedDecidedLeads,
  withDecidedLeads,
} from '../../db/queries/waiting-leads.ts';
import type { PhoneDb } from '../../db/schema/db.ts';

/** Maximum number of rows. A lead that was taken or assigned keeps its row, so that the rows below do not move. */
const MAX_LEADS = 5;

export interface DayLeadRows extends DecidedLeads {
  rows: WaitingLead[];
  badges: ReadonlyMap<string, RowBadge>;
  /** The requests of the user for leads, by the lead's id. */
  requests: ReadonlyMap<string, RowBadge>;
}

interface DayLeadsQuery {
  /** The leads that were taken or assigned on the screen. */
  decided: readonly WaitingLead[];
  /** Whether the row of a taken or assigned lead stays, given the person that the lead has become. */
  isKept: (person: Person) => boolean;
  /** The entity of the writes that take or assign a lead. */
  entity: 'waiting_leads' | 'people';
}

/** Returns the leads that have waited longest, longest first, and the taken or assigned leads whose rows stay. */
export async function savedDayLeads(db: PhoneDb, { decided, isKept, entity }: DayLeadsQuery): Promise<DayLeadRows> {
  const [waiting, badges, requests] = await Promise.all([
    longestWaiting(db, MAX_LEADS),
    savedBadges(db, entity),
    savedBadges(db, 'waiting_leads'),
  ]);
  const result = await savedDecidedLeads(db, decided, isKept, waiting);
  const rows = withDecidedLeads(waiting, decided, result);
  return { ...result, rows: rows.slice(0, MAX_LEADS), badges, requests };
}
