import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import type { Ticket } from '../../contract/entities/ticket.ts';
import { TICKET_REOPEN_MS, TICKET_SNOOZE_MS } from '../../contract/values.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { fetchBlobStatus, openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { HOUR_MS, openTicketWorld, rowOf } from '../helpers/ticket-world.ts';
import { uploadInOnePart } from '../helpers/uploads.ts';

const world = await openTicketWorld();
const { server, anna, mary, olga, timur, other, admin } = world;
beforeEach(() => world.fresh());
afterAll(() => server.close());

describe('ticket replies', () => {
  it("ticket replies reach the author, and the author's reply reopens the ticket", async () => {
    const id = await world.createTakenTicket();
    expect(rowOf(await world.run(olga, id, 'answer')).state).toBe('waiting_user');
    const row = async () =>
      (await server.changes(anna, { p0: 0 })).changes.find(({ c, id: of }) => c === 'tickets' && of === id)
        ?.row as Ticket;
    expect(await row()).toMatchObject({ state: 'waiting_user', responsible_name: 'Olga Person' });
    expect((await row()).messages.at(-1)).toMatchObject({ body: 'Turn it on', by_staff: true });
    await world.run(olga, id, 'snooze');
    const back = { message_id: uuidv7(), body: 'It is on', attachments: [], at: server.iso() };
    await server.send(anna, server.op({ kind: 'ticket.reply', id, args: back }));
    expect(await world.readMirrored(olga, id)).toMatchObject({ state: 'taken', snooze_until: null });
  });

  it('hides internal notes from the author in sync and in documented calls', async () => {
    const id = await world.createTakenTicket();
    await world.run(olga, id, 'note');
    await world.run(olga, id, 'resolve');
    expect(rowOf(await world.run(mary, id, 'note')).messages.filter(({ internal }) => internal)).toHaveLength(2);
    const back = { message_id: uuidv7(), body: 'Thanks', attachments: [], at: server.iso() };
    const reply = await server.send(anna, server.op({ kind: 'ticket.reply', id, args: back }));
    const responses = [
      reply,
      await server.changes(anna),
      (await server.snapshot(anna, { group: 'p0', limit: 1000 })).body,
    ];
    for (const response of responses) {
      expect(JSON.stringify(response)).toContain('It was the switch');
      expect(JSON.stringify(response)).not.toContain('a secret');
    }
  });

  it("hands over a late reply to the ticket's current employee", async () => {
    const id = await world.createTakenTicket();
    await world.run(olga, id, 'release');
    await world.run(timur, id, 'take');
    expect(await world.run(olga, id, 'note')).toMatchObject({ code: 'ticket_taken' });
    const args = { message_id: uuidv7(), body: 'He is deaf', at: server.iso() };
    const offered = { entity: 'staff_tickets', entity_id: id, kind: 'ticket.note', title: 'No sound', args };
    const op = server.op({ kind: 'handover.offer', id: uuidv7(), args: { ...offered, at: server.iso() } });
    expect(await server.send(olga, op)).toMatchObject({ status: 200, row: { to_id: timur.id } });
  });

  it('a ticket reply may carry pictures visible to both sides', async () => {
    const id = await world.createTakenTicket();
    const file = makePng(uuidv7());
    const sha256 = sha256Of(file);
    const attachments = [{ sha256, mime: 'image/png', bytes: file.length }];
    expect(await world.run(olga, id, 'answer', { attachments })).toMatchObject({ code: 'blob_missing' });
    await uploadInOnePart(server.plain, olga, file);
    expect(await world.run(olga, id, 'answer', { attachments })).toMatchObject({ status: 200 });
    const status = (person: Person) => fetchBlobStatus(server, person, sha256);
    expect(await Promise.all([anna, olga, mary, admin].map(status))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all([timur, other].map(status))).toEqual([404, 404]);
  });
});

describe('rejecting, reopening and snoozing tickets', () => {
  it('shows the author of a ticket its rejection with the reason', async () => {
    const [id, first] = [await world.createTicket(), await world.createTicket()];
    const invalidArgs = [
      { reason: 'other', text: ' ' },
      { reason: 'duplicate' },
      { reason: 'spam', duplicate_of: first },
      { reason: 'x' },
    ];
    for (const args of invalidArgs)
      expect(await world.run(olga, id, 'reject', args)).toMatchObject({ status: 400, code: 'invalid' });
    const otherTeamsTicket = await world.createTicket({}, timur);
    expect(await world.run(olga, id, 'reject', { reason: 'duplicate', duplicate_of: otherTeamsTicket })).toMatchObject({
      status: 404,
      fields: { duplicate_of: 'not_found' },
    });
    const result = await world.run(olga, id, 'reject', { reason: 'duplicate', text: 'See there', duplicate_of: first });
    expect(rowOf(result)).toMatchObject({ state: 'rejected', responsible_id: olga.id, closed_at: server.iso() });
    const pulledTicket = (await server.changes(anna)).changes.find(
      ({ c, id: of }) => c === 'tickets' && of === id,
    )?.row;
    expect(pulledTicket).toMatchObject({
      state: 'rejected',
      reject_reason: 'duplicate',
      duplicate_of: first,
      reason: 'See there',
    });
  });

  it('a closed ticket can be reopened for fourteen days', async () => {
    const id = await world.createTakenTicket();
    await world.set(id, { state: 'closed', closed_at: server.iso(-TICKET_REOPEN_MS - 1000) });
    expect(await world.run(olga, id, 'resume')).toMatchObject({ status: 422, code: 'reopen_too_late' });
    await world.set(id, { state: 'closed', closed_at: server.iso(-1000) });
    expect(rowOf(await world.run(olga, id, 'resume'))).toMatchObject({ state: 'taken', closed_at: null });
  });

  it('a ticket can be snoozed for at most thirty days', async () => {
    const id = await world.createTakenTicket();
    for (const until of [server.iso(-1000), server.iso(TICKET_SNOOZE_MS + 1000)])
      expect(await world.run(olga, id, 'snooze', { until })).toMatchObject({
        status: 422,
        code: 'snooze_out_of_range',
      });
    const until = server.iso(TICKET_SNOOZE_MS - 1000);
    expect(rowOf(await world.run(olga, id, 'snooze', { until })).snooze_until).toBe(until);
    expect(rowOf(await world.run(olga, id, 'snooze', { until: null })).snooze_until).toBeNull();
  });
});

describe('due times', () => {
  let ownServer: SyncServer;
  beforeEach(async () => {
    ownServer = await openSyncServer();
  });

  it("the due time counts working hours and pauses while the author's reply is awaited", async () => {
    // The current time is Monday, 08:00 UTC, and work starts at 09:00.
    const author = await ownServer.person();
    const holder = await ownServer.consultant();
    const id = uuidv7();
    const at = () => ownServer.iso();
    const fields = { type: 'problem', subject: 'No sound', body: 'Silent', attachments: [], previous_id: null };
    const go = async (person: Person, kind: string, args: object) =>
      rowOf(await ownServer.send(person, ownServer.op({ kind, id, args: { ...args, at: at() } })));
    await go(author, 'ticket.create', fields);
    // The due times are after 8 and after 48 working hours. A day has nine working hours.
    expect(await go(holder, 'ticket.take', {})).toMatchObject({
      first_response_due: '2026-03-02T17:00:00.000Z',
      resolve_due: '2026-03-09T12:00:00.000Z',
    });
    expect(await go(holder, 'ticket.prioritise', { priority: 'urgent' })).toMatchObject({
      first_response_due: '2026-03-02T10:00:00.000Z',
      resolve_due: '2026-03-02T17:00:00.000Z',
    });
    ownServer.pass(2 * HOUR_MS);
    const answer = { message_id: uuidv7(), body: 'Turn it on', attachments: [] };
    expect(await go(holder, 'ticket.answer', answer)).toMatchObject({ first_answered_at: at(), resolve_due: null });
    ownServer.pass(24 * HOUR_MS);
    await go(author, 'ticket.reply', { message_id: uuidv7(), body: 'It is on', attachments: [] });
    expect(await go(holder, 'ticket.take', {})).toMatchObject({ resolve_due: '2026-03-03T17:00:00.000Z' });
    await ownServer.close();
  });
});

describe('documented ticket calls', () => {
  const post = <T = Record<string, unknown>>(person: Person, path: string, body: object) =>
    server.call<T>(person, 'POST', `/api/tickets/consultant/${path}/`, body);

  it('tickets can be listed, read, changed and rejected through documented calls', async () => {
    const id = await world.createTakenTicket();
    const list = await post<{ results: StaffTicket[]; count: number; total_count: number }>(olga, 'list', {
      mine: true,
      state: 'taken',
      type: 'problem',
      priority: 'normal',
    });
    expect(list.body.results.map(({ id: of }) => of)).toContain(id);
    expect(list.body.results.every((row) => row.access === 'own' && !('messages' in row))).toBe(true);
    expect(list.body.count).toBeLessThanOrEqual(list.body.total_count);
    const free = await post<{ results: StaffTicket[] }>(olga, 'list', { free: true });
    expect(free.body.results.every(({ access, author_id }) => access === 'free' && author_id === null)).toBe(true);
    const detail = await post<StaffTicket>(olga, 'detail', { id });
    expect(detail).toMatchObject({ status: 200, body: { id, messages: [{ body: 'The film is silent' }] } });
    expect((await world.inDb(id)).rev).toBe(detail.body.rev);
    expect(await post(timur, 'detail', { id })).toMatchObject({ status: 404 });
    expect(await post(olga, 'update_ticket', { id, action: 'reply', body: 'So?' })).toMatchObject({
      body: { state: 'waiting_user' },
    });
    expect(await post(olga, 'update_ticket', { id, action: 'release' })).toMatchObject({ body: { access: 'free' } });
    expect(await post(timur, 'reject_ticket', { id, reason: 'not_ours' })).toMatchObject({
      body: { state: 'rejected' },
    });
    expect(await post(olga, 'update_ticket', { id, action: 'dance' })).toMatchObject({ status: 400 });
  });

  it('an employee can take their own ticket again, but not a ticket that they have rejected', async () => {
    const id = await world.createTakenTicket();
    const take = () => post(olga, 'update_ticket', { id, action: 'take' });
    expect(await take()).toMatchObject({ status: 200, body: { state: 'taken' } });
    await post(olga, 'reject_ticket', { id, reason: 'spam' });
    expect(await take()).toMatchObject({ status: 409, body: { code: 'ticket_state', row: { id, state: 'rejected' } } });
  });

  it('creates a ticket for a person assigned to the caller', async () => {
    const body = { user_id: anna.id, type: 'question', subject: 'By phone', body: 'She asked when', channel: 'phone' };
    const reply = await post<StaffTicket>(olga, 'create_ticket', body);
    expect(reply).toMatchObject({ status: 201, body: { access: 'own', state: 'taken', author_id: anna.id } });
    expect(await world.inDb(reply.body.id)).toMatchObject({ channel: 'phone', author_id: anna.id });
    const pulledTicket = (await server.changes(anna)).changes.find(({ id }) => id === reply.body.id);
    expect(pulledTicket).toMatchObject({ c: 'tickets', row: { subject: 'By phone' } });
    expect(await post(timur, 'create_ticket', body)).toMatchObject({ status: 404 });
  });
});
