import type { Ticket, TicketMessage } from '../entities/ticket.ts';
import { Refused } from '../errors.ts';
import { MAX_TICKET_MESSAGES, TICKET_REOPEN_MS } from '../values.ts';
import { ticketStates, type TicketState } from '../filter-values.ts';
import { transition, type Machine } from './machine.ts';

/** Commands that the author of a ticket can run on it. */
export type TicketCommand = 'reply' | 'cancel' | 'close' | 'reopen' | 'rate';

/** After a reply or a reopening, the ticket returns to its employee; if it has none, it becomes `new`. */
export const ticketMachine: Machine<TicketState, TicketCommand> = {
  states: ticketStates,
  commands: {
    reply: { from: ['new', 'taken', 'waiting_user', 'resolved'], to: 'taken', noop: [] },
    cancel: { from: ['new', 'taken', 'waiting_user'], to: 'cancelled', noop: ['cancelled'] },
    close: { from: ['resolved'], to: 'closed', noop: ['closed'] },
    reopen: { from: ['closed'], to: 'taken', noop: ['new', 'taken', 'waiting_user'] },
    rate: { from: ['resolved', 'closed'], to: 'same', noop: [] },
  },
};

/** Returns the next state, or null for a no-op. Throws `ticket_state`. */
function nextState(ticket: Ticket, command: TicketCommand): TicketState | null {
  const result = transition(ticketMachine, ticket.state, command);
  if (result.kind === 'invalid') throw new Refused('ticket_state', { state: ticket.state, command });
  if (result.kind === 'noop') return null;
  return result.to === 'taken' && ticket.responsible_id === null ? 'new' : result.to;
}

/**
 * Adds a message of the author. A repeated call with the same message id changes nothing. Throws `ticket_state` and
 * `ticket_full`.
 */
export function replyTicket(ticket: Ticket, message: TicketMessage): Ticket {
  if (ticket.messages.some(({ id }) => id === message.id)) return ticket;
  const state = nextState(ticket, 'reply');
  if (ticket.messages.length >= MAX_TICKET_MESSAGES) throw new Refused('ticket_full');
  return { ...ticket, state: state ?? ticket.state, messages: [...ticket.messages, message] };
}

/** Cancels a ticket. Throws `ticket_state`. */
export function cancelTicket(ticket: Ticket, { at, reason }: { at: string; reason: string }): Ticket {
  const state = nextState(ticket, 'cancel');
  return state === null ? ticket : { ...ticket, state, reason, closed_at: at };
}

/** Closes a resolved ticket because its author accepts the resolution. Throws `ticket_state`. */
export function closeTicket(ticket: Ticket, { at }: { at: string }): Ticket {
  const state = nextState(ticket, 'close');
  return state === null ? ticket : { ...ticket, state, closed_at: at };
}

/** Whether a closed ticket can still be reopened. */
export const canReopen = (ticket: Ticket, at: string): boolean =>
  ticket.state === 'closed' && Date.parse(at) - Date.parse(ticket.closed_at ?? at) <= TICKET_REOPEN_MS;

/** Reopens a ticket as its author, within 14 days after it was closed. Throws `ticket_state` and `reopen_too_late`. */
export function reopenTicket(ticket: Ticket, { at }: { at: string }): Ticket {
  const state = nextState(ticket, 'reopen');
  if (state === null) return ticket;
  if (!canReopen(ticket, at)) throw new Refused('reopen_too_late');
  return { ...ticket, state, closed_at: null };
}

/** Rates a ticket. A rating cannot be changed, but sending the same rating again is a no-op. Throws `ticket_state`. */
export function rateTicket(ticket: Ticket, { stars, comment }: { stars: number; comment: string }): Ticket {
  const { rating } = ticket;
  if (rating && rating.stars === stars && rating.comment === comment) return ticket;
  nextState(ticket, 'rate');
  if (rating) throw new Refused('ticket_state', { state: ticket.state, command: 'rate' });
  return { ...ticket, rating: { stars, comment } };
}
