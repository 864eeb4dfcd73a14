import { describe, expect, it } from 'vitest';
import type { Ticket, TicketMessage } from '../../contract/entities/ticket.ts';
import { Refused } from '../../contract/errors.ts';
import {
  cancelTicket,
  canReopen,
  closeTicket,
  rateTicket,
  reopenTicket,
  replyTicket,
  type TicketCommand,
} from '../../contract/states/ticket.ts';
import { ticketStates, type TicketState } from '../../contract/filter-values.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const DAY = 86_400_000;
const at = (ms = 0) => new Date(NOW + ms).toISOString();
const id = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const message = (index: number): TicketMessage => ({
  id: id(index),
  author_id: id(2),
  author_name: 'Anna',
  by_staff: false,
  body: 'Hello',
  attachments: [],
  at: at(),
});

const closedStates: readonly TicketState[] = ['closed', 'rejected', 'cancelled'];

function ticketIn(state: TicketState, change: Partial<Ticket> = {}): Ticket {
  return {
    id: id(9),
    rev: 3,
    number: 7,
    type: 'problem',
    subject: 'No sound',
    state,
    priority: 'normal',
    author_id: id(2),
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
    ...change,
  };
}

const run: Record<TicketCommand, (ticket: Ticket) => Ticket> = {
  reply: (ticket) => replyTicket(ticket, message(5)),
  cancel: (ticket) => cancelTicket(ticket, { at: at(), reason: 'Works again' }),
  close: (ticket) => closeTicket(ticket, { at: at() }),
  reopen: (ticket) => reopenTicket(ticket, { at: at() }),
  rate: (ticket) => rateTicket(ticket, { stars: 4, comment: 'Thanks' }),
};

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
const states: Record<TicketCommand, Partial<Record<TicketState, TicketState | 'noop'>>> = {
  reply: { new: 'taken', taken: 'taken', waiting_user: 'taken', resolved: 'taken' },
  cancel: { new: 'cancelled', taken: 'cancelled', waiting_user: 'cancelled', cancelled: 'noop' },
  close: { resolved: 'closed', closed: 'noop' },
  reopen: { closed: 'taken', new: 'noop', taken: 'noop', waiting_user: 'noop' },
  rate: { resolved: 'resolved', closed: 'closed' },
};
const commands = Object.keys(states) as TicketCommand[];
const cells = commands.flatMap((command) => ticketStates.map((state) => [command, state] as const));

describe("an author's command on a ticket", () => {
  it.each(cells)('the author command %s on a ticket in state %s follows the state table', (command, state) => {
    const target = states[command][state];
    const ticket = ticketIn(state);
    if (target === undefined)
      expect(refusalOf(() => run[command](ticket))).toEqual({ code: 'ticket_state', fields: { state, command } });
    else if (target === 'noop') expect(run[command](ticket)).toBe(ticket);
    else expect(run[command](ticket).state).toBe(target);
  });

  it.each(cells)(
    'the author command %s on an unassigned ticket in state %s leads to "new" where the state table says "taken"',
    (command, state) => {
      const target = states[command][state];
      if (target === undefined || target === 'noop') return;
      const ticket = ticketIn(state, { responsible_id: null, responsible_name: null });
      const expected = state === target && command === 'rate' ? target : target === 'taken' ? 'new' : target;
      expect(run[command](ticket).state).toBe(expected);
    },
  );
});

describe("an author's ticket", () => {
  it('a reply becomes the last message of the ticket, and a repeated reply changes nothing', () => {
    const ticket = ticketIn('resolved');
    const replied = replyTicket(ticket, message(5));
    expect(replied).toEqual({ ...ticket, state: 'taken', messages: [message(9), message(5)] });
    expect(replyTicket(replied, message(5))).toBe(replied);
    expect(replyTicket(ticketIn('closed', { messages: [message(5), message(6)] }), message(5)).state).toBe('closed');
  });

  it('a ticket holds at most 200 messages', () => {
    const messages = Array.from({ length: 199 }, (_, index) => message(100 + index));
    expect(replyTicket(ticketIn('taken', { messages }), message(5)).messages).toHaveLength(200);
    const full = ticketIn('taken', { messages: [...messages, message(50)] });
    expect(refusalOf(() => replyTicket(full, message(5)))?.code).toBe('ticket_full');
  });

  it('cancelling a ticket stores a reason and a time', () => {
    const ticket = ticketIn('taken');
    const cancelled = { ...ticket, state: 'cancelled', reason: 'Works again', closed_at: at() };
    expect(cancelTicket(ticket, { at: at(), reason: 'Works again' })).toEqual(cancelled);
  });

  it('closing a ticket stores the time', () => {
    const ticket = ticketIn('resolved');
    expect(closeTicket(ticket, { at: at() })).toEqual({ ...ticket, state: 'closed', closed_at: at() });
  });

  it('the author can reopen a ticket within 14 days of its end', () => {
    const closed = (ms: number) => ticketIn('closed', { closed_at: at(-ms) });
    expect(reopenTicket(closed(14 * DAY), { at: at() })).toEqual({ ...closed(0), state: 'taken', closed_at: null });
    expect(refusalOf(() => reopenTicket(closed(14 * DAY + 1), { at: at() }))?.code).toBe('reopen_too_late');
    expect(canReopen(closed(14 * DAY), at())).toBe(true);
    expect(canReopen(closed(14 * DAY + 1), at())).toBe(false);
    expect(canReopen(ticketIn('closed', { closed_at: null }), at())).toBe(true);
    expect(canReopen(ticketIn('cancelled'), at())).toBe(false);
  });

  it('a ticket can be rated once, and repeating the same rating changes nothing', () => {
    const ticket = ticketIn('closed');
    const rated = rateTicket(ticket, { stars: 4, comment: 'Thanks' });
    expect(rated).toEqual({ ...ticket, rating: { stars: 4, comment: 'Thanks' } });
    expect(rateTicket(rated, { stars: 4, comment: 'Thanks' })).toBe(rated);
    for (const other of [
      { stars: 5, comment: 'Thanks' },
      { stars: 4, comment: 'Thank you' },
    ])
      expect(refusalOf(() => rateTicket(rated, other))).toEqual({
        code: 'ticket_state',
        fields: { state: 'closed', command: 'rate' },
      });
  });
});
