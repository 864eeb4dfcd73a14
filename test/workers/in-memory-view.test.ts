import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { log } from '../../src/lib/log.ts';
import { openInMemoryView, type InMemoryView } from '../../workers/in-memory-view.ts';
import { createMemoryLocks } from '../helpers/phone.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';
import { ViewSessions, type Team } from '../helpers/views.ts';

/** Timeout of a wait, long enough for a slow machine. */
const SLOW = { timeout: 10_000 };

interface Sent {
  url: string;
  method: string;
  headers: Headers;
  credentials: string | undefined;
  /** The status of the response; undefined until it has arrived. */
  status?: number;
}

let server: TestServer;
let views: ViewSessions;
let team: Team;
let sent: Sent[];
let opened: InMemoryView[];
let page = '/leads';

beforeAll(async () => {
  server = await openTestServer();
  views = new ViewSessions(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  sent = [];
  opened = [];
  page = '/leads';
  team = await views.team({ first_name: 'Carl' });
  const phones = [{ number: '+491715550000', label: '' }];
  await server.call('contacts.add', { token: team.consultant.token, body: { first_name: 'Nina', phones } });
  const navigator = {
    locks: createMemoryLocks(),
    onLine: true,
    userAgent: 'Chrome',
    storage: { persisted: async () => false },
  };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('indexedDB', undefined);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const { method = 'GET', credentials } = init;
    const request: Sent = { url, method, headers, credentials };
    sent.push(request);
    const reply = await server.app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(headers),
      ...(init.body && { payload: init.body as string }),
    });
    request.status = reply.statusCode;
    return new Response(reply.body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
  });
  return async () => {
    // A view that goes on syncing would call the stubs and timers of later tests.
    for (const view of opened) await view.sync.stop();
    vi.unstubAllGlobals();
  };
});

async function open(): Promise<InMemoryView> {
  const token = await views.token(team.manager, team.consultant);
  const result = await openInMemoryView({ token, page: () => page });
  if (!result.ok) throw new Error(result.why);
  opened.push(result.view);
  return result.view;
}

/** Opens a view and waits until its data has arrived. */
async function openMirrored(): Promise<InMemoryView> {
  const view = await open();
  await view.sync.start(team.consultant.id);
  const warnings = vi.spyOn(log, 'warn');
  const result = await view.sync.syncNow();
  // If the sync fails, the message of the assertion lists the requests and warnings so far.
  const requests = sent.map(({ url, status }) => `${status ?? 'no response'} ${url}`);
  expect(result, [...requests, ...warnings.mock.calls.flat()].join('\n')).toEqual({ ok: true });
  return view;
}

describe('view mode in memory', () => {
  it("view mode mirrors the viewed user's data with GET requests that send no cookies", async () => {
    const view = await openMirrored();
    const db = openPhoneDb(team.consultant.id, view.ports);
    expect(await db.me.get(team.consultant.id)).toMatchObject({ first_name: 'Carl' });
    expect((await db.contacts.toArray()).map(({ first_name }) => first_name)).toEqual(['Nina']);
    expect(JSON.stringify(await db.contacts.toArray())).not.toContain('5550000');
    expect(await db.outbox.count()).toBe(0);
    db.close();
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.every(({ method, credentials }) => method === 'GET' && credentials === 'omit')).toBe(true);
    expect(new Set(sent.map(({ headers }) => headers.get('X-View-Page')))).toEqual(new Set(['/leads']));
  });

  it('view mode names the screen with a path that the server accepts', async () => {
    page = `/leads/ä?search=+49/${'x'.repeat(300)}`;
    await openMirrored();
    expect(sent[0]?.headers.get('X-View-Page')).toMatch(/^\/leads\/--search--49\/x+$/);
  });

  it('view mode uses neither the disk nor the caches of the browser', async () => {
    const { ports } = await open();
    expect([ports.caches, ports.buckets]).toEqual([undefined, undefined]);
    expect(ports.indexedDB).not.toBe(globalThis.indexedDB);
  });

  it('view mode refuses every request that is not an allowed read, before it leaves the page', async () => {
    const view = await openMirrored();
    const before = sent.length;
    const refused = { ok: false, why: 'refused', code: 'view_only' };
    expect(await view.sync.account('blockPerson', team.manager.id, true)).toEqual(refused);
    expect(await view.sync.account('changePassword', 'old password', 'new password')).toEqual(refused);
    expect(await view.sync.account('makeLink', team.manager.id)).toEqual(refused);
    expect(await view.sync.account('startView', team.manager.id, 'Nested view')).toEqual(refused);
    expect(await view.sync.account('fetchLedger', '2026-03')).toMatchObject({ ok: false });
    expect(await view.sync.revokeDevice(team.manager.id)).toEqual(refused);
    expect(await view.sync.login({ username: 'a@example.org', password: 'x', language: null })).toEqual(refused);
    await view.ports.fetch('/media/abc', {}).then(({ status }) => expect(status).toBe(403));
    expect(sent.length).toBe(before);
    // Allowed reads are sent.
    expect(await view.sync.account('fetchTags')).toEqual({ ok: true });
  });

  it('view mode searches the contacts of the viewed user in the page', async () => {
    const view = await openMirrored();
    const search = view.search(() => {});
    await search.start(team.consultant.id);
    const query = {
      text: 'nin',
      category: null,
      status: null,
      owner: 'all',
      sort: 'name',
      offset: 0,
      limit: 10,
    } as const;
    await vi.waitFor(async () => expect((await search.find(query)).total).toBe(1), SLOW);
  });

  it('closing view mode ends the view on the server with a request without cookies', async () => {
    const view = await openMirrored();
    view.stop();
    expect(sent.at(-1)).toMatchObject({ url: '/api/accounts/view_as/stop/', method: 'POST', credentials: 'omit' });
    await vi.waitFor(async () => {
      const { ended_at } = await server.db
        .selectFrom('account_views')
        .select('ended_at')
        .where('target_id', '=', team.consultant.id)
        .executeTakeFirstOrThrow();
      expect(ended_at).not.toBeNull();
    }, SLOW);
  });

  it("ends the view on the server if the viewed user's profile cannot be fetched", async () => {
    const token = await views.token(team.manager, team.consultant);
    const inject = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('/me/')) throw new TypeError('no network');
      return inject(url, init);
    });
    expect(await openInMemoryView({ token, page: () => page })).toEqual({ ok: false, why: 'no_answer' });
    expect(sent.map(({ url }) => url)).toEqual(['/api/accounts/view_as/stop/']);
  });

  it('view mode stops syncing and reports a missing login when the server no longer accepts its token', async () => {
    const view = await openMirrored();
    await server.call('view_as.stop', { token: team.manager.token });
    expect((await view.sync.syncNow()).ok).toBe(false);
    const db = openPhoneDb(team.consultant.id, view.ports);
    expect(await db.meta.get('status')).toMatchObject({ value: { gates: { auth: true } } });
    db.close();
  });
});
