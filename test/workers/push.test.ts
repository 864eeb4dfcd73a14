import { describe, expect, test, vi } from 'vitest';
import { MAX_OPS, type PushOp } from '../../contract/sync.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import type { Session } from '../../workers/sync/session.ts';
import { pushRound, type PushState } from '../../workers/sync/push.ts';
import { htmlResponse, jsonResponse, makePhone, refusalResponse, type SeenRequest } from '../helpers/fake-server.ts';
import { addComment, anna, ANNA, createTask } from '../helpers/phone.ts';

const opsOf = (seen: SeenRequest): PushOp[] => (JSON.parse(seen.body) as { ops: PushOp[] }).ops;

async function open(count: number) {
  const { server, ports, phone } = await makePhone();
  const { db, device, store } = phone;
  const session: Session = { user_id: ANNA, device_id: anna.device_id, db, device, ports };
  const pusher: PushState = { session, actor: anna, holder: 'tab', max_ops: 50, width: 1 };
  const op_ids = await store.writeAll(Array.from({ length: count }, (_, index) => addComment(`Comment ${index}`)));
  const sizes = () => server.calls('sync.push').map((seen) => opsOf(seen).length);
  const push = () => pushRound(pusher, true);
  const drain = async (): Promise<void> => {
    for (let round = 0; round < 40 && (await push()) === 'sent'; round += 1);
  };
  return { server, ports, db, store, pusher, op_ids, sizes, push, drain };
}

describe('sending a batch', () => {
  test('empties the outbox and stores each write once on the server', async () => {
    const { server, db, drain, op_ids } = await open(3);
    await drain();
    expect(await db.outbox.count()).toBe(0);
    expect([...server.results.keys()]).toEqual(op_ids);
    expect(await savedSyncStatus(db)).toMatchObject({ connection: 'online', sending: null });
    expect((await savedSyncStatus(db)).last_sent_at).not.toBeNull();
  });

  test('applies the results of a batch even if one of them has an unknown code', async () => {
    const { server, db, push, op_ids } = await open(2);
    const results = [
      { op_id: op_ids[0], status: 200, row: null, rev: 1 },
      { op_id: op_ids[1], status: 422, code: 'a_code_of_a_later_version' },
    ];
    server.next('sync.push', () => jsonResponse({ results, rev: 1, server_time: new Date(0).toISOString() }));
    expect(await push()).toBe('sent');
    expect(await db.outbox.toArray()).toMatchObject([
      { op_id: op_ids[1], state: 'rejected', error: { status: 422, code: null } },
    ]);
  });

  test('doubles the batch size and the number of batches in flight after each successful round', async () => {
    const { pusher, sizes, drain } = await open(130);
    pusher.max_ops = 10;
    await drain();
    expect(sizes()).toEqual([10, 20, 20, 40, 40]);
    expect(pusher).toMatchObject({ max_ops: 80, width: 4 });
  });

  test('a failure reduces the batches in flight to one and halves the batch size', async () => {
    const { server, pusher, sizes, push, drain } = await open(60);
    Object.assign(pusher, { max_ops: 8, width: 4 });
    server.next('sync.push', () => refusalResponse(503, 'unavailable'));
    expect(await push()).toBe('failed');
    expect(sizes()).toEqual([8, 8, 8, 8]);
    expect(pusher).toMatchObject({ max_ops: 4, width: 1 });
    await drain();
    expect(sizes().slice(4, 8)).toEqual([4, 8, 8, 16]);
  });

  test('a failure reduces a batch of three writes to one write, and never to none', async () => {
    const { server, pusher, push } = await open(3);
    Object.assign(pusher, { max_ops: 3, width: 1 });
    for (const max_ops of [1, 1]) {
      server.next('sync.push', () => refusalResponse(503, 'unavailable'));
      expect(await push()).toBe('failed');
      expect(pusher).toMatchObject({ max_ops, width: 1 });
    }
  });

  test("never exceeds four batches in flight or the server's maximum of writes per batch", async () => {
    const { pusher, drain } = await open(900);
    await drain();
    expect(pusher).toMatchObject({ max_ops: MAX_OPS, width: 4 });
  });

  test('sends the same bytes again after a lost reply, and the write takes effect once', async () => {
    const { server, db, push, op_ids } = await open(2);
    server.next('sync.push', (seen) => {
      server.answer(seen);
      throw new TypeError('the reply was lost');
    });
    expect(await push()).toBe('failed');
    expect(await db.outbox.count()).toBe(2);
    expect(await push()).toBe('sent');
    expect(await push()).toBe('sent');
    const calls = server.calls('sync.push');
    const texts = calls.slice(1).flatMap((seen) => opsOf(seen).map((op) => JSON.stringify(op)));
    expect(calls[0]?.body).toContain(texts.join(','));
    expect([...server.results.keys()]).toEqual(op_ids);
    expect(server.rev).toBe(3);
    expect(await db.outbox.count()).toBe(0);
  });

  test('ends a push round only when all its batches have a response', async () => {
    const { server, db, pusher, push } = await open(2);
    Object.assign(pusher, { max_ops: 1, width: 2 });
    const blockedSave = Promise.withResolvers<void>();
    server.next('sync.push', (seen) => server.answer(seen));
    server.next('sync.push', async (seen) => {
      await blockedSave.promise;
      return server.answer(seen);
    });
    const stored = vi.spyOn(db.history, 'put').mockRejectedValueOnce(new Error('no space left'));
    let isOver = false;
    const round = push().finally(() => {
      isOver = true;
    });
    await vi.waitFor(() => expect(stored).toHaveBeenCalledOnce());
    // These reads wait for the failed transaction. If the round did not wait for the other batch, it would be over
    // afterwards.
    for (let read = 0; read < 5; read += 1) await db.outbox.count();
    expect(isOver).toBe(false);
    blockedSave.resolve();
    await expect(round).rejects.toThrow('no space left');
    expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['sending']);
  });

  test("measures the offset of the device's clock", async () => {
    const { server, ports, db, drain } = await open(1);
    server.now = () => ports.clock.now() + 90_000;
    await drain();
    expect((await savedSyncStatus(db)).clock_offset_ms).toBe(90_000);
  });

  test('sends the whole batch again after an unreadable reply', async () => {
    const { server, db, push, drain } = await open(2);
    server.next('sync.push', () => jsonResponse({ results: 'what?' }));
    expect(await push()).toBe('failed');
    await drain();
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('rejected batches', () => {
  test('halves a rejected batch that is too large until it fits', async () => {
    const { server, db, drain, sizes } = await open(8);
    server.every('sync.push', (seen) =>
      opsOf(seen).length > 2 ? refusalResponse(413, 'too_large') : server.answer(seen),
    );
    await drain();
    expect(sizes().slice(0, 3)).toEqual([8, 4, 2]);
    expect(await db.outbox.count()).toBe(0);
  });

  test('splits a rejected batch until the unreadable write is parked and all others are accepted', async () => {
    const { server, db, drain, op_ids } = await open(9);
    const unreadableId = op_ids[5]!;
    server.every('sync.push', (seen) =>
      opsOf(seen).some((op) => op.op_id === unreadableId) ? refusalResponse(400, 'invalid') : server.answer(seen),
    );
    await drain();
    const remaining = await db.outbox.toArray();
    expect(remaining.map((entry) => [entry.op_id, entry.state])).toEqual([[unreadableId, 'parked']]);
    expect(remaining[0]?.error).toMatchObject({ status: 400, code: 'invalid' });
    expect(server.results.size).toBe(8);
    expect(await db.comments.get(remaining[0]!.entity_id)).toBeDefined();
  });

  test('parks a single write that is too large for a request', async () => {
    const { server, db, drain } = await open(1);
    server.every('sync.push', () => refusalResponse(413, 'too_large'));
    await drain();
    expect((await db.outbox.toArray()).map((entry) => entry.state)).toEqual(['parked']);
  });

  test('after a 429 response, waits for Retry-After without counting a failed attempt', async () => {
    const { server, ports, db, push, sizes } = await open(2);
    server.next('sync.push', () => refusalResponse(429, 'too_many_requests', { 'Retry-After': '30' }));
    expect(await push()).toBe('failed');
    ports.clock.pass(29_999);
    expect(await push()).toBe('gate');
    expect(sizes()).toHaveLength(1);
    expect((await db.outbox.toArray()).map((entry) => [entry.state, entry.attempts_net])).toEqual([
      ['queued', 0],
      ['queued', 0],
    ]);
    ports.clock.pass(1);
    expect(await push()).toBe('sent');
  });

  test.each([
    ['a dead network', () => Promise.reject(new TypeError('gone')), 'failed'],
    ["a captive portal's page", () => htmlResponse(200), 'failed'],
    ['a failing server', () => refusalResponse(500, 'internal'), 'failed'],
    ['a blocked account', () => refusalResponse(403, 'blocked'), 'gate'],
    ['a client that is too old', () => refusalResponse(426, 'client_too_old'), 'gate'],
  ])('keeps every write queued after %s', async (_, answer, outcome) => {
    const { server, db, push } = await open(3);
    server.next('sync.push', answer);
    expect(await push()).toBe(outcome);
    expect((await db.outbox.toArray()).map((entry) => entry.state)).toEqual(['queued', 'queued', 'queued']);
    expect(await db.comments.count()).toBe(3);
  });

  test('keeps a rejected write and the write that depends on it, and sends the other writes', async () => {
    const { server, db, drain, op_ids, store } = await open(2);
    await store.write({ ...createTask(), deps: [op_ids[0]!] });
    server.judge = (op) => {
      if (op.op_id === op_ids[0]) return { status: 404, code: 'not_found' };
      return op.deps.length > 0 ? { status: 424, code: 'skipped', caused_by: op_ids[0] } : null;
    };
    await drain();
    expect((await db.outbox.toArray()).map((entry) => entry.state)).toEqual(['rejected', 'blocked']);
    expect(server.results.size).toBe(1);
  });
});
