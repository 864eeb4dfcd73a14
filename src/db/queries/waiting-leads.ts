import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { PhoneDb } from '../schema/db.ts';
import { savedBadges } from './badges.ts';
import { savedPeople } from './people.ts';

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

/** What has happened to the leads that a user has just taken or assigned. */
export interface DecidedLeads {
  /** The people that the leads have become, by id. */
  kept: ReadonlyMap<string, Person>;
  /** The ids of leads that the server has given to the user, while their people are still being pulled. */
  arriving: ReadonlySet<string>;
}

/**
 * Returns the ids of the leads that the server has given to the user, at the user's request, since they began to wait.
 */
async function grantedIds(db: PhoneDb, leads: readonly WaitingLead[]): Promise<Set<string>> {
  const since = leads.map((lead) => lead.waiting_since).toSorted()[0];
  if (since === undefined) return new Set();
  const ids = new Set(leads.map(({ id }) => id));
  const receipts = await db.history
    .where('server_time')
    .aboveOrEqual(since)
    .filter(({ kind, entity_id }) => kind === 'lead.take' && ids.has(entity_id))
    .toArray();
  return new Set(receipts.map(({ entity_id }) => entity_id));
}

/**
 * Returns what has happened to the leads since the waiting rows were read. `isKept` returns whether a person's row shows
 * that the decision about the lead took effect, for example because the user is now responsible for the person.
 */
export async function savedDecidedLeads(
  db: PhoneDb,
  decided: readonly WaitingLead[],
  isKept: (person: Person) => boolean,
  rows: readonly WaitingLead[],
): Promise<DecidedLeads> {
  const ids = decided.map(({ id }) => id);
  // The order of the reads ensures that a lead that is granted, or becomes a person, between two reads is found at
  // least once.
  const waiting = await waitingLeadsByIds(db, ids);
  const people = await savedPeople(db, ids);
  const gone = decided.filter(
    ({ id }, index) => waiting[index] === undefined && !people.has(id) && !rows.some((row) => row.id === id),
  );
  return { kept: new Map([...people].filter(([, person]) => isKept(person))), arriving: await grantedIds(db, gone) };
}

/**
 * Returns the waiting leads, longest wait first. The leads that were just taken or assigned stay in their places among
 * them, so that no row disappears or moves when its result arrives.
 */
export function withDecidedLeads(
  rows: readonly WaitingLead[],
  decided: readonly WaitingLead[],
  { kept, arriving }: DecidedLeads,
): WaitingLead[] {
  const stays = decided.filter(({ id }) => kept.has(id) || arriving.has(id));
  const all = [...rows.filter(({ id }) => !kept.has(id)), ...stays];
  return all.toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since));
}
