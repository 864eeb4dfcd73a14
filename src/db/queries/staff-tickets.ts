import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { TicketAccess } from '../../../contract/values.ts';
import { savedBadges, type RowBadge } from './badges.ts';
import type { PhoneDb } from '../schema/db.ts';
import { foldedStates, type Entry } from '../outbox/entry.ts';
import { unsentOf, type TicketView } from './tickets.ts';

/** Maximum number of tickets in a list; more than users scroll through. */
const LIMIT = 500;

export interface StaffTicketCard {
  ticket: StaffTicket;
  badge: RowBadge | undefined;
  /** Whether the employee requested the ticket and the server has not assigned it yet. */
  isRequested: boolean;
}

const isRequest = ({ kind, state }: Entry): boolean => kind === 'ticket.take' && foldedStates.includes(state);

/**
 * Returns the next deadline of a ticket: that of the first response until an employee has responded, then that of the
 * resolution. Null while the SLA clock is stopped.
 */
export function dueTimeOf({ state, ...ticket }: StaffTicket): string | null {
  if (!['new', 'taken', 'waiting_user'].includes(state)) return null;
  return ticket.first_answered_at === null ? ticket.first_response_due : ticket.resolve_due;
}

/** Whether a ticket in this state waits for an employee. */
const isWaiting = (state: StaffTicket['state']): boolean => state === 'new' || state === 'taken';

/** Sorts the most urgent tickets first; those without a due time come last, newest first. */
function byDue(one: StaffTicket, two: StaffTicket): number {
  const [a, b] = [dueTimeOf(one), dueTimeOf(two)];
  if (a !== b) return a === null ? 1 : b === null ? -1 : a.localeCompare(b);
  return two.created_at.localeCompare(one.created_at);
}

/** Returns the tickets on this phone with the given access. */
export async function savedStaffTickets(db: PhoneDb, kinds: readonly TicketAccess[]): Promise<StaffTicketCard[]> {
  const lists = kinds.map((access) =>
    db.staff_tickets
      .where('[access+created_at]')
      .between([access, ''], [access, '\uffff'])
      .reverse()
      .limit(LIMIT)
      .toArray(),
  );
  const [badges, ...rows] = await Promise.all([savedBadges(db, 'staff_tickets'), ...lists]);
  return rows
    .flat()
    .map((ticket) => {
      const badge = badges.get(ticket.id);
      return { ticket, badge, isRequested: badge?.entries.some(isRequest) ?? false };
    })
    .toSorted((one, two) => byDue(one.ticket, two.ticket));
}

/**
 * Returns the number of unassigned tickets, and of the user's own tickets, that wait for an employee and are not
 * snoozed. Counts at most `limit`.
 */
export async function countOpenTickets(db: PhoneDb, now: string, limit: number): Promise<number> {
  const countWith = (access: TicketAccess) =>
    db.staff_tickets
      .where('[access+created_at]')
      .between([access, ''], [access, '\uffff'])
      .filter(({ state, snooze_until }) => isWaiting(state) && (snooze_until ?? '') < now)
      .limit(limit)
      .count();
  const [own, unassigned] = await Promise.all([countWith('own'), countWith('free')]);
  return Math.min(own + unassigned, limit);
}

/**
 * Returns the first `limit` of the user's own and of the unassigned tickets that are due before `until` (ISO), most
 * urgent first. Tickets that are snoozed until then or longer are left out.
 */
export async function ticketsDueBefore(db: PhoneDb, until: string, limit: number): Promise<StaffTicket[]> {
  const cards = await savedStaffTickets(db, ['own', 'free']);
  const isDue = (ticket: StaffTicket): boolean => {
    const deadline = dueTimeOf(ticket);
    return deadline !== null && deadline < until && (ticket.snooze_until ?? '') < until;
  };
  return cards
    .map(({ ticket }) => ticket)
    .filter(isDue)
    .slice(0, limit);
}

/** A refused request for a ticket that another employee took first. `by` is that employee's name, `at` the time. */
export interface LostTicketRequest {
  op_id: string;
  ticket_id: string;
  title: string;
  by: string;
  at: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the requests for tickets that other employees took first. */
export async function savedLostTicketRequests(db: PhoneDb): Promise<LostTicketRequest[]> {
  const entries = await db.outbox.where('state').equals('rejected').toArray();
  return entries
    .filter(({ kind, error }) => kind === 'ticket.take' && error?.code === 'ticket_taken')
    .map(({ op_id, entity_id, title, error }) => {
      const { by, at } = error?.fields ?? {};
      return { op_id, ticket_id: entity_id, title, by: textOf(by), at: textOf(at) };
    });
}

/** Returns the most urgent unassigned ticket that has not been requested; undefined if there is none. */
export async function nextUnassignedTicket(db: PhoneDb): Promise<StaffTicket | undefined> {
  const unassigned = await savedStaffTickets(db, ['free']);
  return unassigned.find(({ isRequested }) => !isRequested)?.ticket;
}

export interface StaffTicketView extends StaffTicketCard, Pick<TicketView, 'unsent' | 'steps'> {
  /** Other tickets of the same author on this phone. */
  others: StaffTicket[];
}

/** Returns the other tickets of the same author on this phone, most urgent first. */
async function othersOf(db: PhoneDb, { author_id, id }: StaffTicket): Promise<StaffTicket[]> {
  if (author_id === null) return [];
  const own = db.staff_tickets.where('author_id').equals(author_id);
  const rows = await own
    .filter((row) => row.id !== id && (row.access === 'own' || row.access === 'team'))
    .limit(LIMIT)
    .toArray();
  return rows.toSorted(byDue);
}

/** Returns one ticket; null if it is not on this phone. */
export async function savedStaffTicket(db: PhoneDb, id: string): Promise<StaffTicketView | null> {
  const [ticket, badges] = await Promise.all([db.staff_tickets.get(id), savedBadges(db, 'staff_tickets')]);
  if (!ticket) return null;
  const badge = badges.get(id);
  const entries = badge?.entries ?? [];
  const others = await othersOf(db, ticket);
  return { ticket, badge, isRequested: entries.some(isRequest), ...unsentOf(entries), others };
}
