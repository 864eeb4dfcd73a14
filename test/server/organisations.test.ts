import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { createHostFront, type HostFront } from '../../server/host-front.ts';
import { silentLog } from '../../server/log.ts';
import { openTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';
import { templateDump } from '../helpers/template-database.ts';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface RequestOptions {
  host: string;
  token?: string;
  method?: string;
  body?: unknown;
}

/** Two organisations behind one server, which listens on a free port. */
class TwoOrganisations {
  readonly front: HostFront;
  readonly north: TestServer;
  readonly south: TestServer;
  readonly state: { isStopping: boolean };
  readonly #port: number;

  private constructor(parts: Pick<TwoOrganisations, 'front' | 'north' | 'south' | 'state'>, port: number) {
    this.front = parts.front;
    this.north = parts.north;
    this.south = parts.south;
    this.state = parts.state;
    this.#port = port;
  }

  static async open(northDb?: OpenDatabase, southDb?: OpenDatabase): Promise<TwoOrganisations> {
    const state = { isStopping: false };
    const options = { log: silentLog(), connections: 100, isStopping: () => state.isStopping };
    const app = { rate_limits: true };
    const [front, north, south] = await Promise.all([
      createHostFront(options),
      openTestServer({
        app: { ...app, cors_origins: ['https://site.north.example'] },
        ...(northDb && { db: northDb.db }),
      }),
      openTestServer({ app, ...(southDb && { db: southDb.db }) }),
    ]);
    front.add(['north.example', 'www.north.example'], north.app);
    front.add(['south.example'], south.app);
    const address = await front.app.listen({ host: '127.0.0.1', port: 0 });
    return new TwoOrganisations({ front, north, south, state }, Number(new URL(address).port));
  }

  open(path: string, { host, token, method = 'GET', body }: RequestOptions, origin?: string): Promise<IncomingMessage> {
    const headers = {
      host,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(origin && { origin }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: this.#port, path, method, headers, agent: false }, resolve);
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async send(path: string, sent: RequestOptions): Promise<Answer> {
    const response = await this.open(path, sent);
    const parsed = JSON.parse((await text(response)) || 'null') as Answer['body'];
    return { status: response.statusCode ?? 0, body: parsed };
  }

  close = (): Promise<void> => this.front.app.close();
}

describe.each([
  ['one database', async () => TwoOrganisations.open()],
  [
    'two databases',
    async () => {
      const open = () => openDatabase({ dataDir: 'memory://', from: templateDump() });
      return TwoOrganisations.open(await open(), await open());
    },
  ],
])('two organisations in %s', (_, openBoth) => {
  let both: TwoOrganisations;
  let anna: TestUser;
  let sina: TestUser;
  beforeAll(async () => {
    both = await openBoth();
    anna = await both.north.user({ is_staff: true });
    sina = await both.south.user({ is_staff: true });
  });
  afterAll(() => both.close());

  const me = (host: string, token?: string) => both.send('/api/accounts/me/', { host, ...(token && { token }) });

  it('the host name decides which organisation serves a request, in any case and with any port', async () => {
    for (const host of ['north.example', 'NORTH.example:8443', 'www.north.example'])
      expect(await me(host, anna.token)).toMatchObject({ status: 200, body: { id: anna.id } });
    expect(await me('south.example', sina.token)).toMatchObject({ status: 200, body: { id: sina.id } });
  });

  it('a token of one organisation is refused by another one', async () => {
    for (const [host, token] of [
      ['south.example', anna.token],
      ['north.example', sina.token],
    ] as const)
      expect(await me(host, token)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('an account of one organisation cannot log in to another one', async () => {
    const login = (host: string) =>
      both.send('/api/accounts/login/', {
        host,
        method: 'POST',
        body: { username: anna.email, password: TEST_PASSWORD },
      });
    expect(await login('north.example')).toMatchObject({ status: 200 });
    expect(await login('south.example')).toMatchObject({ status: 401 });
  });

  it('a record of one organisation does not exist in another one', async () => {
    const added = await both.send('/api/navigator/comments/', {
      ...{ host: 'north.example', token: anna.token, method: 'POST', body: { text: 'only in the north' } },
    });
    expect(added.status).toBe(201);
    const answer = (host: string, token: string) =>
      both.send('/api/navigator/comments/', {
        ...{ host, token, method: 'POST', body: { text: 'an answer', parent: added.body['id'] } },
      });
    const unknown = await both.send('/api/navigator/comments/', {
      ...{ host: 'south.example', token: sina.token, method: 'POST', body: { text: 'an answer', parent: uuidv7() } },
    });
    const foreign = await answer('south.example', sina.token);
    expect(await answer('north.example', anna.token)).toMatchObject({ status: 201 });
    expect([foreign.status, foreign.body['code']]).toEqual([unknown.status, unknown.body['code']]);
  });

  it('a limit that is reached in one organisation does not apply in another one', async () => {
    const attempt = (host: string) =>
      both.send('/api/accounts/login/', {
        host,
        method: 'POST',
        body: { username: 'nobody@example.org', password: 'x' },
      });
    let status = 0;
    for (let count = 0; count < 100 && status !== 429; count += 1) ({ status } = await attempt('north.example'));
    expect(status).toBe(429);
    expect((await attempt('south.example')).status).toBe(401);
  });

  it('pages of another site may use only the organisation that allows it', async () => {
    const allowed = async (host: string) =>
      (await both.open('/api/accounts/me/', { host }, 'https://site.north.example')).headers[
        'access-control-allow-origin'
      ];
    expect(await allowed('north.example')).toBe('https://site.north.example');
    expect(await allowed('south.example')).toBeUndefined();
  });

  it('refuses an unknown host with 421, and runs no SQL statement for it', async () => {
    const statements = [both.north, both.south].map(({ db }) => vi.spyOn(db.getExecutor(), 'executeQuery'));
    for (const host of ['unknown.example', 'north.example.evil.example', 'xnorth.example', ''])
      expect(await me(host, anna.token)).toMatchObject({ status: 421, body: { code: 'not_found' } });
    for (const spy of statements) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it('responds to health checks under any host name', async () => {
    for (const host of ['north.example', 'unknown.example', '127.0.0.1:8080'])
      for (const path of ['/healthz', '/readyz'])
        expect(await both.send(path, { host })).toMatchObject({ status: 200 });
  });

  it('the server is not ready if the database of one organisation does not respond, or while the server stops', async () => {
    const ready = () => both.send('/readyz', { host: 'north.example' });
    const failing = vi
      .spyOn(both.south.db.getExecutor(), 'executeQuery')
      .mockRejectedValueOnce(new Error('no database'));
    expect(await ready()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    failing.mockRestore();
    both.state.isStopping = true;
    expect(await ready()).toMatchObject({ status: 503 });
    both.state.isStopping = false;
    expect(await ready()).toMatchObject({ status: 200 });
  });

  it('ends the event streams of all organisations when the server stops', async () => {
    const streams = await Promise.all([
      both.open('/api/sync/events', { host: 'north.example', token: anna.token }),
      both.open('/api/sync/events', { host: 'south.example', token: sina.token }),
    ]);
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const ended = Promise.all(streams.map((stream) => text(stream)));
    await both.close();
    for (const content of await ended) expect(content).toContain('event: hello');
  });
});
