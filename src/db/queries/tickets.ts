import type { Ticket } from '../../../contract/entities/ticket.ts';
import { savedBadges, type RowBadge } from './badges.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { Entry } from '../outbox/entry.ts';

/** Maximum number of tickets in a list; more than users scroll through. */
const LIMIT = 200;

export interface TicketCard {
  ticket: Ticket;
  badge: RowBadge | undefined;
}

/** Returns the user's tickets, newest first. */
export async function savedTickets(db: PhoneDb): Promise<TicketCard[]> {
  const [rows, badges] = await Promise.all([
    db.tickets.orderBy('created_at').reverse().limit(LIMIT).toArray(),
    savedBadges(db, 'tickets'),
  ]);
  return rows.map((ticket) => ({ ticket, badge: badges.get(ticket.id) }));
}

export interface TicketView {
  ticket: Ticket;
  /** Sync state of each unsent message, by its id. */
  unsent: ReadonlyMap<string, RowBadge>;
  /** Sync state of unsent commands, which have no message, such as closing the ticket. */
  steps: RowBadge | undefined;
}

/**
 * Returns the id of the message that a write creates; null for a command without text. The first message has the
 * ticket's id.
 */
function messageOf({ kind, entity_id, args }: Entry): string | null {
  if (kind === 'ticket.create') return entity_id;
  return (args as { message_id?: string }).message_id ?? null;
}

/**
 * Returns the sync state of a ticket's unsent writes: one for each message, by its id, and one for all commands
 * together.
 */
export function unsentOf(entries: readonly Entry[]): Pick<TicketView, 'unsent' | 'steps'> {
  const unsent = new Map<string, RowBadge>();
  for (const entry of entries) {
    const message = messageOf(entry);
    if (message !== null) unsent.set(message, { state: entry.state, entries: [entry] });
  }
  const [step, ...more] = entries.filter((entry) => messageOf(entry) === null);
  return { unsent, steps: step && { state: step.state, entries: [step, ...more] } };
}

/** Returns one ticket; null if it is not on this phone. */
export async function savedTicket(db: PhoneDb, id: string): Promise<TicketView | null> {
  const [ticket, badges] = await Promise.all([db.tickets.get(id), savedBadges(db, 'tickets')]);
  return ticket ? { ticket, ...unsentOf(badges.get(id)?.entries ?? []) } : null;
}
