import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person();
  ben = await server.person({ first_name: 'Ben' });
});
afterAll(() => server.close());

const countOf = async (text: string) => (await server.comments()).filter((comment) => comment.text === text).length;

describe('a key', () => {
  it('takes effect once, and answers the same again', async () => {
    const op = server.comment('once');
    const first = await server.send(anna, op);
    server.pass(60_000);
    const second = await server.send(anna, op);
    expect(first).toMatchObject({ status: 200, replayed: false });
    expect(second).toEqual({ ...first, replayed: true });
    expect(await countOf('once')).toBe(1);
  });

  it('takes effect once, however many come at the same moment', async () => {
    const op = server.comment('fifty times');
    const results = await Promise.all(Array.from({ length: 50 }, () => server.send(anna, op)));
    const settled = results.filter(({ code }) => code !== 'op_in_progress');
    expect(settled.every(({ status }) => status === 200)).toBe(true);
    expect(settled.filter(({ replayed }) => replayed === false)).toHaveLength(1);
    expect(await countOf('fifty times')).toBe(1);
  });

  it('refuses another body', async () => {
    const op = server.comment('as it was');
    await server.send(anna, op);
    const other = { ...op, args: { ...(op.args as object), text: 'as it was not' } };
    expect(await server.send(anna, other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await countOf('as it was not')).toBe(0);
  });

  it('is a person’s own', async () => {
    const op = server.comment('same key');
    await server.send(anna, op);
    expect(await server.send(ben, { ...op, id: uuidv7() })).toMatchObject({ status: 200, replayed: false });
    expect(await countOf('same key')).toBe(2);
  });

  it('keeps a final refusal, and forgets one that may pass', async () => {
    const orphan = server.comment('no parent', { parent: uuidv7() });
    await server.send(anna, orphan);
    expect(await server.send(anna, orphan)).toMatchObject({ status: 422, code: 'parent_not_found', replayed: true });

    const missing = uuidv7();
    const edit = server.op({ kind: 'comment.edit', id: missing, args: { text: 'early', at: server.iso() } });
    expect(await server.send(anna, edit)).toMatchObject({ status: 404 });
    await server.send(anna, server.comment('late', { id: missing }));
    expect(await server.send(anna, edit)).toMatchObject({ status: 200, replayed: false });
  });

  it('protects documented calls in the same way', async () => {
    const key = { 'idempotency-key': uuidv7() };
    const body = { text: 'by the documented call' };
    const first = await server.call(anna, 'POST', '/api/navigator/comments/', body, key);
    const second = await server.call(anna, 'POST', '/api/navigator/comments/', body, key);
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    const other = await server.call(anna, 'POST', '/api/navigator/comments/', { text: 'another' }, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    const shape = await server.call(anna, 'POST', '/api/navigator/comments/', body, { 'idempotency-key': 'mine' });
    expect(shape.status).toBe(400);
    expect(await countOf('by the documented call')).toBe(1);
  });
});
