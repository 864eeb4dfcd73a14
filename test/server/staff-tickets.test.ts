import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import type { Ticket } from '../../contract/entities/ticket.ts';
import { step } from '../../contract/states/machine.ts';
import { staffTicketMachine, type StaffTicketCommand } from '../../contract/states/staff-ticket.ts';
import { TICKET_REOPEN_MS, TICKET_SNOOZE_MS, type TicketState } from '../../contract/values.ts';
import { png, sha256Of } from '../helpers/pictures.ts';
import { blobStatus, openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const HOUR_MS = 3_600_000;

let server: SyncServer;
let anna: Person;
let mary: Person;
let olga: Person;
let timur: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  server = await openSyncServer();
  mary = await server.manager();
  olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
  timur = await server.consultant({ first_name: 'Timur' });
  other = await server.manager({ first_name: 'Otto' });
  admin = await server.person({ is_staff: true, is_manager: true, is_superuser: true, first_name: 'Viktor' });
  anna = await server.person({ first_name: 'Anna', last_name: 'Berg', responsible_id: olga.id });
});
afterAll(() => server.close());

let begun = 0;
// Nobody may make more than fifty a day.
beforeEach(() => {
  if (begun > 30) server.pass(25 * HOUR_MS);
  if (begun > 30) begun = 0;
});

const rowOf = (result: { row?: unknown }) => result.row as StaffTicket;

async function made(more: Record<string, unknown> = {}, author = anna): Promise<string> {
  const id = uuidv7();
  begun += 1;
  const said = { type: 'problem', subject: 'No sound', body: 'The film is silent', attachments: [], previous_id: null };
  const op = server.op({ kind: 'ticket.create', id, args: { ...said, at: server.iso(), ...more } });
  expect(await server.send(author, op)).toMatchObject({ status: 200 });
  return id;
}

const argsOf: Record<StaffTicketCommand, () => Record<string, unknown>> = {
  take: () => ({}),
  release: () => ({}),
  answer: () => ({ message_id: uuidv7(), body: 'Turn it on', attachments: [] }),
  note: () => ({ message_id: uuidv7(), body: 'a secret' }),
  resolve: () => ({ message_id: uuidv7(), body: 'It was the switch', attachments: [] }),
  reject: () => ({ reason: 'spam', text: '', duplicate_of: null }),
  resume: () => ({}),
  snooze: () => ({ until: server.iso(HOUR_MS) }),
  prioritise: () => ({ priority: 'urgent' }),
};
const command = (id: string, name: StaffTicketCommand | 'message', more: Record<string, unknown> = {}) => {
  const args = name === 'message' ? { message_id: uuidv7(), body: 'By Telegram' } : argsOf[name]();
  return server.op({ kind: `ticket.${name}`, id, args: { ...args, at: server.iso(), ...more } });
};
const run = (person: Person, id: string, name: StaffTicketCommand | 'message', more = {}) =>
  server.send(person, command(id, name, more));

async function taken(person = olga, author = anna): Promise<string> {
  const id = await made({}, author);
  expect(await run(person, id, 'take')).toMatchObject({ status: 200, row: { access: 'own', state: 'taken' } });
  return id;
}

const set = (id: string, change: { state: TicketState; responsible_id?: string | null; closed_at?: string | null }) =>
  server.deps.db.updateTable('tickets').set(change).where('id', '=', id).execute();
const inDb = (id: string) =>
  server.deps.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pulled = async (person: Person, id: string, p0 = 0) =>
  (await server.changes(person, { p0 })).changes.filter(({ c, id: of }) => c === 'staff_tickets' && of === id).at(-1);
const mirrored = async (person: Person, id: string) =>
  (await server.snapshot(person, { group: 'p0', limit: 1000 })).body.rows.find(
    ({ c, id: of }) => c === 'staff_tickets' && of === id,
  )?.row as StaffTicket | undefined;

const names = Object.keys(argsOf) as StaffTicketCommand[];
const cells = staffTicketMachine.states.flatMap((state) => names.map((name) => [name, state] as const));

describe('each command of an employee in each state', () => {
  it.each(cells)('%s when %s', async (name, state) => {
    const id = state === 'new' ? await made() : await taken();
    const over = ['closed', 'rejected', 'cancelled'].includes(state);
    await set(id, { state, closed_at: over ? server.iso() : null });
    const op = command(id, name);
    const result = await server.send(olga, op);
    const expected = step(staffTicketMachine, state, name);
    if (name === 'take' && state !== 'new') return expect(result).toMatchObject({ status: 200, row: { state } });
    if (expected.kind === 'illegal')
      return expect(result).toMatchObject({ status: 409, code: 'ticket_state', row: { id, state } });
    const to = expected.kind === 'repeat' ? state : expected.to;
    expect(result).toMatchObject({ status: 200, row: { id, state: to } });
    if (name === 'release' || name === 'prioritise') return;
    // Another op with the same content is a repeat.
    const again = await server.send(olga, { ...command(id, name), args: op.args });
    expect(again).toMatchObject({ status: 200, rev: result.rev });
  });
});

describe('what an employee sees', () => {
  it('is what a free ticket is about and who asks, by first name; the rest comes with taking it', async () => {
    const id = await made();
    for (const person of [olga, timur, mary, other])
      expect(await mirrored(person, id)).toMatchObject({
        ...{ access: 'free', subject: 'No sound', author_name: 'Anna', author_id: null, messages: [] },
        ...{ state: 'new', responsible_id: null },
      });
    expect(JSON.stringify(await server.changes(timur))).not.toContain('The film is silent');
    expect(await mirrored(anna, id)).toBeUndefined();
    expect(rowOf(await run(olga, id, 'take'))).toMatchObject({
      ...{ author_name: 'Anna Berg', author_id: anna.id, responsible_name: 'Olga Person' },
      messages: [{ body: 'The film is silent', internal: false, delivery: null }],
    });
  });

  it('is the own in full, a manager’s those of the team, an admin’s all, and nobody else’s', async () => {
    const id = await taken();
    const access = async (person: Person) => (await mirrored(person, id))?.access;
    expect([await access(olga), await access(mary), await access(admin)]).toEqual(['own', 'team', 'team']);
    expect([await access(timur), await access(other), await access(anna)]).toEqual([undefined, undefined, undefined]);
    expect(await run(mary, id, 'note')).toMatchObject({ status: 200 });
    for (const person of [timur, other])
      for (const name of names.filter((one) => one !== 'take'))
        expect(await run(person, id, name)).toMatchObject({ status: 404, code: 'not_found' });
    for (const name of names) expect(await run(olga, uuidv7(), name)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('never holds the own request: an author is no employee in his own matter', async () => {
    const id = await made({}, olga);
    expect(await mirrored(olga, id)).toBeUndefined();
    expect(await run(olga, id, 'take')).toMatchObject({ status: 404 });
    expect(await run(timur, id, 'take')).toMatchObject({ status: 200 });
  });

  it('says who was faster on the phones that showed it as free', async () => {
    const id = await made();
    const seen = (await server.changes(timur, { p0: 0 })).cursors.p0!;
    await run(olga, id, 'take');
    expect(await pulled(timur, id, seen)).toMatchObject({
      op: 'put',
      row: { access: 'other', responsible_name: 'Olga Person', taken_at: server.iso(), messages: [], author_id: null },
    });
    const later = (await server.changes(timur, { p0: 0 })).cursors.p0!;
    await run(olga, id, 'answer');
    // What goes on in it is no longer Timur's.
    expect(await pulled(timur, id, later)).toBeUndefined();
    expect(await mirrored(timur, id)).toBeUndefined();
    await run(olga, id, 'release');
    expect(await pulled(timur, id, later)).toMatchObject({ row: { access: 'free', messages: [] } });
    await server.send(anna, server.op({ kind: 'ticket.cancel', id, args: { reason: '', at: server.iso() } }));
    expect(await pulled(timur, id, later)).toMatchObject({ op: 'del' });
  });

  it('counts and digests as the mirror does', async () => {
    const { entities } = (
      await server.call<{ entities: Record<string, { count: number }> }>(olga, 'GET', '/api/sync/digest?group=p0')
    ).body;
    const { rows } = (await server.snapshot(olga, { group: 'p0', limit: 1000 })).body;
    const open = rows.filter(({ c, row }) => c === 'staff_tickets' && (row as StaffTicket).closed_at === null);
    expect(entities['staff_tickets']?.count).toBe(open.length);
  });
});

describe('taking a ticket', () => {
  it('has one winner of fifty at once; the others are told who, and none fails', async () => {
    const id = await made();
    const people = await Promise.all(Array.from({ length: 50 }, () => server.consultant()));
    const results = await Promise.all(people.map((person) => run(person, id, 'take')));
    const won = results.filter(({ status }) => status === 200);
    const lost = results.filter(({ status }) => status !== 200);
    expect([won.length, lost.length]).toEqual([1, 49]);
    expect(results.filter(({ status }) => status >= 500)).toEqual([]);
    const { responsible_id } = await inDb(id);
    expect(people[results.findIndex(({ status }) => status === 200)]?.id).toBe(responsible_id);
    for (const result of lost)
      expect(result).toMatchObject({
        ...{ status: 409, code: 'ticket_taken', fields: { by: 'Carl Person', at: server.iso() } },
        row: { access: 'other', responsible_name: 'Carl Person', messages: [] },
      });
    process.stdout.write(`50 takes of one ticket: ${won.length} winner, ${lost.length} told, 0 server errors\n`);
  });

  it('by the documented call has one winner as well', async () => {
    const id = await made();
    const people = await Promise.all(Array.from({ length: 50 }, () => server.consultant()));
    const take = (person: Person) =>
      server.call(person, 'POST', '/api/tickets/consultant/update_ticket/', { id, action: 'take' });
    const replies = await Promise.all(people.map(take));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status, body }) => status === 409 && body['code'] === 'ticket_taken')).toHaveLength(49);
  });

  it('is refused by name to the manager of whoever has it, and to whoever had it before', async () => {
    const id = await taken();
    expect(await run(mary, id, 'take')).toMatchObject({ code: 'ticket_taken', fields: { by: 'Olga Person' } });
    await run(mary, id, 'release');
    await run(timur, id, 'take');
    // What Olga had not sent yet is answered with the same words.
    expect(await run(olga, id, 'answer')).toMatchObject({
      status: 409,
      code: 'ticket_taken',
      fields: { by: 'Timur Person' },
    });
    expect((await inDb(id)).responsible_id).toBe(timur.id);
  });

  it('again by whoever has it is a harmless repeat', async () => {
    const id = await taken();
    const { rev } = await inDb(id);
    expect(await run(olga, id, 'take')).toMatchObject({ status: 200, rev });
  });
});

describe('what is said', () => {
  it('reaches the author, and brings the ticket back when the author answers', async () => {
    const id = await taken();
    expect(rowOf(await run(olga, id, 'answer')).state).toBe('waiting_user');
    const row = async () =>
      (await server.changes(anna, { p0: 0 })).changes.find(({ c, id: of }) => c === 'tickets' && of === id)
        ?.row as Ticket;
    expect(await row()).toMatchObject({ state: 'waiting_user', responsible_name: 'Olga Person' });
    expect((await row()).messages.at(-1)).toMatchObject({ body: 'Turn it on', by_staff: true });
    await run(olga, id, 'snooze');
    const back = { message_id: uuidv7(), body: 'It is on', attachments: [], at: server.iso() };
    await server.send(anna, server.op({ kind: 'ticket.reply', id, args: back }));
    expect(await mirrored(olga, id)).toMatchObject({ state: 'taken', snooze_until: null });
  });

  it('among employees never leaves for the author, by no road', async () => {
    const id = await taken();
    await run(olga, id, 'note');
    await run(olga, id, 'resolve');
    expect(rowOf(await run(mary, id, 'note')).messages.filter(({ internal }) => internal)).toHaveLength(2);
    const back = { message_id: uuidv7(), body: 'Thanks', attachments: [], at: server.iso() };
    const reply = await server.send(anna, server.op({ kind: 'ticket.reply', id, args: back }));
    const roads = [reply, await server.changes(anna), (await server.snapshot(anna, { group: 'p0', limit: 1000 })).body];
    for (const road of roads) {
      expect(JSON.stringify(road)).toContain('It was the switch');
      expect(JSON.stringify(road)).not.toContain('a secret');
    }
  });

  it('may carry pictures that both sides see', async () => {
    const id = await taken();
    const file = png(uuidv7());
    const sha256 = sha256Of(file);
    const attachments = [{ sha256, mime: 'image/png', bytes: file.length }];
    expect(await run(olga, id, 'answer', { attachments })).toMatchObject({ code: 'blob_missing' });
    const { token } = olga;
    const params = { sha256 };
    await server.plain.call('sync.upload', { token, params, body: { bytes: file.length, mime: 'image/png' } });
    await server.plain.call('sync.upload_part', { token, params, query: { offset: 0 }, body: file });
    expect(await run(olga, id, 'answer', { attachments })).toMatchObject({ status: 200 });
    const status = (person: Person) => blobStatus(server, person, sha256);
    expect(await Promise.all([anna, olga, mary, admin].map(status))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all([timur, other].map(status))).toEqual([404, 404]);
  });
});

describe('a ticket that is not answered', () => {
  it('says why, and the author is told', async () => {
    const [id, first] = [await made(), await made()];
    const wrong = [
      { reason: 'other', text: ' ' },
      { reason: 'duplicate' },
      { reason: 'spam', duplicate_of: first },
      { reason: 'x' },
    ];
    for (const why of wrong) expect(await run(olga, id, 'reject', why)).toMatchObject({ status: 400, code: 'invalid' });
    const foreign = await made({}, timur);
    expect(await run(olga, id, 'reject', { reason: 'duplicate', duplicate_of: foreign })).toMatchObject({
      status: 404,
      fields: { duplicate_of: 'not_found' },
    });
    const result = await run(olga, id, 'reject', { reason: 'duplicate', text: 'See there', duplicate_of: first });
    expect(rowOf(result)).toMatchObject({ state: 'rejected', responsible_id: olga.id, closed_at: server.iso() });
    const seen = (await server.changes(anna)).changes.find(({ c, id: of }) => c === 'tickets' && of === id)?.row;
    expect(seen).toMatchObject({
      state: 'rejected',
      reject_reason: 'duplicate',
      duplicate_of: first,
      reason: 'See there',
    });
  });

  it('may be taken up again, for fourteen days after it was closed', async () => {
    const id = await taken();
    await set(id, { state: 'closed', closed_at: server.iso(-TICKET_REOPEN_MS - 1000) });
    expect(await run(olga, id, 'resume')).toMatchObject({ status: 422, code: 'reopen_too_late' });
    await set(id, { state: 'closed', closed_at: server.iso(-1000) });
    expect(rowOf(await run(olga, id, 'resume'))).toMatchObject({ state: 'taken', closed_at: null });
  });

  it('may be put off for thirty days and no longer', async () => {
    const id = await taken();
    for (const until of [server.iso(-1000), server.iso(TICKET_SNOOZE_MS + 1000)])
      expect(await run(olga, id, 'snooze', { until })).toMatchObject({ status: 422, code: 'snooze_out_of_range' });
    const until = server.iso(TICKET_SNOOZE_MS - 1000);
    expect(rowOf(await run(olga, id, 'snooze', { until })).snooze_until).toBe(until);
    expect(rowOf(await run(olga, id, 'snooze', { until: null })).snooze_until).toBeNull();
  });
});

describe('due times', () => {
  let clocked: SyncServer;
  beforeEach(async () => {
    clocked = await openSyncServer();
  });

  it('count working hours, and stand while the author is to answer', async () => {
    // A Monday, eight in UTC: work begins at nine.
    const author = await clocked.person();
    const holder = await clocked.consultant();
    const id = uuidv7();
    const at = () => clocked.iso();
    const said = { type: 'problem', subject: 'No sound', body: 'Silent', attachments: [], previous_id: null };
    const go = async (person: Person, kind: string, args: object) =>
      rowOf(await clocked.send(person, clocked.op({ kind, id, args: { ...args, at: at() } })));
    await go(author, 'ticket.create', said);
    // Eight working hours, and forty-eight: nine a day.
    expect(await go(holder, 'ticket.take', {})).toMatchObject({
      first_response_due: '2026-03-02T17:00:00.000Z',
      resolve_due: '2026-03-09T12:00:00.000Z',
    });
    expect(await go(holder, 'ticket.prioritise', { priority: 'urgent' })).toMatchObject({
      first_response_due: '2026-03-02T10:00:00.000Z',
      resolve_due: '2026-03-02T17:00:00.000Z',
    });
    clocked.pass(2 * HOUR_MS);
    const answer = { message_id: uuidv7(), body: 'Turn it on', attachments: [] };
    expect(await go(holder, 'ticket.answer', answer)).toMatchObject({ first_answered_at: at(), resolve_due: null });
    clocked.pass(24 * HOUR_MS);
    await go(author, 'ticket.reply', { message_id: uuidv7(), body: 'It is on', attachments: [] });
    expect(await go(holder, 'ticket.take', {})).toMatchObject({ resolve_due: '2026-03-03T17:00:00.000Z' });
    await clocked.close();
  });
});

describe('the documented calls', () => {
  const post = <T = Record<string, unknown>>(person: Person, path: string, body: object) =>
    server.call<T>(person, 'POST', `/api/tickets/consultant/${path}/`, body);

  it('list, read, change and reject', async () => {
    const id = await taken();
    const list = await post<{ results: StaffTicket[]; count: number; total_count: number }>(olga, 'list', {
      ...{ mine: true, state: 'taken', type: 'problem', priority: 'normal' },
    });
    expect(list.body.results.map(({ id: of }) => of)).toContain(id);
    expect(list.body.results.every((row) => row.access === 'own' && !('messages' in row))).toBe(true);
    expect(list.body.count).toBeLessThanOrEqual(list.body.total_count);
    const free = await post<{ results: StaffTicket[] }>(olga, 'list', { free: true });
    expect(free.body.results.every(({ access, author_id }) => access === 'free' && author_id === null)).toBe(true);
    const detail = await post<StaffTicket>(olga, 'detail', { id });
    expect(detail).toMatchObject({ status: 200, body: { id, messages: [{ body: 'The film is silent' }] } });
    expect((await inDb(id)).rev).toBe(detail.body.rev);
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

  it('make a ticket for somebody the caller works with', async () => {
    const body = { user_id: anna.id, type: 'question', subject: 'By phone', body: 'She asked when', channel: 'phone' };
    const reply = await post<StaffTicket>(olga, 'create_ticket', body);
    expect(reply).toMatchObject({ status: 201, body: { access: 'own', state: 'taken', author_id: anna.id } });
    expect(await inDb(reply.body.id)).toMatchObject({ channel: 'phone', author_id: anna.id });
    const seen = (await server.changes(anna)).changes.find(({ id }) => id === reply.body.id);
    expect(seen).toMatchObject({ c: 'tickets', row: { subject: 'By phone' } });
    expect(await post(timur, 'create_ticket', body)).toMatchObject({ status: 404 });
  });
});
