import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { personStatuses, type PersonStatus } from '../../../contract/values.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { needsAttention, type Entry } from '../../db/outbox/entry.ts';
import { startOfDay } from '../../../contract/zones.ts';
import { iso } from '../../lib/ports.ts';

/** More than anybody takes in a day. */
const MAX_LEADS = 2000;

/** What narrows both lists. */
export interface LeadFilters {
  language: string | null;
  country: string | null;
  status: PersonStatus | null;
}

/** What can be chosen, from the rows that are here. */
export interface Choices {
  languages: string[];
  countries: string[];
}

interface Placed {
  language: string;
  country: string | null;
}

const fits = ({ language, country }: Placed, wanted: LeadFilters): boolean =>
  (wanted.language === null || language === wanted.language) && (wanted.country === null || country === wanted.country);

const choicesOf = (rows: readonly Placed[]): Choices => ({
  languages: [...new Set(rows.map(({ language }) => language))].toSorted(),
  countries: [...new Set(rows.flatMap(({ country }) => country ?? []))].toSorted(),
});

export interface WaitingList {
  rows: WaitingLead[];
  /** Of those that fit. */
  count: number;
  /** Of all. */
  total: number;
  choices: Choices;
  /** Requests that are under way, by lead. */
  badges: ReadonlyMap<string, RowBadge>;
}

/** Who waits, the longest first. All are read: a cut would leave somebody out of a filter, and miscount. */
export async function savedWaitingLeads(db: PhoneDb, wanted: LeadFilters, limit: number): Promise<WaitingList> {
  const [all, badges] = await Promise.all([
    db.waiting_leads.orderBy('waiting_since').toArray(),
    savedBadges(db, 'waiting_leads'),
  ]);
  const fitting = all.filter((lead) => fits(lead, wanted));
  return {
    rows: fitting.slice(0, limit),
    count: fitting.length,
    total: all.length,
    choices: choicesOf(all),
    badges,
  };
}

export interface MineList {
  rows: Person[];
  count: number;
  total: number;
  choices: Choices;
  badges: ReadonlyMap<string, RowBadge>;
}

/** What is to be done comes first, what is closed last. */
const order: readonly PersonStatus[] = ['processing', 'active', 'not_active'];

const mineIn = (db: PhoneDb, user_id: string, status: PersonStatus) =>
  db.people.where('[responsible_id+status]').equals([user_id, status]).toArray();

/** The people of this employee by their status, those changed last first. */
export async function savedMine(db: PhoneDb, user_id: string, wanted: LeadFilters, limit: number): Promise<MineList> {
  const [parts, badges] = await Promise.all([
    Promise.all(order.map((status) => mineIn(db, user_id, status))),
    savedBadges(db, 'people'),
  ]);
  const all = parts.flatMap((part) => part.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)));
  const fitting = all.filter(
    (person) => fits(person, wanted) && (wanted.status === null || person.status === wanted.status),
  );
  return {
    rows: fitting.slice(0, limit),
    count: fitting.length,
    total: all.length,
    choices: choicesOf(all),
    badges,
  };
}

export interface LeadCounts {
  mine: number;
  waiting: number;
}

/** How many are mine, however they stand, and how many wait. */
export async function leadCounts(db: PhoneDb, user_id: string): Promise<LeadCounts> {
  const [mine, waiting] = await Promise.all([
    db.people.where('[responsible_id+status]').between([user_id, ''], [user_id, '\uffff']).count(),
    db.waiting_leads.count(),
  ]);
  return { mine, waiting };
}

/** Who waits longest without being asked for, to be offered to whoever came too late. */
export async function nextWaiting(db: PhoneDb): Promise<WaitingLead | null> {
  const badges = await savedBadges(db, 'waiting_leads');
  const first = await db.waiting_leads
    .orderBy('waiting_since')
    .filter(({ id }) => !badges.has(id))
    .first();
  return first ?? null;
}

export interface Request {
  entry: Entry;
  /** The lead, while it still waits here. */
  lead: WaitingLead | null;
}

/** What I asked for and have no answer to, or a refusal that I have not put away. */
export async function savedRequests(db: PhoneDb): Promise<Request[]> {
  const entries = await db.outbox
    .where('[entity+entity_id]')
    .between(['waiting_leads', ''], ['waiting_leads', '\uffff'])
    .sortBy('seq');
  const takes = entries.filter(({ kind }) => kind === 'lead.take');
  const leads = await db.waiting_leads.bulkGet(takes.map(({ entity_id }) => entity_id));
  return takes.map((entry, index) => ({ entry, lead: leads[index] ?? null }));
}

/** Leads by hand that were not accepted: they stand in no list until they are put right. */
export async function savedRefused(db: PhoneDb): Promise<Entry[]> {
  const entries = await db.outbox
    .where('[entity+entity_id]')
    .between(['people', ''], ['people', '\uffff'])
    .sortBy('seq');
  return entries.filter(({ kind, state }) => kind === 'lead.create' && needsAttention.includes(state));
}

export const statusIn = (value: string | null): PersonStatus | null =>
  personStatuses.find((status) => status === value) ?? null;

/**
 * How many leads of today this employee has got, as far as this phone knows: those that are here, and those it had taken
 * and that somebody else has by now. Null where the limit is not known.
 */
export async function takenToday(
  db: PhoneDb,
  user_id: string,
  now: number,
): Promise<{ taken: number; limit: number } | null> {
  const own = await db.employees.get(user_id);
  if (!own || own.daily_limit === null) return null;
  const zone = own.time_zone ?? (await db.me.get(user_id))?.time_zone ?? 'UTC';
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
  return { taken: new Set(ids).size, limit: own.daily_limit };
}
