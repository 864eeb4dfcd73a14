import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import { addLesson, samplesOf, type Samples } from '../helpers/samples.ts';
import {
  codesIn,
  callUrl,
  openTestServer,
  roles,
  TEST_PASSWORD,
  type TestServer,
  type TestUser,
} from '../helpers/server.ts';

let server: TestServer;
let samples: Samples;
let admin: TestUser;
let learner: TestUser;

beforeAll(async () => {
  // Purchases need a payment provider, which the demo supplies.
  server = await openTestServer({ app: { demo: true } });
  admin = await server.user(roles.admin);
  // A second superuser, because the account of the last superuser cannot be deleted.
  await server.user(roles.admin);
  learner = await server.user();
  const { email } = await server.user();
  samples = samplesOf(server, { lesson_id: await addLesson(server), email: email!, password: TEST_PASSWORD });
});
afterAll(() => server.close());

/** Returns a caller who is allowed to make the call. */
const callerOf = (name: CallName): TestUser => (callNamed(name).roles.includes('admin') ? admin : learner);

type Sample = keyof Samples;
const names = callNames.filter((name): name is Sample => name !== 'sync.events');

interface RawRequest {
  payload: string;
  type?: string;
  query?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
}

async function send(
  name: CallName,
  { payload, type = 'application/json', query = '', headers = {}, params }: RawRequest,
) {
  const { method } = callNamed(name);
  // Use a new session each time, because one of the calls logs out.
  const token = await server.tokenFor(callerOf(name));
  const reply = await server.app.inject({
    method,
    url: callUrl(name, { params: params ?? { id: uuidv7(), sha256: 'a'.repeat(64) } }) + query,
    headers: { authorization: `JWT ${token}`, ...(method !== 'GET' && { 'content-type': type }), ...headers },
    ...(method !== 'GET' && { payload }),
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), headers: reply.headers };
}

const nul = String.fromCharCode(0);
const nestedJson = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const malformed: [string, string][] = [
  ['broken JSON', '{"text":'],
  ['not JSON', 'text=1'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a list of objects', '[{"text":"x"}]'],
  ['a number', '5'],
  ['a text', '"text"'],
  ['an empty object', '{}'],
  ['an unknown field', '{"surprise":1}'],
  ['an object with another prototype', '{"__proto__":{"is_superuser":true}}'],
  ['an object with another constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ['a key that every object inherits', '{"toString":1,"hasOwnProperty":2}'],
  ['deep nesting', nestedJson(2_000)],
  ['deeper nesting', `{"ops":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['numbers beyond range', '{"id":1e400,"time":-1e308,"page":99999999999999999999}'],
  ['NUL', JSON.stringify({ text: nul, title: `a${nul}`, username: nul, password: nul, search: nul, language: nul })],
  [
    'half of a surrogate pair',
    '{"text":"\\ud800","title":"\\udfff","search":"\\ud800","username":"\\ud800","password":"x"}',
  ],
  [
    'wrong types',
    '{"text":{},"title":[],"id":true,"language":5,"username":{},"password":[],"time":"x","group":{},"ops":"x"}',
  ],
  [
    'nulls',
    '{"text":null,"title":null,"id":null,"language":null,"username":null,"password":null,"group":null,"ops":null}',
  ],
];

describe('malformed requests', () => {
  it.each(malformed)('responds to %s in every call without a server error', async (_, payload) => {
    for (const name of names) {
      const call = callNamed(name);
      const { status, body } = await send(name, { payload });
      const seen = `${name} ${status} ${JSON.stringify(body).slice(0, 200)}`;
      expect(status, seen).toBeLessThan(500);
      if (call.body && !['{}', 'null', ''].includes(payload)) {
        // An empty body can be valid: some calls take no body, and some list calls take filters that are all optional.
        expect([400, 404, 413, 415], seen).toContain(status);
      }
      if (status >= 400) expect(ErrorBody.safeParse(body).success, seen).toBe(true);
    }
  });

  it('names each invalid field of a request and its error', async () => {
    const comment = async (body: unknown) =>
      codesIn((await send('comments.add', { payload: JSON.stringify(body) })).body);
    expect(await comment({ text: '  ' })).toEqual({ text: 'empty' });
    expect(await comment({ text: 'x'.repeat(4001) })).toEqual({ text: 'too_long' });
    expect(await comment({})).toEqual({ text: 'required' });
    expect(await comment({ text: 5, lesson: 'x', is_superuser: true })).toEqual({
      text: 'invalid',
      lesson: 'invalid',
      is_superuser: 'unknown',
    });
    expect(await comment({ text: `a${nul}b` })).toEqual({ text: 'control_characters' });
    const task = await send('tasks.create', { payload: JSON.stringify({ type: 'call', title: 'Call' }) });
    expect(codesIn(task.body)).toEqual({ start_at: 'start_required' });
    const view = await send('lessons.view', { payload: '', params: { id: 'no-uuid' } });
    expect([view.status, codesIn(view.body)]).toEqual([400, { id: 'invalid' }]);
  });

  it('rejects an invalid query and names the field', async () => {
    const queries: [string, string][] = [
      ['?page=0', 'page'],
      ['?page=x', 'page'],
      ['?page=1.5', 'page'],
      ['?page_size=101', 'page_size'],
      ['?page=1&page=2', 'page'],
      ['?surprise=1', 'surprise'],
      ['?__proto__=1', '__proto__'],
      [`?search=${'x'.repeat(201)}`, 'search'],
      ['?search=a%00b', 'search'],
    ];
    for (const name of ['comments.all', 'tasks.users_to_link'] as const) {
      for (const [query, field] of queries) {
        const { status, body } = await send(name, { payload: '', query });
        expect([query, status, Object.keys(codesIn(body))]).toEqual([query, 400, [field]]);
      }
    }
  });

  it('responds with 415 to a different content type in every call with a body', async () => {
    for (const name of names.filter((candidate) => callNamed(candidate).body)) {
      const isForm = callNamed(name).encoding === 'multipart';
      for (const type of [
        'text/plain',
        'application/xml',
        ...(isForm ? [] : ['multipart/form-data; boundary=x']),
        'application/octet-stream',
      ]) {
        const { status, body } = await send(name, { payload: '{}', type });
        expect([name, type, status, body['code']]).toEqual([name, type, 415, 'unsupported_type']);
      }
    }
    expect((await send('comments.add', { payload: 'text=x', type: 'application/x-www-form-urlencoded' })).status).toBe(
      415,
    );
  });

  it('ignores the content type of a request that only reads', async () => {
    for (const type of ['application/octet-stream', 'text/html', 'no type']) {
      const { status } = await send('menu.main', { payload: '', headers: { 'content-type': type } });
      expect([type, status]).toEqual([type, 200]);
    }
  });

  it('responds with 413 to an oversized body', async () => {
    const large = (kib: number) => JSON.stringify({ text: 'x'.repeat(kib * 1024) });
    for (const name of names.filter((candidate) => callNamed(candidate).body)) {
      const { status, body } = await send(name, { payload: large(name === 'sync.push' ? 321 : 1025) });
      expect([name, status, body['code']]).toEqual([name, 413, 'too_large']);
    }
    expect((await send('comments.add', { payload: large(321) })).status).toBe(400);
  });

  it('rejects invalid headers and names them', async () => {
    const payload = '{"text":"x"}';
    for (const [header, value] of [
      ['Idempotency-Key', 'not-a-uuid'],
      ['X-Device-Id', 'phone'],
    ] as const) {
      const { status, body } = await send('comments.add', { payload, headers: { [header]: value } });
      expect([status, codesIn(body)]).toEqual([400, { [header]: 'invalid' }]);
    }
    for (const value of ['', '"x"', '"r99999999999999999999"', 'r', nul.repeat(0)]) {
      const { status } = await send('comments.add', { payload, headers: { 'If-Match': value } });
      expect(status).toBeLessThan(500);
    }
  });

  it('responds with 404 to an unknown path and with 400 to an undecodable one', async () => {
    // Any single word may be the name of a choice list, so the server reveals an unknown name only to a logged-in
    // caller.
    const headers = { authorization: `Bearer ${await server.tokenFor(admin)}` };
    expect((await server.app.inject({ url: '/api/nothing' })).statusCode).toBe(401);
    for (const [url, status] of [
      ['/api', 404],
      ['/api/', 404],
      ['/api/nothing', 404],
      ['/api/accounts', 404],
      ['/api/__proto__', 404],
      ['/api/%E0%A4%A', 400],
      ['/api/accounts/me/%00', 404],
      ['/api/..%2f..%2fetc/passwd', 404],
    ] as const) {
      const reply = await server.app.inject({ url, headers });
      expect([url, reply.statusCode]).toEqual([url, status]);
      expect(ErrorBody.safeParse(reply.json()).success).toBe(true);
      expect(reply.headers['x-sync-proto']).toBe('1');
    }
    expect((await server.app.inject({ method: 'DELETE', url: '/api/accounts/me/' })).statusCode).toBe(404);
  });

  it('rejects impossible dates', async () => {
    for (const start_at of [
      '0000-01-01T00:00:00Z',
      '2026-02-30T10:00:00Z',
      '9999-12-31T23:59:59Z',
      '+275760-09-13T00:00:00Z',
    ]) {
      const { status } = await send('tasks.create', {
        payload: JSON.stringify({ type: 'call', title: 'x', start_at }),
      });
      expect([400, 422]).toContain(status);
    }
  });

  it('accepts a valid request for every call after the malformed ones', async () => {
    for (const name of names) {
      const token = await server.tokenFor(callerOf(name));
      const { status } = await server.call(name, { ...(await samples[name](token)), token });
      expect([name, status]).toEqual([name, callNamed(name).status ?? 200]);
    }
  });
});
