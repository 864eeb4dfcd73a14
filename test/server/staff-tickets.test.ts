import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import { transition } from '../../contract/states/machine.ts';
import { staffTicketMachine, type StaffTicketCommand } from '../../contract/states/staff-ticket.ts';
import type { Person } from '../helpers/sync-server.ts';
import { HOUR_MS, openTicketWorld, rowOf } from '../helpers/ticket-world.ts';

const world = await openTicketWorld();
const { server, anna, mary, olga, timur, other, admin } = world;
beforeEach(() => world.fresh());
afterAll(() => server.close());

const names = Object.keys(staffTicketMachine.commands) as StaffTicketCommand[];
const cells = staffTicketMachine.states.flatMap((state) => names.map((name) => [name, state] as const));

describe('each employee command in each state', () => {
  it.each(cells)('the employee command %s on a ticket in state %s follows the state table', async (name, state) => {
    const id = state === 'new' ? await world.createTicket() : await world.createTakenTicket();
    const isFinished = ['closed', 'rejected', 'cancelled'].includes(state);
    await world.set(id, { state, closed_at: isFinished ? server.iso() : null });
    const op = world.command(id, name);
    const result = await server.send(olga, op);
    const expected = transition(staffTicketMachine, state, name);
    // Taking a ticket again while working on it has no effect.
    if (name === 'take' && ['taken', 'waiting_user'].includes(state))
      return expect(result).toMatchObject({ status: 200, row: { state } });
    if (expected.kind === 'invalid')
      return expect(result).toMatchObject({ status: 409, code: 'ticket_state', row: { id, state } });
    const to = expected.kind === 'noop' ? state : expected.to;
    expect(result).toMatchObject({ status: 200, row: { id, state: to } });
    if (name === 'release' || name === 'prioritise') return;
    // A different op with the same content counts as a repetition.
    const again = await server.send(olga, { ...world.command(id, name), args: op.args });
    expect(again).toMatchObject({ status: 200, rev: result.rev });
  });
});

describe('ticket visibility for employees', () => {
  it("shows only subject, author's first name and first lines of an unassigned ticket until it is taken", async () => {
    const body = `The  film\nis silent, ${'a'.repeat(180)}the end`;
    const id = await world.createTicket({ body });
    for (const person of [olga, timur, mary, other])
      expect(await world.readMirrored(person, id)).toMatchObject({
        access: 'free',
        subject: 'No sound',
        author_name: 'Anna',
        author_id: null,
        preview: `The film is silent, ${'a'.repeat(180)}`,
        messages: [],
        state: 'new',
        responsible_id: null,
      });
    expect(JSON.stringify(await server.changes(timur))).not.toContain('the end');
    expect(await world.readMirrored(anna, id)).toBeUndefined();
    expect(rowOf(await world.run(olga, id, 'take'))).toMatchObject({
      author_name: 'Anna Berg',
      author_id: anna.id,
      responsible_name: 'Olga Person',
      preview: '',
      messages: [{ body, internal: false, delivery: null }],
    });
  });

  it("shows own tickets in full, the team's tickets to a manager and all tickets to an admin", async () => {
    const id = await world.createTakenTicket();
    const access = async (person: Person) => (await world.readMirrored(person, id))?.access;
    expect([await access(olga), await access(mary), await access(admin)]).toEqual(['own', 'team', 'team']);
    expect([await access(timur), await access(other), await access(anna)]).toEqual([undefined, undefined, undefined]);
    expect(await world.run(mary, id, 'note')).toMatchObject({ status: 200 });
    for (const person of [timur, other])
      for (const name of world.names.filter((commandName) => commandName !== 'take'))
        expect(await world.run(person, id, name)).toMatchObject({ status: 404, code: 'not_found' });
    for (const name of world.names)
      expect(await world.run(olga, uuidv7(), name)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it("responds identically for another employee's ticket and a missing one in every call", async () => {
    const colleague = await server.consultant({ responsible_id: mary.id });
    const callers = { own: olga, manager: mary, admin, colleague, stranger: timur, other_manager: other };
    const sees = ['own', 'manager', 'admin'];
    const post = (person: Person, path: string, body: object) =>
      server.call(person, 'POST', `/api/tickets/consultant/${path}/`, body);
    let cells = 0;
    for (const [who, person] of Object.entries(callers)) {
      const writes = names.filter((name) => name !== 'take');
      for (const name of writes) {
        const theirs = await world.createTakenTicket();
        if (name === 'resume') await world.run(olga, theirs, 'resolve');
        for (const id of [theirs, uuidv7()]) {
          const { status, code } = await world.run(person, id, name);
          const expected = id === theirs && sees.includes(who) ? [200, undefined] : [404, 'not_found'];
          expect([who, name, status, code]).toEqual([who, name, ...expected]);
          cells += 1;
        }
      }
      const theirs = await world.createTakenTicket();
      for (const id of [theirs, uuidv7()])
        for (const [path, body] of [
          ['detail', { id }],
          ['update_ticket', { id, action: 'priority', priority: 'low' }],
          ['reject_ticket', { id, reason: 'spam' }],
        ] as const) {
          const { status } = await post(person, path, body);
          expect([who, path, status]).toEqual([who, path, id === theirs && sees.includes(who) ? 200 : 404]);
          cells += 1;
        }
      server.pass(25 * HOUR_MS);
    }
    process.stdout.write(`object matrix of tickets: ${cells} cells\n`);
  });

  it("never shows an employee's own request as a ticket", async () => {
    const id = await world.createTicket({}, olga);
    expect(await world.readMirrored(olga, id)).toBeUndefined();
    expect(await world.run(olga, id, 'take')).toMatchObject({ status: 404 });
    expect(await world.run(timur, id, 'take')).toMatchObject({ status: 200 });
  });

  it('sends the name of the assignee to devices that showed the ticket as unassigned', async () => {
    const id = await world.createTicket();
    const seen = (await server.changes(timur, { p0: 0 })).cursors.p0!;
    await world.run(olga, id, 'take');
    expect(await world.pullTicket(timur, id, seen)).toMatchObject({
      op: 'put',
      row: { access: 'other', responsible_name: 'Olga Person', taken_at: server.iso(), messages: [], preview: '' },
    });
    const later = (await server.changes(timur, { p0: 0 })).cursors.p0!;
    await world.run(olga, id, 'answer');
    // Timur can no longer see the content of the ticket.
    expect(await world.pullTicket(timur, id, later)).toBeUndefined();
    expect(await world.readMirrored(timur, id)).toBeUndefined();
    await world.run(olga, id, 'release');
    const released = { access: 'free', messages: [], preview: 'The film is silent' };
    expect(await world.pullTicket(timur, id, later)).toMatchObject({ row: released });
    await server.send(anna, server.op({ kind: 'ticket.cancel', id, args: { reason: '', at: server.iso() } }));
    expect(await world.pullTicket(timur, id, later)).toMatchObject({ op: 'del' });
  });

  it('counts in the digest exactly the open tickets that a device receives', async () => {
    const { entities } = (
      await server.call<{ entities: Record<string, { count: number }> }>(olga, 'GET', '/api/sync/digest?group=p0')
    ).body;
    const { rows } = (await server.snapshot(olga, { group: 'p0', limit: 1000 })).body;
    const open = rows.filter(({ c, row }) => c === 'staff_tickets' && (row as StaffTicket).closed_at === null);
    expect(entities['staff_tickets']?.count).toBe(open.length);
  });
});

describe('taking a ticket', () => {
  it("exactly one of fifty simultaneous takes of a ticket wins, and the others get the winner's name", async () => {
    const id = await world.createTicket();
    const people = await Promise.all(Array.from({ length: 50 }, () => server.consultant()));
    const results = await Promise.all(people.map((person) => world.run(person, id, 'take')));
    const successes = results.filter(({ status }) => status === 200);
    const refusals = results.filter(({ status }) => status !== 200);
    expect([successes.length, refusals.length]).toEqual([1, 49]);
    expect(results.filter(({ status }) => status >= 500)).toEqual([]);
    const { responsible_id } = await world.inDb(id);
    expect(people[results.findIndex(({ status }) => status === 200)]?.id).toBe(responsible_id);
    for (const result of refusals)
      expect(result).toMatchObject({
        status: 409,
        code: 'ticket_taken',
        fields: { by: 'Carl Person', at: server.iso() },
        row: { access: 'other', responsible_name: 'Carl Person', messages: [] },
      });
    process.stdout.write(
      `50 takes of one ticket: ${successes.length} winner, ${refusals.length} told, 0 server errors\n`,
    );
  });

  it('exactly one of fifty simultaneous takes of a ticket through the documented call wins', async () => {
    const id = await world.createTicket();
    const people = await Promise.all(Array.from({ length: 50 }, () => server.consultant()));
    const take = (person: Person) =>
      server.call(person, 'POST', '/api/tickets/consultant/update_ticket/', { id, action: 'take' });
    const replies = await Promise.all(people.map(take));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status, body }) => status === 409 && body['code'] === 'ticket_taken')).toHaveLength(49);
  });

  it('hides a ticket from learners, and from employees who never saw it in the pool', async () => {
    const fromPool = await world.createTakenTicket();
    const createdForAnna = uuidv7();
    const fields = { type: 'payment', subject: 'A receipt for my company', body: 'Please', channel: 'phone' };
    const args = { ...fields, user_id: anna.id, author_name: '', priority: 'normal', at: server.iso() };
    const result = await server.send(olga, server.op({ kind: 'ticket.create_for', id: createdForAnna, args }));
    expect(result).toMatchObject({ status: 200, row: { access: 'own' } });
    server.pass(1);
    const later = await server.consultant();
    const take = (person: Person, id: string) =>
      server.call(person, 'POST', '/api/tickets/consultant/update_ticket/', { id, action: 'take' });
    const same = ({ request_id: _, ...body }: Record<string, unknown>) => body;
    for (const [person, id] of [
      [anna, fromPool],
      [anna, createdForAnna],
      [await server.person(), fromPool],
      [later, fromPool],
      [later, createdForAnna],
      [timur, createdForAnna],
    ] as const) {
      const missing = uuidv7();
      const [push, none] = [await world.run(person, id, 'take'), await world.run(person, missing, 'take')];
      expect({ ...push, op_id: '' }).toEqual({ ...none, op_id: '' });
      const [call, other] = [await take(person, id), await take(person, missing)];
      expect([call.status, same(call.body)]).toEqual([other.status, same(other.body)]);
      expect(JSON.stringify([push, call.body])).not.toMatch(/Olga|receipt/);
    }
    expect(await world.run(timur, fromPool, 'take')).toMatchObject({ code: 'ticket_taken' });
  });

  it('does not reveal an assigned ticket to an employee whose account was created after the assignment', async () => {
    const id = await world.createTakenTicket();
    server.pass(1);
    const later = await server.consultant();
    expect(await world.pullTicket(timur, id)).toMatchObject({ op: 'put', row: { access: 'other', messages: [] } });
    expect(await world.pullTicket(later, id)).toBeUndefined();
    // A released ticket is in the pool for both employees.
    await world.run(olga, id, 'release');
    expect(await world.pullTicket(later, id)).toMatchObject({ op: 'put', row: { access: 'free' } });
  });

  it("rejects a take by the assignee's manager or the previous assignee and names the assignee", async () => {
    const id = await world.createTakenTicket();
    expect(await world.run(mary, id, 'take')).toMatchObject({ code: 'ticket_taken', fields: { by: 'Olga Person' } });
    await world.run(mary, id, 'release');
    await world.run(timur, id, 'take');
    // Work that Olga had not sent before the reassignment gets the same response.
    expect(await world.run(olga, id, 'answer')).toMatchObject({
      status: 409,
      code: 'ticket_taken',
      fields: { by: 'Timur Person' },
    });
    expect((await world.inDb(id)).responsible_id).toBe(timur.id);
  });

  it("accepts a repeated take by the ticket's assignee", async () => {
    const id = await world.createTakenTicket();
    const { rev } = await world.inDb(id);
    expect(await world.run(olga, id, 'take')).toMatchObject({ status: 200, rev });
  });
});
