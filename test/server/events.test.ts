import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let address: string;
beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

interface Listener {
  headers: Headers;
  /** The next event; undefined at the end of the stream. */
  next(): Promise<{ event: string; data: unknown } | undefined>;
  /** The rev carried by the next event. */
  rev(): Promise<number>;
  close(): void;
}

async function listen(token: string): Promise<Listener> {
  const abort = new AbortController();
  const reply = await fetch(`${address}/api/sync/events`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${token}` },
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

const say = (text: string) => server.call('comments.add', { token: anna.token, body: { text } });
const theme = (user: TestUser) => server.call('accounts.set_language', { token: user.token, body: { language: 'ru' } });

describe('event stream', () => {
  it('greets with the newest rev and reports a write after its commit', async () => {
    const stream = await listen(anna.token);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toContain('no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('x-sync-proto')).toBe('1');
    const hello = await stream.rev();
    await say('hello');
    const poke = await stream.next();
    expect(poke?.event).toBe('poke');
    expect(poke?.data).toEqual({ rev: hello + 1 });
    stream.close();
  });

  it('coalesces many writes into one poke', async () => {
    const stream = await listen(anna.token);
    const rev = await stream.rev();
    await Promise.all(Array.from({ length: 5 }, (_, index) => say(`quick ${index}`)));
    const seen: number[] = [];
    while ((seen.at(-1) ?? 0) < rev + 5) seen.push(await stream.rev());
    expect(seen.length).toBeLessThan(5);
    stream.close();
  });

  it('omits pokes for other people', async () => {
    const olga = await server.user();
    const stream = await listen(olga.token);
    await stream.next();
    await theme(anna);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await theme(olga);
    const [row] = await server.db.selectFrom('users').select('rev').where('id', '=', olga.id).execute();
    expect(await stream.next()).toEqual({ event: 'poke', data: { rev: row?.rev } });
    stream.close();
  });

  it('closes when the person is revoked', async () => {
    const olga = await server.user();
    const stream = await listen(olga.token);
    await stream.next();
    server.deps.pokes.revoke(server.scope, olga.id);
    expect((await stream.next())?.event).toBe('revoked');
    expect(await stream.next()).toBeUndefined();
  });

  it('closes when the server stops', async () => {
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
