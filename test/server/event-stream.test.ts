import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeLink } from '../../server/features/accounts/links.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let address: string;
beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  // An aborted stream may leave its connection open until the keep-alive timeout.
  server.app.server.closeAllConnections();
  return server.close();
});

interface Listener {
  headers: Headers;
  /** Returns the next event; undefined at the end of the stream. */
  next(): Promise<{ event: string; data: unknown } | undefined>;
  /** Returns the revision in the next event. */
  rev(): Promise<number>;
  close(): void;
}

async function listen(token: string, headers: Record<string, string> = {}): Promise<Listener> {
  const abort = new AbortController();
  const reply = await fetch(`${address}/api/sync/events`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const listener: Listener = {
    rev: async () => ((await listener.next())?.data as { rev: number } | undefined)?.rev ?? -1,
    headers: reply.headers,
    close: () => abort.abort(),
    next: async () => {
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
      const [block = '', ...rest] = text.split('\n\n');
      text = rest.join('\n\n');
      const [event = '', data = ''] = block.split('\n').map((line) => line.replace(/^\w+: /, ''));
      return { event, data: JSON.parse(data) as unknown };
    },
  };
  return listener;
}

const addComment = (text: string) => server.call('comments.add', { token: anna.token, body: { text } });
const setLanguage = (user: TestUser) =>
  server.call('accounts.set_language', { token: user.token, body: { language: 'ru' } });

describe('event stream', () => {
  it('an event stream starts with the newest revision and reports a write after its commit', async () => {
    const stream = await listen(anna.token);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toContain('no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('x-sync-proto')).toBe('1');
    const firstRev = await stream.rev();
    await addComment('hello');
    const poke = await stream.next();
    expect(poke?.event).toBe('poke');
    expect(poke?.data).toEqual({ rev: firstRev + 1 });
    stream.close();
  });

  it("an event stream starts with the server's epoch", async () => {
    const stream = await listen(anna.token);
    const { epoch } = (await server.call('sync.changes', { token: anna.token })).body;
    expect((await stream.next())?.data).toMatchObject({ epoch });
    expect(epoch).toEqual(expect.any(String));
    stream.close();
  });

  it('an event stream starts with the revision of a write that is announced just before the stream begins to listen', async () => {
    const { pokes, scope } = server.deps;
    const { rev } = await server.db
      .selectFrom('sync_counter')
      .select('rev')
      .where('scope', '=', scope)
      .executeTakeFirstOrThrow();
    const listenTo = pokes.listen.bind(pokes);
    vi.spyOn(pokes, 'listen').mockImplementationOnce((...args) => {
      pokes.receive({ scope, rev: rev + 1, audience: [] });
      return listenTo(...args);
    });
    const stream = await listen(anna.token);
    expect(await stream.rev()).toBe(rev + 1);
    // This write gets the announced revision.
    await addComment('just before');
    stream.close();
  });

  it('an event stream combines many writes into one notification', async () => {
    const stream = await listen(anna.token);
    const rev = await stream.rev();
    await Promise.all(Array.from({ length: 5 }, (_, index) => addComment(`quick ${index}`)));
    const seen: number[] = [];
    while ((seen.at(-1) ?? 0) < rev + 5) seen.push(await stream.rev());
    expect(seen.length).toBeLessThan(5);
    stream.close();
  });

  it("an event stream sends no notifications about other people's data", async () => {
    const olga = await server.user();
    const stream = await listen(olga.token);
    await stream.next();
    await setLanguage(anna);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await setLanguage(olga);
    const [row] = await server.db.selectFrom('users').select('rev').where('id', '=', olga.id).execute();
    expect(await stream.next()).toEqual({ event: 'poke', data: { rev: row?.rev } });
    stream.close();
  });

  it('event streams close when the server stops', async () => {
    const other = await openTestServer();
    const url = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await other.user();
    const reply = await fetch(`${url}/api/sync/events`, { headers: { authorization: `JWT ${token}` } });
    const text = reply.text();
    const started = performance.now();
    await other.close();
    expect(await text).toContain('event: hello');
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('the end of a session', () => {
  // Stops the pings, so that only the end of the session can end a stream.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  const NEW_PASSWORD = 'another door that opens';

  async function opened(token: string, headers: Record<string, string> = {}): Promise<Listener> {
    const stream = await listen(token, headers);
    expect((await stream.next())?.event).toBe('hello');
    return stream;
  }

  /** Reads a stream to its end. The last event contains the reason for the end. */
  async function lastEvent(stream: Listener): Promise<string | undefined> {
    let last: string | undefined;
    for (let event = await stream.next(); event; event = await stream.next()) last = event.event;
    return last;
  }

  /** Checks that the stream is open: makes a write and waits for its event. */
  async function expectOpen(stream: Listener, user: TestUser): Promise<void> {
    await server.call('comments.add', { token: user.token, body: { text: 'still here' } });
    expect((await stream.next())?.event).toBe('poke');
    stream.close();
  }

  const resetPassword = async ({ id: user_id }: TestUser): Promise<void> => {
    const link = {
      scope: server.scope,
      user_id,
      kind: 'password_reset',
      now: server.clock.now().toISOString(),
    } as const;
    const { token } = await server.db.transaction().execute((tx) => makeLink(tx, link));
    await server.call('accounts.reset_password', { body: { token, password: NEW_PASSWORD } });
  };

  it.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['a logout', ({ token }) => server.call('own.logout', { token })],
    ['a password reset', resetPassword],
    [
      'a block',
      async ({ id }) => {
        const { token } = await server.user(roles.admin);
        await server.call('employees.block', { token, body: { user_id: id, is_blocked: true } });
      },
    ],
  ])('ends the event stream immediately when the session ends by %s', async (_, end) => {
    const olga = await server.user();
    const stream = await opened(olga.token);
    await end(olga);
    expect(await lastEvent(stream)).toBe('revoked');
  });

  it('a logout keeps the event streams of other sessions and people open', async () => {
    const olga = await server.user();
    const second = await server.tokenFor(olga);
    const streams = [await opened(olga.token), await opened(second), await opened(anna.token)] as const;
    await server.call('own.logout', { token: olga.token });
    expect(await lastEvent(streams[0])).toBe('revoked');
    await expectOpen(streams[1], { ...olga, token: second });
    await expectOpen(streams[2], anna);
  });

  it('a password change ends the event streams of all other sessions', async () => {
    const olga = await server.user();
    const other = await opened(await server.tokenFor(olga));
    const body = { old_password: TEST_PASSWORD, password: NEW_PASSWORD };
    const { body: changed } = await server.call('own.change_password', { token: olga.token, body });
    expect(await lastEvent(other)).toBe('revoked');
    const token = String(changed['token']);
    await expectOpen(await opened(token), { ...olga, token });
  });

  it('ends the event stream of a device that was logged out from another device', async () => {
    const olga = await server.user();
    const body = { username: olga.email, password: TEST_PASSWORD };
    const device_id = '01900000-0000-7000-8000-0000000000d1';
    const { body: entered } = await server.call('accounts.login', { body, headers: { 'x-device-id': device_id } });
    const stream = await opened(String(entered['token']), { 'x-device-id': device_id });
    await server.call('own.revoke_device', { token: olga.token, params: { id: device_id } });
    expect(await lastEvent(stream)).toBe('revoked');
  });

  it('ends an event stream whose session ended while the stream was being opened', async () => {
    const { token } = await server.user();
    const real = server.db.selectFrom.bind(server.db) as (table: string) => unknown;
    // This query is the last operation that is awaited before the stream starts to listen.
    const executeTakeFirst = () => server.call('own.logout', { token });
    const counter = { select: () => counter, where: () => counter, executeTakeFirst };
    const spy = vi.spyOn(server.db, 'selectFrom') as unknown as { mockImplementation(run: typeof real): void };
    spy.mockImplementation((table) => (table === 'sync_counter' ? counter : real(table)));
    expect(await lastEvent(await listen(token))).toBe('revoked');
  });
});
