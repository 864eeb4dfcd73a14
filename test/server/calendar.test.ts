import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEvent } from '../helpers/news.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  server = await openSyncServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  anna = await server.person();
  boris = await server.person();
});

const DAY = 86_400_000;
const add = (fields = {}) => addEvent(server.plain, fields);
const answer = (id: string, value: string) =>
  server.op({ kind: 'event.answer', id, args: { answer: value, at: server.iso() } });
const view = async (person: Person, id: string) =>
  (await server.call<Record<string, unknown>>(person, 'GET', `/api/events/view/${id}/`)).body;

describe('event replies', () => {
  it('counts an event reply once per person even if it is repeated, and lets the person withdraw it', async () => {
    const id = await add();
    const first = await server.send(anna, answer(id, 'going'));
    expect(first).toMatchObject({ status: 200, row: { id, answer: 'going' } });
    expect(await server.send(anna, answer(id, 'going'))).toMatchObject({ status: 200, rev: first.rev });
    await server.send(boris, answer(id, 'going'));
    expect(await view(anna, id)).toMatchObject({ answer: 'going', going_count: 2 });
    await server.send(anna, answer(id, 'none'));
    expect(await view(anna, id)).toMatchObject({ answer: 'none', going_count: 1 });
    await server.send(anna, answer(id, 'not_going'));
    expect(await view(boris, id)).toMatchObject({ answer: 'going', going_count: 1 });
  });

  it('a repeated reply to an event gets the stored result', async () => {
    const op = answer(await add(), 'going');
    const first = await server.send(anna, op);
    expect(await server.send(anna, op)).toMatchObject({ status: 200, rev: first.rev, replayed: true });
  });

  it("sends an event reply only to the person's own devices, apart from the shared event", async () => {
    const id = await add();
    const { cursors } = await server.changes(boris);
    await server.send(anna, answer(id, 'going'));
    expect((await server.changes(boris, cursors as never)).changes).toEqual([]);
    const { changes } = await server.changes(anna);
    expect(changes.find(({ c }) => c === 'event_answers')).toMatchObject({ id, row: { answer: 'going' } });
    const { rows } = (await server.snapshot(anna, { group: 'p2', limit: 1000 })).body;
    const shared = rows.find(({ c, id: of }) => c === 'events' && of === id)?.row;
    expect(Object.keys(shared as object)).not.toContain('going_count');
    expect(Object.keys(shared as object)).not.toContain('answer');
  });

  it('rejects a reply to a missing event, and an unknown kind of reply', async () => {
    const deletedEvent = await add({ deleted_at: server.iso() });
    for (const id of [deletedEvent, uuidv7()])
      expect(await server.send(anna, answer(id, 'going'))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await server.send(anna, answer(await add(), 'maybe'))).toMatchObject({ status: 400, code: 'invalid' });
  });
});

describe('event calls', () => {
  it('lists upcoming events by their start, and also past events with all=1', async () => {
    const own = await openSyncServer({ scope: 'nearest' });
    const olga = await own.person();
    const at = (days: number) => ({ starts_at: own.iso(days * DAY), ends_at: own.iso(days * DAY + 3_600_000) });
    const [later, past, soon] = [
      await addEvent(own.plain, at(9)),
      await addEvent(own.plain, at(-3)),
      await addEvent(own.plain, at(1)),
    ];
    const ids = async (query: string) => {
      const { body } = await own.call<{ id: string }[]>(olga, 'GET', `/api/events/nearest/${query}`);
      return body.map(({ id }) => id);
    };
    expect(await ids('')).toEqual([soon, later]);
    expect(await ids('?all=1')).toEqual([past, soon, later]);
    expect((await own.call(olga, 'GET', '/api/events/nearest/?all=yes')).status).toBe(400);
  });

  it('responds with 404 for an unknown event, and with 400 for a malformed id', async () => {
    expect((await server.call(anna, 'GET', `/api/events/view/${uuidv7()}/`)).status).toBe(404);
    expect((await server.call(anna, 'GET', '/api/events/view/7/')).status).toBe(400);
  });
});
