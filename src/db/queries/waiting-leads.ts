import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedBadges } from './badges.ts';

// All screens read the waiting_leads table through this module, so that they do not depend on how waiting leads are
// stored.

/** Returns one waiting lead; undefined if it is not on this phone. */
export const savedWaitingLead = (db: PhoneDb, id: string): Promise<WaitingLead | undefined> => db.waiting_leads.get(id);

/** Returns the leads with these ids, in the same order; undefined for each lead that is not waiting on this phone. */
export const waitingLeadsByIds = (db: PhoneDb, ids: readonly string[]): Promise<(WaitingLead | undefined)[]> =>
  db.waiting_leads.bulkGet([...ids]);

/** Returns all waiting leads, longest wait first. */
export const allWaitingLeads = (db: PhoneDb): Promise<WaitingLead[]> =>
  db.waiting_leads.orderBy('waiting_since').toArray();

/** Returns the first `limit` leads that have waited longest. */
export const longestWaiting = (db: PhoneDb, limit: number): Promise<WaitingLead[]> =>
  db.waiting_leads.orderBy('waiting_since').limit(limit).toArray();

/** Returns the number of waiting leads, counting at most `limit`. */
export const countWaitingLeads = (db: PhoneDb, limit = Infinity): Promise<number> =>
  db.waiting_leads.limit(limit).count();

/** Returns the lead that has waited longest of those that match. */
export const firstWaitingLead = (
  db: PhoneDb,
  matches: (lead: WaitingLead) => boolean,
): Promise<WaitingLead | undefined> => db.waiting_leads.orderBy('waiting_since').filter(matches).first();

/**
 * Returns the lead that has waited longest and has not been requested. It is offered to an employee whose request for
 * another lead was refused.
 */
export async function nextWaiting(db: PhoneDb): Promise<WaitingLead | null> {
  const badges = await savedBadges(db, 'waiting_leads');
  return (await firstWaitingLead(db, ({ id }) => !badges.has(id))) ?? null;
}
