import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { PersonStatus } from '../../../contract/filter-values.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { attentionStates, type Entry } from '../../db/outbox/entry.ts';
import { startOfDay } from '../../../contract/zones.ts';
import { iso } from '../../lib/ports.ts';
import { peopleOf, peopleWithUnsentWork } from '../../db/queries/people.ts';
import { waitingLeadsByIds } from '../../db/queries/waiting-leads.ts';

/** Maximum number of today's events that are read; no employee takes more leads in a day. */
const MAX_LEADS = 2000;

/** The filters of the waiting leads and of the employee's own leads. */
export interface LeadFilters {
  language?: string | undefined;
  country?: string | undefined;
  status?: PersonStatus | undefined;
}

/** Values that the filters offer: those that occur in the synced rows. */
export interface Choices {
  languages: string[];
  countries: string[];
}

interface FilterableRow {
  language: string;
  country: string | null;
}

export const matchesLeadFilters = ({ language, country }: FilterableRow, activeFilters: LeadFilters): boolean =>
  (activeFilters.language === undefined || language === activeFilters.language) &&
  (activeFilters.country === undefined || country === activeFilters.country);

export const filterChoicesOf = (rows: readonly FilterableRow[]): Choices => ({
  languages: [...new Set(rows.map(({ language }) => language))].toSorted(),
  countries: [...new Set(rows.flatMap(({ country }) => country ?? []))].toSorted(),
});

export interface OwnLeads {
  rows: Person[];
  count: number;
  total: number;
  choices: Choices;
  badges: ReadonlyMap<string, RowBadge>;
}

/** Order of the statuses: leads with work to do first, closed leads last. */
const order: readonly PersonStatus[] = ['processing', 'active', 'not_active'];

const ownLeadsIn = (db: PhoneDb, user_id: string, status: PersonStatus) => peopleOf(db, user_id, status);

/** Returns the employee's leads by status and, within a status, the most recently changed first. */
export async function savedOwnLeads(
  db: PhoneDb,
  user_id: string,
  activeFilters: LeadFilters,
  limit: number,
): Promise<OwnLeads> {
  const [parts, badges, worked] = await Promise.all([
    Promise.all(order.map((status) => ownLeadsIn(db, user_id, status))),
    savedBadges(db, 'people'),
    peopleWithUnsentWork(db),
  ]);
  const all = parts.flatMap((part) => part.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)));
  const matching = all.filter(
    (person) =>
      matchesLeadFilters(person, activeFilters) &&
      (activeFilters.status === undefined || person.status === activeFilters.status),
  );
  return {
    rows: matching.slice(0, limit).map((row) => (worked.has(row.id) ? { ...row, returns_at: null } : row)),
    count: matching.length,
    total: all.length,
    choices: filterChoicesOf(all),
    badges,
  };
}

export interface LeadRequest {
  entry: Entry;
  /** The requested lead; null once it is no longer among the waiting leads on this device. */
  lead: WaitingLead | null;
}

/**
 * Returns the employee's requests for leads: those without a response, and rejected ones that are not dismissed yet.
 */
export async function savedLeadRequests(db: PhoneDb): Promise<LeadRequest[]> {
  const entries = await db.outbox
    .where('[entity+entity_id]')
    .between(['waiting_leads', ''], ['waiting_leads', '\uffff'])
    .sortBy('seq');
  const requests = entries.filter(({ kind }) => kind === 'lead.take');
  const leads = await waitingLeadsByIds(
    db,
    requests.map(({ entity_id }) => entity_id),
  );
  return requests.map((entry, index) => ({ entry, lead: leads[index] ?? null }));
}

/**
 * Returns leads that were added manually and rejected by the server; they appear in no list until they are corrected.
 */
export async function savedRefusedLeads(db: PhoneDb): Promise<Entry[]> {
  const entries = await db.outbox
    .where('[entity+entity_id]')
    .between(['people', ''], ['people', '\uffff'])
    .sortBy('seq');
  return entries.filter(({ kind, state }) => kind === 'lead.create' && attentionStates.includes(state));
}

/**
 * Returns how many leads an employee took today according to the data on this device, including leads reassigned since.
 * Null if the limit is unknown.
 */
export async function leadsReceivedToday(
  db: PhoneDb,
  user_id: string,
  now: number,
): Promise<{ taken: number; limit: number } | null> {
  const employee = await db.employees.get(user_id);
  if (!employee || employee.daily_limit === null) return null;
  const zone = employee.time_zone ?? (await db.me.get(user_id))?.time_zone ?? 'UTC';
  const since = iso(startOfDay(zone, now));
  const [events, receipts] = await Promise.all([
    db.person_events
      .where('at')
      .aboveOrEqual(since)
      .filter(({ kind, detail }) => kind === 'taken' && detail['to_id'] === user_id)
      .limit(MAX_LEADS)
      .toArray(),
    db.history
      .where('server_time')
      .aboveOrEqual(since)
      .filter(({ kind }) => kind === 'lead.take')
      .toArray(),
  ]);
  const ids = [...events.map(({ person_id }) => person_id), ...receipts.map(({ entity_id }) => entity_id)];
  return { taken: new Set(ids).size, limit: employee.daily_limit };
}
