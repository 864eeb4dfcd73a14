import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const keyOf = async ({ token }: Pick<TestUser, 'token'>) =>
  String((await server.call('own.outbox_key', { token })).body['key']);

describe('outbox key', () => {
  it('the outbox key of a person has 32 bytes and never changes', async () => {
    const [anna, ben] = [await server.user(), await server.user()];
    const keys = await Promise.all([keyOf(anna), keyOf(anna), keyOf(anna)]);
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0]!, 'base64')).toHaveLength(32);
    expect(await keyOf({ token: await server.tokenFor(anna) })).toBe(keys[0]);
    expect(await keyOf(ben)).not.toBe(keys[0]);
  });

  it('creates the outbox key on the first request, and exposes it only in this response', async () => {
    const anna = await server.user();
    const stored = () =>
      server.db
        .selectFrom('users')
        .select(['outbox_key', 'rev'])
        .where('scope', '=', server.scope)
        .where('id', '=', anna.id)
        .executeTakeFirst();
    expect(await stored()).toEqual({ outbox_key: null, rev: 0 });
    const key = await keyOf(anna);
    expect(await stored()).toEqual({ outbox_key: key, rev: 0 });
    const me = await server.call('accounts.me', { token: anna.token });
    expect(JSON.stringify(me.body)).not.toContain(key);
    const reply = await server.call('own.outbox_key', { token: anna.token });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('refuses the outbox key to anonymous callers', async () => {
    expect((await server.call('own.outbox_key')).status).toBe(401);
  });
});
