import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import type { TicketAccess } from '../../contract/values.ts';
import { savedBadges, type RowBadge } from './badges.ts';
import type { PhoneDb } from './db.ts';
import { foldedStates, type Entry } from './entry.ts';

/** More than anybody reads through. */
const MOST = 500;

export interface StaffTicketCard {
  ticket: StaffTicket;
  badge: RowBadge | undefined;
  /** It was asked for; who has it is for the server to say. */
  isRequested: boolean;
}

const isRequest = ({ kind, state }: Entry): boolean => kind === 'ticket.take' && foldedStates.includes(state);

/** What is due next: the first answer while there is none, else the solution. Null while the clock stands. */
export function dueOf({ state, ...ticket }: StaffTicket): string | null {
  if (!['new', 'taken', 'waiting_user'].includes(state)) return null;
  return ticket.first_answered_at === null ? ticket.first_response_due : ticket.resolve_due;
}

/** The most pressing first; what has no due time behind, the newest first. */
function byDue(one: StaffTicketCard, two: StaffTicketCard): number {
  const [a, b] = [dueOf(one.ticket), dueOf(two.ticket)];
  if (a !== b) return a === null ? 1 : b === null ? -1 : a.localeCompare(b);
  return two.ticket.created_at.localeCompare(one.ticket.created_at);
}

/** Tickets that this phone knows, of the given kinds. */
export async function savedStaffTickets(db: PhoneDb, kinds: readonly TicketAccess[]): Promise<StaffTicketCard[]> {
  const lists = kinds.map((access) =>
    db.staff_tickets
      .where('[access+created_at]')
      .between([access, ''], [access, '\uffff'])
      .reverse()
      .limit(MOST)
      .toArray(),
  );
  const [badges, ...rows] = await Promise.all([savedBadges(db, 'staff_tickets'), ...lists]);
  return rows
    .flat()
    .map((ticket) => {
      const badge = badges.get(ticket.id);
      return { ticket, badge, isRequested: badge?.entries.some(isRequest) ?? false };
    })
    .toSorted(byDue);
}

/** A request for a ticket that came too late. */
export interface LostTake {
  op_id: string;
  ticket_id: string;
  title: string;
  by: string;
  at: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What was asked for and is somebody else's, with who was faster. */
export async function savedLostTakes(db: PhoneDb): Promise<LostTake[]> {
  const entries = await db.outbox.where('state').equals('rejected').toArray();
  return entries
    .filter(({ kind, error }) => kind === 'ticket.take' && error?.code === 'ticket_taken')
    .map(({ op_id, entity_id, title, error }) => {
      const { by, at } = error?.fields ?? {};
      return { op_id, ticket_id: entity_id, title, by: textOf(by), at: textOf(at) };
    });
}

export interface StaffTicketView extends StaffTicketCard {
  /** Where each unsent message stands, by its id. */
  unsent: ReadonlyMap<string, RowBadge>;
  /** Where the unsent steps stand. */
  steps: RowBadge | undefined;
  /** Other tickets of the same author that are here. */
  others: StaffTicket[];
}

/** The message that a write carries; null for a step without words. */
function messageOf({ args }: Entry): string | null {
  const { message_id } = args as { message_id?: string };
  return message_id ?? null;
}

/** One ticket as this phone knows it; null when it is not here. */
export async function savedStaffTicket(db: PhoneDb, id: string): Promise<StaffTicketView | null> {
  const [ticket, badges] = await Promise.all([db.staff_tickets.get(id), savedBadges(db, 'staff_tickets')]);
  if (!ticket) return null;
  const badge = badges.get(id);
  const entries = badge?.entries ?? [];
  const unsent = new Map<string, RowBadge>();
  for (const entry of entries) {
    const message = messageOf(entry);
    if (message !== null) unsent.set(message, { state: entry.state, entries: [entry] });
  }
  const [step, ...more] = entries.filter((entry) => messageOf(entry) === null);
  const { author_id } = ticket;
  const known = author_id === null ? [] : await savedStaffTickets(db, ['own', 'team']);
  return {
    ...{ ticket, badge, unsent, isRequested: entries.some(isRequest) },
    steps: step && { state: step.state, entries: [step, ...more] },
    others: known.map(({ ticket: row }) => row).filter((row) => row.author_id === author_id && row.id !== id),
  };
}
