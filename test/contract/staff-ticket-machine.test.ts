import { describe, expect, it } from 'vitest';
import type { StaffMessage, StaffTicket } from '../../contract/entities/staff-ticket.ts';
import { Refused } from '../../contract/errors.ts';
import {
  answerTicket,
  addTicketNote,
  prioritiseTicket,
  rejectTicket,
  releaseTicket,
  takeTicket,
  resolveTicket,
  resumeTicket,
  snoozeTicket,
  mayRunStaffCommand,
  type StaffTicketCommand,
} from '../../contract/states/staff-ticket.ts';
import { ticketAccess, type TicketAccess } from '../../contract/values.ts';
import { ticketStates, type TicketState } from '../../contract/filter-values.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const DAY = 86_400_000;
const at = (ms = 0) => new Date(NOW + ms).toISOString();
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const message = (index: number): StaffMessage => ({
  id: id(index),
  author_id: id(1),
  author_name: 'Olga',
  by_staff: true,
  body: 'Hello',
  attachments: [],
  at: at(),
  internal: false,
  delivery: null,
});

const closedStates: readonly TicketState[] = ['closed', 'rejected', 'cancelled'];

function ticketIn(state: TicketState, change: Partial<StaffTicket> = {}): StaffTicket {
  return {
    id: id(9),
    rev: 3,
    number: 7,
    type: 'problem',
    subject: 'No sound',
    state,
    priority: 'normal',
    author_id: id(2),
    author_name: 'Anna',
    responsible_id: id(1),
    responsible_name: 'Olga',
    previous_id: null,
    reason: '',
    reject_reason: null,
    duplicate_of: null,
    messages: [message(9)],
    rating: null,
    created_at: at(-DAY),
    updated_at: at(-DAY),
    closed_at: closedStates.includes(state) ? at(-DAY) : null,
    access: 'own',
    has_telegram: false,
    taken_at: at(-DAY),
    first_response_due: at(DAY),
    first_answered_at: null,
    resolve_due: at(2 * DAY),
    snooze_until: at(DAY),
    ...change,
  };
}

const rejection = { reason: 'duplicate', text: 'See the other one', duplicate_of: id(8), at: at() } as const;
const run: Record<StaffTicketCommand, (ticket: StaffTicket) => StaffTicket> = {
  take: (ticket) => takeTicket(ticket),
  release: (ticket) => releaseTicket(ticket),
  answer: (ticket) => answerTicket(ticket, message(5)),
  note: (ticket) => addTicketNote(ticket, message(5)),
  resolve: (ticket) => resolveTicket(ticket, message(5)),
  reject: (ticket) => rejectTicket(ticket, rejection),
  resume: (ticket) => resumeTicket(ticket, { at: at() }),
  snooze: (ticket) => snoozeTicket(ticket, { until: at(2 * DAY), at: at() }),
  prioritise: (ticket) => prioritiseTicket(ticket, 'urgent'),
};

/** Returns the code and the fields of the error that a command throws. */
function refusalOf(work: () => unknown): Pick<Refused, 'code' | 'fields'> | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, fields: error.fields };
    throw error;
  }
}

// Repeats the state table, so that a change must be made in both places deliberately.
const states: Record<StaffTicketCommand, Partial<Record<TicketState, TicketState | 'noop'>>> = {
  take: { new: 'new' },
  release: { new: 'noop', taken: 'new', waiting_user: 'new' },
  answer: { taken: 'waiting_user', waiting_user: 'waiting_user' },
  note: { taken: 'taken', waiting_user: 'waiting_user', resolved: 'resolved', closed: 'closed', rejected: 'rejected' },
  resolve: { taken: 'resolved', waiting_user: 'resolved' },
  reject: { new: 'rejected', taken: 'rejected', rejected: 'noop' },
  resume: { resolved: 'taken', closed: 'taken', taken: 'noop', waiting_user: 'noop' },
  snooze: { taken: 'taken', waiting_user: 'waiting_user' },
  prioritise: { new: 'new', taken: 'taken', waiting_user: 'waiting_user' },
};
const commands = Object.keys(states) as StaffTicketCommand[];
const cells = commands.flatMap((command) => ticketStates.map((state) => [command, state] as const));

describe("an employee's command on a ticket", () => {
  // The tickets are assigned to a teammate. Taking a ticket that is already one's own is tested below.
  it.each(cells)('the employee command %s on a ticket in state %s follows the state table', (command, state) => {
    const target = states[command][state];
    const ticket = ticketIn(state, { access: 'team' });
    if (target === undefined)
      expect(refusalOf(() => run[command](ticket))).toEqual({ code: 'ticket_state', fields: { state, command } });
    else if (target === 'noop') expect(run[command](ticket)).toBe(ticket);
    else expect(run[command](ticket).state).toBe(target);
  });

  it.each(cells)(
    "the employee command %s on a colleague's ticket in state %s is refused with the colleague's name",
    (command, state) => {
      const ticket = ticketIn(state, { access: 'other' });
      const fields = { by: 'Olga', at: at(-DAY) };
      expect(refusalOf(() => run[command](ticket))).toEqual({ code: 'ticket_taken', fields });
    },
  );

  const allowedOnUnassigned: readonly StaffTicketCommand[] = ['take', 'reject', 'prioritise'];
  it.each(cells)(
    'the employee command %s on an unassigned ticket in state %s is refused unless it needs no assignee',
    (command, state) => {
      const target = states[command][state];
      const ticket = ticketIn(state, { access: 'free' });
      const isAllowed = target === 'noop' || (target !== undefined && allowedOnUnassigned.includes(command));
      const expected = isAllowed ? null : { code: 'ticket_state', fields: { state, command } };
      expect(refusalOf(() => run[command](ticket))).toEqual(expected);
    },
  );

  const offers = cells.flatMap(([command, state]) => ticketAccess.map((access) => [command, state, access] as const));
  it.each(offers)(
    'offers the employee command %s on a ticket in state %s with access "%s" only if it would be accepted',
    (command, state, access: TicketAccess) => {
      const target = states[command][state];
      const isTransition = target !== undefined && target !== 'noop';
      const isActor =
        access === 'own' || access === 'team' || (access === 'free' && allowedOnUnassigned.includes(command));
      expect(mayRunStaffCommand(ticketIn(state, { access }), command)).toBe(isTransition && isActor);
    },
  );
});

describe('taking a ticket', () => {
  it('taking a ticket changes nothing on the device, because only the server knows who took it first', () => {
    const unassigned = ticketIn('new', { access: 'free' });
    expect(takeTicket(unassigned)).toBe(unassigned);
    for (const state of ['taken', 'waiting_user'] as const) {
      const own = ticketIn(state, { access: 'own' });
      expect(takeTicket(own)).toBe(own);
    }
  });

  it.each(['resolved', 'closed', 'rejected', 'cancelled'] as const)(
    'taking a ticket in state %s is refused, even if the ticket is assigned to the employee',
    (state) => {
      const own = ticketIn(state, { access: 'own' });
      expect(refusalOf(() => takeTicket(own))).toEqual({ code: 'ticket_state', fields: { state, command: 'take' } });
    },
  );

  it('taking a ticket is refused if another employee of the team has it', () => {
    expect(refusalOf(() => takeTicket(ticketIn('taken', { access: 'team' })))?.code).toBe('ticket_state');
  });
});

describe('a ticket', () => {
  it('a released ticket has no owner and is not snoozed', () => {
    const ticket = ticketIn('taken');
    expect(releaseTicket(ticket)).toEqual({
      ...ticket,
      state: 'new',
      access: 'free',
      responsible_id: null,
      responsible_name: null,
      taken_at: null,
      snooze_until: null,
    });
  });

  it('an answered ticket keeps its messages and the time of the first reply, and pauses its due time', () => {
    const ticket = ticketIn('taken');
    const answered = answerTicket(ticket, message(5));
    expect(answered).toEqual({
      ...ticket,
      state: 'waiting_user',
      messages: [message(9), message(5)],
      first_answered_at: at(),
      resolve_due: null,
    });
    const earlier = ticketIn('waiting_user', { first_answered_at: at(-DAY) });
    expect(answerTicket(earlier, message(5)).first_answered_at).toBe(at(-DAY));
  });

  it('a resolved ticket keeps its messages and the time of the first reply and is not snoozed', () => {
    const ticket = ticketIn('waiting_user');
    expect(resolveTicket(ticket, message(5))).toEqual({
      ...ticket,
      state: 'resolved',
      messages: [message(9), message(5)],
      first_answered_at: at(),
      resolve_due: null,
      snooze_until: null,
    });
    const earlier = ticketIn('taken', { first_answered_at: at(-DAY) });
    expect(resolveTicket(earlier, message(5)).first_answered_at).toBe(at(-DAY));
  });

  it('an internal note adds a message to the ticket and changes nothing else', () => {
    const ticket = ticketIn('resolved');
    expect(addTicketNote(ticket, message(5))).toEqual({ ...ticket, messages: [message(9), message(5)] });
  });

  it('a rejected ticket states the reason, is closed and is not snoozed', () => {
    const ticket = ticketIn('taken');
    expect(rejectTicket(ticket, rejection)).toEqual({
      ...ticket,
      state: 'rejected',
      reject_reason: 'duplicate',
      reason: 'See the other one',
      duplicate_of: id(8),
      closed_at: at(),
      resolve_due: null,
      snooze_until: null,
    });
  });

  it.each(['answer', 'note', 'resolve'] as const)('a repeated message does not change the ticket: %s', (command) => {
    const ticket = ticketIn('taken', { messages: [message(9), message(5), message(6)] });
    expect(run[command](ticket)).toBe(ticket);
  });

  it.each(['answer', 'note', 'resolve'] as const)('a ticket holds at most 200 messages: %s', (command) => {
    const messages = Array.from({ length: 199 }, (_, index) => message(100 + index));
    expect(run[command](ticketIn('taken', { messages })).messages).toHaveLength(200);
    const full = ticketIn('taken', { messages: [...messages, message(50)] });
    expect(refusalOf(() => run[command](full))?.code).toBe('ticket_full');
  });

  it('a closed ticket can be reopened within 14 days', () => {
    const closed = (ms: number) => ticketIn('closed', { closed_at: at(-ms) });
    expect(resumeTicket(closed(14 * DAY), { at: at() })).toEqual({ ...closed(0), state: 'taken', closed_at: null });
    expect(refusalOf(() => resumeTicket(closed(14 * DAY + 1), { at: at() }))?.code).toBe('reopen_too_late');
    expect(resumeTicket(ticketIn('resolved', { closed_at: null }), { at: at() }).state).toBe('taken');
  });

  it('a ticket can be snoozed for at most 30 days and not into the past', () => {
    const until = (ms: number | null) => () =>
      snoozeTicket(ticketIn('taken'), { until: ms === null ? null : at(ms), at: at() });
    expect(until(30 * DAY)()).toEqual(ticketIn('taken', { snooze_until: at(30 * DAY) }));
    expect(refusalOf(until(30 * DAY + 1))?.code).toBe('snooze_out_of_range');
    expect(until(1)().snooze_until).toBe(at(1));
    expect(refusalOf(until(0))?.code).toBe('snooze_out_of_range');
    expect(refusalOf(until(-1))?.code).toBe('snooze_out_of_range');
    expect(until(null)().snooze_until).toBeNull();
  });

  it('snoozing a ticket to the same time changes nothing, regardless of the current time', () => {
    const ticket = ticketIn('taken', { snooze_until: at(-DAY) });
    expect(snoozeTicket(ticket, { until: at(-DAY), at: at() })).toBe(ticket);
  });

  it('setting a different priority changes the ticket, but setting the same priority does not', () => {
    const ticket = ticketIn('new');
    expect(prioritiseTicket(ticket, 'urgent')).toEqual({ ...ticket, priority: 'urgent' });
    expect(prioritiseTicket(ticket, 'normal')).toBe(ticket);
  });
});
