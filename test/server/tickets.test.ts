import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/entities/ticket.ts';
import { transition } from '../../contract/states/machine.ts';
import { ticketMachine, type TicketCommand } from '../../contract/states/ticket.ts';
import { MAX_TICKET_MESSAGES, TICKET_REOPEN_MS } from '../../contract/values.ts';
import type { TicketState } from '../../contract/filter-values.ts';
import { dropStaleBlobs } from '../../server/features/blobs/repository.ts';
import { closeResolvedTickets } from '../../server/features/tickets/auto-close.ts';
import { eraseTickets } from '../../server/features/tickets/erase.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { fetchBlobStatus, openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { uploadInOnePart } from '../helpers/uploads.ts';

let server: SyncServer;
let anna: Person;
let boris: Person;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer();
  carl = await server.consultant();
  anna = await server.person({ responsible_id: carl.id });
  boris = await server.person();
});
afterAll(() => server.close());

const rowOf = (result: { row?: unknown }) => result.row as Ticket;

const create = (more: Record<string, unknown> = {}, id = uuidv7()) =>
  server.op({
    kind: 'ticket.create',
    id,
    args: {
      type: 'problem',
      subject: 'No sound',
      body: 'The film is silent',
      attachments: [],
      previous_id: null,
      at: server.iso(),
      ...more,
    },
  });

const argsOf: Record<TicketCommand, () => Record<string, unknown>> = {
  reply: () => ({ message_id: uuidv7(), body: 'It is the first lesson', attachments: [] }),
  cancel: () => ({ reason: 'found it' }),
  close: () => ({}),
  reopen: () => ({}),
  rate: () => ({ stars: 4, comment: 'quick' }),
};
const command = (id: string, name: TicketCommand, more: Record<string, unknown> = {}) =>
  server.op({ kind: `ticket.${name}`, id, args: { ...argsOf[name](), at: server.iso(), ...more } });

async function makeTicket(person: Person = anna): Promise<string> {
  const op = create();
  expect(await server.send(person, op)).toMatchObject({ status: 200 });
  return op.id;
}

const storedTicket = (id: string) =>
  server.deps.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Sets the state of a ticket, in place of commands by employees. */
const set = (id: string, change: { state: TicketState; responsible_id?: string | null; resolved_at?: string }) =>
  server.deps.db
    .updateTable('tickets')
    .set({ ...change, ...(change.state === 'closed' && { closed_at: server.iso() }) })
    .where('id', '=', id)
    .execute();

const names = Object.keys(argsOf) as TicketCommand[];
const cells = ticketMachine.states.flatMap((state) => names.map((name) => [name, state] as const));

describe('each author command in each state', () => {
  it.each(cells)('the author command %s on a ticket in state %s follows the state table', async (name, state) => {
    const id = await makeTicket();
    await set(id, { state, responsible_id: state === 'new' ? null : carl.id });
    const op = command(id, name);
    const result = await server.send(anna, op);
    const expected = transition(ticketMachine, state, name);
    if (expected.kind === 'invalid')
      return expect(result).toMatchObject({ status: 409, code: 'ticket_state', row: { id, state } });
    const moved = expected.kind === 'noop' || name === 'rate' ? state : expected.to;
    const to = moved === 'taken' && state === 'new' ? 'new' : moved;
    expect(result).toMatchObject({ status: 200, row: { id, state: to } });
    // A different op with the same content counts as a repetition.
    const again = { ...command(id, name), args: op.args };
    return expect(await server.send(anna, again)).toMatchObject({ status: 200, rev: result.rev });
  });
});

describe('tickets', () => {
  it('a new ticket gets the next number once, even if writes are repeated', async () => {
    const first = create();
    const { number, messages } = rowOf(await server.send(anna, first));
    expect(messages).toEqual([
      expect.objectContaining({ id: first.id, author_id: anna.id, by_staff: false, body: 'The film is silent' }),
    ]);
    expect(await server.send(anna, first)).toMatchObject({ status: 200, replayed: true, row: { number } });
    expect(await server.send(anna, { ...create(), id: first.id, lane: first.lane })).toMatchObject({
      row: { number, messages },
    });
    expect(rowOf(await server.send(boris, create())).number).toBe((number ?? 0) + 1);
  });

  it('no other member can see the ticket of a member', async () => {
    const id = await makeTicket();
    for (const name of names)
      expect(await server.send(boris, command(id, name))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await server.send(boris, create({}, id))).toMatchObject({ status: 404 });
    expect(await server.send(anna, command(uuidv7(), 'reply'))).toMatchObject({ status: 404 });
    const seen = async (person: Person) =>
      (await server.changes(person)).changes.filter(({ c, id: of }) => c === 'tickets' && of === id).length;
    expect([await seen(anna), await seen(boris), await seen(carl)]).toEqual([1, 0, 0]);
    const { rows } = (await server.snapshot(boris, { group: 'p0', limit: 1000 })).body;
    expect(rows.some(({ id: of }) => of === id)).toBe(false);
  });

  it("keeps the order of a ticket's messages and hides internal notes from the author", async () => {
    const id = await makeTicket();
    for (const body of ['one', 'two']) await server.send(anna, command(id, 'reply', { body }));
    const message = { scope: server.deps.scope, ticket_id: id, author_id: carl.id, by_staff: true, attachments: '[]' };
    const times = { written_at: server.iso(1000), created_at: server.iso(1000) };
    await server.deps.db
      .insertInto('ticket_messages')
      .values([
        { ...message, ...times, id: uuidv7(), internal: true, body: 'a secret' },
        { ...message, ...times, id: uuidv7(), internal: false, body: 'Turn it on' },
      ])
      .execute();
    const row = rowOf(await server.send(anna, command(id, 'reply', { body: 'three' })));
    expect(row.messages.map(({ body }) => body)).toEqual(['The film is silent', 'one', 'two', 'Turn it on', 'three']);
    expect(JSON.stringify(await server.changes(anna))).not.toContain('a secret');
  });

  it('a reply returns a ticket to its employee, or to the pool if the employee is blocked', async () => {
    const id = await makeTicket();
    const olga = await server.consultant();
    await set(id, { state: 'waiting_user', responsible_id: olga.id });
    expect(rowOf(await server.send(anna, command(id, 'reply')))).toMatchObject({
      state: 'taken',
      responsible_id: olga.id,
    });
    await set(id, { state: 'resolved' });
    await server.deps.db.updateTable('users').set({ is_blocked: true }).where('id', '=', olga.id).execute();
    expect(rowOf(await server.send(anna, command(id, 'reply')))).toMatchObject({ state: 'new', responsible_id: null });
    expect((await storedTicket(id)).responsible_id).toBeNull();
  });

  it('still names the employee who resolved a ticket after that employee is deactivated', async () => {
    const id = await makeTicket();
    const olga = await server.consultant({ is_blocked: true });
    await set(id, { state: 'resolved', responsible_id: olga.id });
    const rate = command(id, 'rate');
    for (const op of [rate, command(id, 'close'), { ...command(id, 'rate'), args: rate.args }])
      expect(await server.send(anna, op)).toMatchObject({ status: 200, row: { responsible_id: olga.id } });
    expect(await storedTicket(id)).toMatchObject({ state: 'closed', responsible_id: olga.id });
  });

  it('a ticket can be reopened within fourteen days and rated once', async () => {
    const id = await makeTicket();
    await set(id, { state: 'closed', responsible_id: carl.id });
    const late = server.iso(TICKET_REOPEN_MS + 1000);
    expect(await server.send(anna, command(id, 'reopen', { at: late }))).toMatchObject({ code: 'reopen_too_late' });
    await server.send(anna, command(id, 'rate'));
    expect(await server.send(anna, command(id, 'rate', { stars: 1 }))).toMatchObject({ code: 'ticket_state' });
    expect(rowOf(await server.send(anna, command(id, 'reopen')))).toMatchObject({
      state: 'taken',
      closed_at: null,
      rating: { stars: 4, comment: 'quick' },
    });
  });

  it('a ticket refuses a message beyond the maximum number', async () => {
    const id = await makeTicket();
    const at = server.iso();
    const message = { scope: server.deps.scope, ticket_id: id, author_id: anna.id, by_staff: false, internal: false };
    const rows = Array.from({ length: MAX_TICKET_MESSAGES - 1 }, () => ({
      ...message,
      id: uuidv7(),
      body: 'x',
      attachments: '[]',
      written_at: at,
      created_at: at,
    }));
    await server.deps.db.insertInto('ticket_messages').values(rows).execute();
    expect(await server.send(anna, command(id, 'reply'))).toMatchObject({ status: 422, code: 'ticket_full' });
  });

  it('a ticket refers to an older one of the same author, unless that was deleted', async () => {
    const [mine, other] = [await makeTicket(anna), await makeTicket(boris)];
    expect(rowOf(await server.send(anna, create({ previous_id: mine }))).previous_id).toBe(mine);
    for (const previous_id of [other, uuidv7()])
      expect(await server.send(anna, create({ previous_id }))).toMatchObject({
        status: 404,
        code: 'not_found',
        fields: { previous_id: 'not_found' },
      });
    await server.deps.db.updateTable('tickets').set({ deleted_at: server.iso() }).where('id', '=', mine).execute();
    expect(rowOf(await server.send(anna, create({ previous_id: mine }))).previous_id).toBeNull();
  });

  it('a ticket closes automatically fourteen days after it was resolved', async () => {
    const [old, fresh] = [await makeTicket(), await makeTicket()];
    await set(old, { state: 'resolved', resolved_at: server.iso(-TICKET_REOPEN_MS - 1000) });
    await set(fresh, { state: 'resolved', resolved_at: server.iso(-1000) });
    const { db, scope } = server.deps;
    await inTransaction(db, (tx) => closeResolvedTickets(tx, scope, new Date(server.now)));
    expect((await storedTicket(old)).state).toBe('closed');
    expect((await storedTicket(fresh)).state).toBe('resolved');
    expect((await server.changes(anna)).changes.find(({ id }) => id === old)?.row).toMatchObject({ state: 'closed' });
  });
});

describe('files of a message', () => {
  it('files of a message are visible to the author and the assigned employee', async () => {
    const file = makePng(uuidv7());
    const sha256 = sha256Of(file);
    const attachments = [{ sha256, mime: 'image/png', bytes: file.length }];
    expect(await server.send(anna, create({ attachments }))).toMatchObject({ code: 'blob_missing' });
    await uploadInOnePart(server.plain, anna, file);
    const op = create({ attachments });
    expect(rowOf(await server.send(anna, op)).messages[0]?.attachments).toEqual([{ sha256, mime: 'image/jpeg' }]);
    const status = (person: Person) => fetchBlobStatus(server, person, sha256);
    await set(op.id, { state: 'taken', responsible_id: carl.id });
    expect([await status(anna), await status(carl), await status(boris)]).toEqual([200, 200, 404]);
    // The ticket refers to the file, so the file is kept.
    await inTransaction(server.deps.db, (tx) => dropStaleBlobs(tx, server.iso(30 * 86_400_000)));
    expect(await status(anna)).toBe(200);
  });
});

describe('erased account', () => {
  it("erasing an account removes the person's tickets and messages", async () => {
    const nina = await server.person();
    const id = await makeTicket(nina);
    const { db, scope } = server.deps;
    const rev = (await storedTicket(id)).rev + 1;
    await inTransaction(db, (tx) => eraseTickets({ tx, scope, user_id: nina.id, rev, at: server.iso() }));
    expect(await storedTicket(id)).toMatchObject({ subject: '—', rev });
    expect((await storedTicket(id)).deleted_at).not.toBeNull();
    const left = await db.selectFrom('ticket_messages').select('id').where('ticket_id', '=', id).execute();
    expect(left).toEqual([]);
  });
});

describe('documented request calls', () => {
  it("creates a help request and lists the choices in the account's language", async () => {
    const nina = await server.person({ language: 'de' });
    const body = { type: 'question', subject: 'Where?', body: 'I cannot find it' };
    const reply = await server.call<Ticket>(nina, 'POST', '/api/tickets/create/', body);
    expect(reply).toMatchObject({
      status: 201,
      body: { state: 'new', subject: 'Where?', messages: [{ body: body.body }] },
    });
    expect(reply.body.number).toBeGreaterThan(0);
    const choices = await server.call(nina, 'GET', '/api/tickets/tickets_choices/');
    expect(choices.body['types']).toContainEqual({ value: 'question', label: 'Frage' });
    const wrong = await server.call(nina, 'POST', '/api/tickets/create/', { type: 'question', subject: '', body: '' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: { subject: { code: 'empty' }, body: { code: 'empty' } } },
    });
  });

  it('refuses the 51st help request of a member in a day', async () => {
    const max = await server.person();
    for (let index = 0; index < 50; index += 1) await server.send(max, create());
    expect(await server.send(max, create())).toMatchObject({ status: 429 });
  });
});
