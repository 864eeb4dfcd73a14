import type { Ticket } from '../../../contract/entities/ticket.ts';
import { savedBadges, type RowBadge } from './badges.ts';
import type { PhoneDb } from '../schema/db.ts';
import type { Entry } from '../outbox/entry.ts';

/** More than anybody reads through. */
const LIMIT = 200;

export interface TicketCard {
  ticket: Ticket;
  badge: RowBadge | undefined;
}

/** The person's requests, the newest first. */
export async function savedTickets(db: PhoneDb): Promise<TicketCard[]> {
  const [rows, badges] = await Promise.all([
    db.tickets.orderBy('created_at').reverse().limit(LIMIT).toArray(),
    savedBadges(db, 'tickets'),
  ]);
  return rows.map((ticket) => ({ ticket, badge: badges.get(ticket.id) }));
}

export interface TicketView {
  ticket: Ticket;
  /** Where each unsent message stands, by its id. */
  unsent: ReadonlyMap<string, RowBadge>;
  /** Where the unsent steps stand. */
  steps: RowBadge | undefined;
}

/** The message that a write carries; null for a step without words. The first one has the ticket's own id. */
function messageOf({ kind, entity_id, args }: Entry): string | null {
  if (kind === 'ticket.create') return entity_id;
  return (args as { message_id?: string }).message_id ?? null;
}

/** Where the unsent writes of one ticket stand: each message by its id, and the steps together. */
export function unsentOf(entries: readonly Entry[]): Pick<TicketView, 'unsent' | 'steps'> {
  const unsent = new Map<string, RowBadge>();
  for (const entry of entries) {
    const message = messageOf(entry);
    if (message !== null) unsent.set(message, { state: entry.state, entries: [entry] });
  }
  const [step, ...more] = entries.filter((entry) => messageOf(entry) === null);
  return { unsent, steps: step && { state: step.state, entries: [step, ...more] } };
}

/** One request as this phone knows it; null when it is not here. */
export async function savedTicket(db: PhoneDb, id: string): Promise<TicketView | null> {
  const [ticket, badges] = await Promise.all([db.tickets.get(id), savedBadges(db, 'tickets')]);
  return ticket ? { ticket, ...unsentOf(badges.get(id)?.entries ?? []) } : null;
}
