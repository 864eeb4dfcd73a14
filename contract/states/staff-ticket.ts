import type { StaffMessage, StaffTicket } from '../entities/staff-ticket.ts';
import { Refused } from '../errors.ts';
import { MAX_TICKET_MESSAGES, TICKET_REOPEN_MS, TICKET_SNOOZE_MS, type RejectReason } from '../values.ts';
import { ticketStates, type Priority, type TicketState } from '../filter-values.ts';
import { transition, type Machine } from './machine.ts';

/** Commands that employees can run on a ticket. */
export type StaffTicketCommand =
  | 'take'
  | 'release'
  | 'answer'
  | 'note'
  | 'resolve'
  | 'reject'
  | 'resume'
  | 'snooze'
  | 'prioritise';

export const staffTicketMachine: Machine<TicketState, StaffTicketCommand> = {
  states: ticketStates,
  commands: {
    take: { from: ['new'], to: 'taken', noop: [] },
    release: { from: ['taken', 'waiting_user'], to: 'new', noop: ['new'] },
    answer: { from: ['taken', 'waiting_user'], to: 'waiting_user', noop: [] },
    note: { from: ['taken', 'waiting_user', 'resolved', 'closed', 'rejected'], to: 'same', noop: [] },
    resolve: { from: ['taken', 'waiting_user'], to: 'resolved', noop: [] },
    reject: { from: ['new', 'taken'], to: 'rejected', noop: ['rejected'] },
    resume: { from: ['resolved', 'closed'], to: 'taken', noop: ['taken', 'waiting_user'] },
    snooze: { from: ['taken', 'waiting_user'], to: 'same', noop: [] },
    prioritise: { from: ['new', 'taken', 'waiting_user'], to: 'same', noop: [] },
  },
};

const commandsOnUnclaimed: readonly StaffTicketCommand[] = ['take', 'reject', 'prioritise'];

/** Creates an error that names the employee who took the ticket, and the time when they took it. */
export const ticketTakenError = ({ responsible_name, taken_at }: Pick<StaffTicket, 'responsible_name' | 'taken_at'>) =>
  new Refused('ticket_taken', { by: responsible_name, at: taken_at });

/** Returns the next state, or null for a no-op. Throws `ticket_taken` and `ticket_state`. */
function nextState(ticket: StaffTicket, command: StaffTicketCommand): TicketState | null {
  if (ticket.access === 'other') throw ticketTakenError(ticket);
  const result = transition(staffTicketMachine, ticket.state, command);
  const isUnclaimedAndForbidden =
    ticket.access === 'free' && result.kind !== 'noop' && !commandsOnUnclaimed.includes(command);
  if (result.kind === 'invalid' || isUnclaimedAndForbidden)
    throw new Refused('ticket_state', { state: ticket.state, command });
  return result.kind === 'noop' ? null : result.to;
}

/** Whether the local copy of the ticket allows the employee to run the command now. */
export const mayRunStaffCommand = ({ state, access }: StaffTicket, command: StaffTicketCommand): boolean =>
  staffTicketMachine.commands[command].from.includes(state) &&
  (access === 'own' || access === 'team' || (access === 'free' && commandsOnUnclaimed.includes(command)));

/**
 * Checks whether the employee may take a ticket. The row does not change, because only the server can decide who took
 * the ticket first. Taking a ticket that is already assigned to the caller has no effect. Throws `ticket_taken` if
 * another employee took it. Throws `ticket_state` if it is finished, even if it was assigned to the caller.
 */
export function takeTicket(ticket: StaffTicket): StaffTicket {
  const isOwnOpenTicket = ticket.access === 'own' && staffTicketMachine.commands.snooze.from.includes(ticket.state);
  if (!isOwnOpenTicket) nextState(ticket, 'take');
  return ticket;
}

/** Releases a ticket to the pool. Throws `ticket_state` and `ticket_taken`. */
export function releaseTicket(ticket: StaffTicket): StaffTicket {
  const state = nextState(ticket, 'release');
  if (state === null) return ticket;
  const unassigned = { responsible_id: null, responsible_name: null, taken_at: null };
  return { ...ticket, ...unassigned, access: 'free', state, snooze_until: null };
}

function withMessage(ticket: StaffTicket, message: StaffMessage): StaffTicket {
  if (ticket.messages.length >= MAX_TICKET_MESSAGES) throw new Refused('ticket_full');
  return { ...ticket, messages: [...ticket.messages, message] };
}

const hasMessage = (ticket: StaffTicket, { id }: StaffMessage) => ticket.messages.some((message) => message.id === id);

/**
 * Answers a ticket with a message to its author. A repeated call with the same message id changes nothing. Throws
 * `ticket_state`, `ticket_taken` and `ticket_full`.
 */
export function answerTicket(ticket: StaffTicket, message: StaffMessage): StaffTicket {
  if (hasMessage(ticket, message)) return ticket;
  const state = nextState(ticket, 'answer') ?? ticket.state;
  const first_answered_at = ticket.first_answered_at ?? message.at;
  return { ...withMessage(ticket, message), state, first_answered_at, resolve_due: null };
}

/** Adds an internal note. Throws `ticket_state`, `ticket_taken` and `ticket_full`. */
export function addTicketNote(ticket: StaffTicket, message: StaffMessage): StaffTicket {
  if (hasMessage(ticket, message)) return ticket;
  nextState(ticket, 'note');
  return withMessage(ticket, message);
}

/** Resolves a ticket with a message to the author. Throws `ticket_state`, `ticket_taken` and `ticket_full`. */
export function resolveTicket(ticket: StaffTicket, message: StaffMessage): StaffTicket {
  if (hasMessage(ticket, message)) return ticket;
  const state = nextState(ticket, 'resolve') ?? ticket.state;
  const first_answered_at = ticket.first_answered_at ?? message.at;
  return { ...withMessage(ticket, message), state, first_answered_at, resolve_due: null, snooze_until: null };
}

/** Rejects a ticket with a reason that the author sees. Throws `ticket_state` and `ticket_taken`. */
export function rejectTicket(
  ticket: StaffTicket,
  { reason, text, duplicate_of, at }: { reason: RejectReason; text: string; duplicate_of: string | null; at: string },
): StaffTicket {
  const state = nextState(ticket, 'reject');
  if (state === null) return ticket;
  const reasonFields = { reject_reason: reason, reason: text, duplicate_of };
  return { ...ticket, ...reasonFields, state, closed_at: at, resolve_due: null, snooze_until: null };
}

/**
 * Reopens a resolved or closed ticket as an employee; authors use `reopenTicket`. Throws `ticket_state`,
 * `ticket_taken` and `reopen_too_late`.
 */
export function resumeTicket(ticket: StaffTicket, { at }: { at: string }): StaffTicket {
  const state = nextState(ticket, 'resume');
  if (state === null) return ticket;
  if (ticket.closed_at && Date.parse(at) - Date.parse(ticket.closed_at) > TICKET_REOPEN_MS)
    throw new Refused('reopen_too_late');
  return { ...ticket, state, closed_at: null };
}

/**
 * Snoozes a ticket until the given time; null ends the snooze. Throws `ticket_state`, `ticket_taken` and
 * `snooze_out_of_range`.
 */
export function snoozeTicket(ticket: StaffTicket, { until, at }: { until: string | null; at: string }): StaffTicket {
  nextState(ticket, 'snooze');
  if (until === ticket.snooze_until) return ticket;
  const remainingMs = until === null ? 1 : Date.parse(until) - Date.parse(at);
  if (remainingMs <= 0 || remainingMs > TICKET_SNOOZE_MS) throw new Refused('snooze_out_of_range');
  return { ...ticket, snooze_until: until };
}

/** Sets the priority of a ticket. Throws `ticket_state` and `ticket_taken`. */
export function prioritiseTicket(ticket: StaffTicket, priority: Priority): StaffTicket {
  nextState(ticket, 'prioritise');
  return ticket.priority === priority ? ticket : { ...ticket, priority };
}
