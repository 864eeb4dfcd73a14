import { stores } from '../../../contract/entities/stores.ts';
import { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { z } from '../../../contract/zod.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import { savedPeople } from '../../db/queries/people.ts';
import { allWaitingLeads, countWaitingLeads } from '../../db/queries/waiting-leads.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { staffKeys, WAITING_LEADS_PER_PAGE, type PageMeta, type WaitingLeadsQuery } from '../../lib/cached-pages.ts';
import { filterChoicesOf, matchesLeadFilters, type Choices, type LeadFilters } from './queries.ts';

/** Waiting leads that the server lists after those on this device. */
interface FurtherLeads {
  rows: WaitingLead[];
  /** Number of matching leads on the server. */
  count: number;
  /** Number of all waiting leads on the server. */
  total: number;
  /** When the oldest of the pages was fetched, ISO. */
  at: string;
  /** Whether the server's list continues after these rows. */
  hasNext: boolean;
}

/** Reads cached pages up to the first one that was never fetched; null if no page was fetched. */
async function savedPages(db: PhoneDb, queries: readonly WaitingLeadsQuery[]): Promise<FurtherLeads | null> {
  const pages = await db.pages.bulkGet(queries.map(staffKeys.waitingLeads));
  const missing = pages.indexOf(undefined);
  const fetched = pages.slice(0, missing === -1 ? undefined : missing).filter((page) => page !== undefined);
  const [newest] = fetched.toSorted((a, b) => b.fetched_at.localeCompare(a.fetched_at));
  if (!newest) return null;
  const { count, total_count: total } = newest.about as PageMeta;
  const last = fetched.at(-1)?.about as PageMeta | undefined;
  const hasNext = last !== undefined && last.next !== null;
  const rows = z.array(WaitingLead).safeParse(fetched.flatMap((page) => page.rows));
  const at = fetched.map(({ fetched_at }) => fetched_at).toSorted()[0]!;
  return { rows: rows.data ?? [], count, total, at, hasNext };
}

/** Returns the leads that are not on this device and have not become one of the employee's people since. */
async function notMirrored(
  db: PhoneDb,
  leads: readonly WaitingLead[],
  here: ReadonlySet<string>,
): Promise<WaitingLead[]> {
  const ids = leads.map(({ id }) => id);
  const people = await savedPeople(db, ids);
  const shown = new Set(here);
  return leads.filter(({ id }) => {
    if (shown.has(id) || (people.get(id)?.status ?? 'waiting') !== 'waiting') return false;
    // Pages that were fetched at different times can contain the same lead.
    shown.add(id);
    return true;
  });
}

export interface WaitingList {
  rows: WaitingLead[];
  /**
   * Number of matching leads: the server's number if it was fetched and is higher, otherwise the number on the device.
   */
  count: number;
  /** Number of all waiting leads. */
  total: number;
  choices: Choices;
  /** Pending requests by the id of the lead. */
  badges: ReadonlyMap<string, RowBadge>;
  /** Whether more leads match than `rows` contains. */
  hasMore: boolean;
  /** The state of the server's list; null if the device has all waiting leads. */
  further: {
    /** The page of the server's list that is needed to show `limit` rows. */
    page: number;
    /** When the shown leads of the server's list were fetched; null if they never were. */
    at: string | null;
    /** Number of matching leads that the device mirrors. */
    mirrored: number;
  } | null;
}

/**
 * Returns the first `limit` waiting leads, longest waiting first: those on the device, then further ones as last
 * fetched from the server. Reads all leads on the device, because a limit would hide rows from the filters and make the
 * counts wrong.
 */
export async function savedWaitingLeads(db: PhoneDb, filters: LeadFilters, limit: number): Promise<WaitingList> {
  const [all, badges] = await Promise.all([allWaitingLeads(db), savedBadges(db, 'waiting_leads')]);
  const matching = all.filter((lead) => matchesLeadFilters(lead, filters));
  if (all.length < stores.waiting_leads.window.size) {
    const [count, total] = [matching.length, all.length];
    const rows = matching.slice(0, limit);
    return { rows, count, total, choices: filterChoicesOf(all), badges, hasMore: count > limit, further: null };
  }
  const first = Math.floor(matching.length / WAITING_LEADS_PER_PAGE) + 1;
  const page = Math.max(first, Math.ceil(limit / WAITING_LEADS_PER_PAGE));
  const queryOf = (index: number) => ({
    page: first + index,
    language: filters.language ?? '',
    country: filters.country ?? '',
  });
  const fetched = await savedPages(
    db,
    Array.from({ length: page - first + 1 }, (_, index) => queryOf(index)),
  );
  const more = await notMirrored(db, fetched?.rows ?? [], new Set(all.map(({ id }) => id)));
  const loaded = [...matching, ...more];
  return {
    rows: loaded.slice(0, limit),
    hasMore: loaded.length > limit || (fetched?.hasNext ?? false),
    count: Math.max(matching.length, fetched?.count ?? 0),
    total: Math.max(all.length, fetched?.total ?? 0),
    choices: filterChoicesOf([...all, ...more]),
    badges,
    further: { page, at: fetched?.at ?? null, mirrored: matching.length },
  };
}

export interface WaitingCount {
  count: number;
  /** Whether the server may have more waiting leads than `count`. */
  isMinimum: boolean;
}

/**
 * Returns the number of waiting leads: the number on the device or, if the server may have more, the last fetched
 * number.
 */
export async function countAllWaiting(db: PhoneDb): Promise<WaitingCount> {
  const mirrored = await countWaitingLeads(db);
  if (mirrored < stores.waiting_leads.window.size) return { count: mirrored, isMinimum: false };
  const pages = await db.pages.where('key').startsWith('waiting_leads:').toArray();
  const [newest] = pages.toSorted((a, b) => b.fetched_at.localeCompare(a.fetched_at));
  if (!newest) return { count: mirrored, isMinimum: true };
  return { count: Math.max(mirrored, (newest.about as PageMeta).total_count), isMinimum: false };
}
