import { beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '../../src/db/outbox/entry.ts';
import {
  countOpenTickets,
  dueTimeOf,
  nextUnassignedTicket,
  savedLostTicketRequests,
  savedStaffTicket,
  savedStaffTickets,
  ticketsDueBefore,
} from '../../src/db/queries/staff-tickets.ts';
import { START } from '../helpers/phone.ts';
import { atMinute, idsOf, makeQueryPhone, type QueryPhone } from '../helpers/query-phone.ts';

let phone: QueryPhone;
beforeEach(() => {
  phone = makeQueryPhone();
});

describe('the tickets of an employee', () => {
  const ticket = (id: string, access: string, created: number, more: object = {}) => ({
    id,
    access,
    created_at: atMinute(created),
    state: 'new',
    author_id: null,
    closed_at: null,
    snooze_until: null,
    first_answered_at: null,
    first_response_due: null,
    resolve_due: null,
    ...more,
  });
  const request = (entity_id: string, change: Partial<Entry> = {}) =>
    phone.addEntry({ kind: 'ticket.take', entity: 'staff_tickets', entity_id, ...change });

  test.each([
    ['new', 'response'],
    ['taken', 'response'],
    ['waiting_user', 'response'],
    ['resolved', null],
    ['closed', null],
    ['rejected', null],
    ['cancelled', null],
  ])('a ticket in the state %s is due at the time of its %s', (state, due) => {
    const times = { state, first_response_due: 'response', resolve_due: 'resolution' };
    const dueOf = (first_answered_at: string | null) =>
      dueTimeOf({ ...ticket('t', 'own', 0, times), first_answered_at } as unknown as Parameters<typeof dueTimeOf>[0]);
    expect(dueOf(null)).toBe(due);
    expect(dueOf(atMinute(1))).toBe(due && 'resolution');
  });

  test('lists the tickets of an employee most urgent first, and at the end those without a deadline, newest first', async () => {
    await phone.put('staff_tickets', [
      ...[ticket('a', 'own', 1), ticket('b', 'own', 2), ticket('c', 'own', 3, { first_response_due: atMinute(9) })],
      ...[ticket('d', 'free', 4, { first_response_due: atMinute(8) }), ticket('e', 'team', 5)],
    ]);
    expect((await savedStaffTickets(phone.db, ['own', 'free'])).map((card) => card.ticket.id)).toEqual([
      ...['d', 'c', 'b', 'a'],
    ]);
    expect((await savedStaffTickets(phone.db, ['team'])).map((card) => card.ticket.id)).toEqual(['e']);
  });

  test('marks a ticket as requested until the server has answered, and returns the next ticket to request', async () => {
    await phone.put('staff_tickets', [
      ticket('a', 'free', 1, { first_response_due: atMinute(1) }),
      ticket('b', 'free', 2, { first_response_due: atMinute(2) }),
      ticket('c', 'own', 0, { first_response_due: atMinute(0) }),
    ]);
    expect((await nextUnassignedTicket(phone.db))?.id).toBe('a');
    const entry = await request('a');
    const cards = await savedStaffTickets(phone.db, ['free']);
    expect(cards.map(({ isRequested }) => isRequested)).toEqual([true, false]);
    expect(cards[0]?.badge?.entries).toEqual([entry]);
    expect((await nextUnassignedTicket(phone.db))?.id).toBe('b');
    expect(await savedStaffTicket(phone.db, 'a')).toMatchObject({ isRequested: true });
    await phone.db.outbox.toCollection().modify({ state: 'rejected' });
    expect(await savedStaffTicket(phone.db, 'a')).toMatchObject({ isRequested: false });
    expect(await savedStaffTicket(phone.db, 'none')).toBeNull();
  });

  test('a ticket counts as open while it waits for an employee and is not snoozed', async () => {
    await phone.put('staff_tickets', [
      ...[ticket('a', 'own', 1), ticket('b', 'free', 2, { state: 'taken' }), ticket('c', 'team', 3)],
      ...[ticket('d', 'own', 4, { state: 'resolved' }), ticket('e', 'own', 5, { snooze_until: atMinute(10) })],
      ticket('f', 'own', 6, { snooze_until: atMinute(9) }),
    ]);
    expect(await countOpenTickets(phone.db, atMinute(10), 9)).toBe(3);
    expect(await countOpenTickets(phone.db, atMinute(10), 2)).toBe(2);
  });

  test('lists tickets that are due before a time, up to a limit, without those that are snoozed until then', async () => {
    const due = (count: number, more: object = {}) => ({ first_response_due: atMinute(count), ...more });
    await phone.put('staff_tickets', [
      ...[ticket('a', 'own', 1, due(5)), ticket('b', 'free', 2, due(4)), ticket('c', 'own', 3, due(10))],
      ...[ticket('d', 'own', 4), ticket('e', 'own', 5, due(3, { snooze_until: atMinute(10) }))],
      ...[ticket('f', 'own', 6, due(6, { snooze_until: atMinute(9) })), ticket('g', 'team', 7, due(1))],
    ]);
    expect(idsOf(await ticketsDueBefore(phone.db, atMinute(10), 9))).toEqual(['b', 'a', 'f']);
    expect(idsOf(await ticketsDueBefore(phone.db, atMinute(10), 2))).toEqual(['b', 'a']);
  });

  test('a ticket names the other tickets of its author, as far as the employee may see them', async () => {
    const by = { author_id: 'anna' };
    await phone.put('staff_tickets', [
      ...[ticket('a', 'own', 1, by), ticket('b', 'own', 2, by), ticket('c', 'team', 3, by)],
      ...[ticket('d', 'other', 4, by), ticket('e', 'free', 5, by), ticket('f', 'own', 6, { author_id: 'boris' })],
      ticket('g', 'own', 7),
    ]);
    expect(idsOf((await savedStaffTicket(phone.db, 'a'))!.others)).toEqual(['c', 'b']);
    expect((await savedStaffTicket(phone.db, 'g'))!.others).toEqual([]);
  });

  test('lists requested tickets that other employees took first, with the winner and the time', async () => {
    const error = { status: 409, code: 'ticket_taken' as const, at: START, fields: { by: 'Olga', at: atMinute(1) } };
    const lost = await request('a', { state: 'rejected', title: 'No sound', error });
    await request('b', { state: 'rejected', error: { ...error, code: 'forbidden' } });
    await phone.addEntry({ kind: 'ticket.answer', entity: 'staff_tickets', entity_id: 'c', state: 'rejected', error });
    expect(await savedLostTicketRequests(phone.db)).toEqual([
      { op_id: lost.op_id, ticket_id: 'a', title: 'No sound', by: 'Olga', at: atMinute(1) },
    ]);
    const { fields: _, ...withoutFields } = error;
    await phone.db.outbox.where('op_id').equals(lost.op_id).modify({ error: withoutFields });
    expect(await savedLostTicketRequests(phone.db)).toMatchObject([{ by: '', at: '' }]);
  });
});
