import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, requestHash } from '../../server/http/canonical-json.ts';
import { inSavepoint, inScope } from '../../server/context.ts';
import { openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
});
afterAll(() => server.close());

const add = (text: string, key: string, { token } = anna) =>
  server.call('comments.add', { token, body: { text }, headers: { 'Idempotency-Key': key } });

const countTexts = async (text: string) =>
  (
    await server.db
      .selectFrom('comments')
      .select('id')
      .where('scope', '=', server.scope)
      .where('text', '=', text)
      .execute()
  ).length;

describe('writes with an idempotency key', () => {
  it('applies a write once and replays its response', async () => {
    const key = uuidv7();
    const first = await add('once', key);
    const secondResult = await add('once', key);
    expect([first.status, secondResult.status]).toEqual([201, 201]);
    expect(secondResult.body).toEqual(first.body);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(secondResult.headers['idempotency-replayed']).toBe('true');
    expect(secondResult.headers['etag']).toBe(first.headers['etag']);
    expect(await countTexts('once')).toBe(1);
  });

  it('applies a write once if it arrives fifty times simultaneously', async () => {
    const key = uuidv7();
    const replies = await Promise.all(Array.from({ length: 50 }, () => add('fifty', key)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body['id'])).size).toBe(1);
    expect(await countTexts('fifty')).toBe(1);
  });

  it('rejects a different body under the same idempotency key', async () => {
    const key = uuidv7();
    await add('mine', key);
    const { status, body } = await add('other', key);
    expect([status, body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(await countTexts('other')).toBe(0);
  });

  it('keeps the idempotency keys of different people apart', async () => {
    const key = uuidv7();
    const other = await server.user();
    const ownResult = await add('both', key);
    const othersResult = await add('both', key, other);
    expect(othersResult.status).toBe(201);
    expect(othersResult.body['id']).not.toBe(ownResult.body['id']);
  });

  it('replays a permanent rejection, and applies nothing', async () => {
    const key = uuidv7();
    const body = { text: 'answer', parent: uuidv7() };
    const send = () => server.call('comments.add', { token: anna.token, body, headers: { 'Idempotency-Key': key } });
    const first = await send();
    const secondResult = await send();
    expect([first.status, first.body['code']]).toEqual([422, 'parent_not_found']);
    expect([secondResult.status, secondResult.body['code'], secondResult.headers['idempotency-replayed']]).toEqual([
      422,
      'parent_not_found',
      'true',
    ]);
    expect(await countTexts('answer')).toBe(0);
  });

  it('does not store the rejection of a write to a missing record, because the record may still arrive', async () => {
    const key = uuidv7();
    const body = { text: 'early', lesson: uuidv7() };
    const send = () => server.call('comments.add', { token: anna.token, body, headers: { 'Idempotency-Key': key } });
    for (let tries = 0; tries < 2; tries += 1) {
      const reply = await send();
      expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([404, undefined]);
    }
    const stored = await server.db.selectFrom('sync_ops').select('op_id').where('op_id', '=', key).execute();
    expect(stored).toEqual([]);
  });

  it('accepts a valid write under the key of one that failed validation', async () => {
    const key = uuidv7();
    expect((await add(' ', key)).status).toBe(400);
    expect((await add('now right', key)).status).toBe(201);
  });
});

describe('request hash', () => {
  it('ignores the order of object keys in the request hash', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
    const args = { text: 'x', at: '2026-01-01T00:00:00.000Z' };
    expect(requestHash({ kind: 'k', args })).toBe(requestHash({ args: { at: args.at, text: 'x' }, kind: 'k' }));
    expect(requestHash({ kind: 'k', args })).not.toBe(requestHash({ kind: 'other', args }));
  });
});

describe('transactions', () => {
  const count = async () =>
    (await server.db.selectFrom('sync_counter').select('rev').where('scope', '=', server.scope).executeTakeFirst())
      ?.rev ?? 0;

  it('a transaction gets one new revision, however often its code requests a revision', async () => {
    const before = await count();
    const revs = await inScope(server.deps, server.scope, async ({ nextRev }) => [await nextRev(), await nextRev()]);
    expect(revs).toEqual([before + 1, before + 1]);
    expect(await count()).toBe(before + 1);
  });

  it('rolls back the revision and the notifications of a failed savepoint, including nested ones', async () => {
    const before = await count();
    const received: number[] = [];
    const stop = server.deps.pokes.listen(server.scope, {
      user_id: anna.id,
      poke: (rev) => received.push(rev),
      recheck: () => undefined,
    });
    await inScope(server.deps, server.scope, async ({ tx, nextRev, poke }) => {
      const failAfterPoke = async () => {
        await nextRev();
        poke('all');
        throw new Error('refused');
      };
      await expect(
        inSavepoint(tx, async () => {
          await inSavepoint(tx, failAfterPoke).catch(() => undefined);
          await failAfterPoke();
        }),
      ).rejects.toThrow('refused');
    });
    expect(await count()).toBe(before);
    await inScope(server.deps, server.scope, async ({ nextRev, poke }) => {
      await nextRev();
      poke([anna.id]);
    });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(received).toEqual([before + 1]);
    stop();
  });

  it('a failed transaction uses no revision', async () => {
    const before = await count();
    const failed = inScope(server.deps, server.scope, async ({ nextRev, poke }) => {
      await nextRev();
      poke('all');
      throw new Error('lost');
    });
    await expect(failed).rejects.toThrow('lost');
    expect(await count()).toBe(before);
  });
});
