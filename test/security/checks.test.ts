import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { CANARY } from './foreign-records.ts';
import { type FuzzedRequest, errorsIn, readReply, responseKind } from './fuzz/checks.ts';
import { fillText, fillBody, fillJson } from './fuzz/template.ts';
import { measureMemory, memoryErrors } from './memory.ts';

const makeRequest = (more: Partial<FuzzedRequest> = {}): FuzzedRequest => ({
  name: 'contacts.delete_category',
  method: 'DELETE',
  by: 'member',
  isForged: false,
  ...more,
});
const reply = (status: number, body: unknown) => ({
  status,
  type: 'application/json; charset=utf-8',
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const refusal = (code: string, more: object = {}) => ({ code, message: 'No', ...more });

it('the fuzzer accepts documented responses of the right shape', () => {
  expect(errorsIn(makeRequest(), reply(200, { ok: true }))).toEqual([]);
  expect(errorsIn(makeRequest(), reply(404, refusal('not_found')))).toEqual([]);
  expect(errorsIn(makeRequest(), reply(503, refusal('unavailable')))).toEqual([]);
  expect(errorsIn(makeRequest({ by: 'anonymous' }), reply(401, refusal('unauthorized')))).toEqual([]);
});

it('the fuzzer decompresses a response before it checks it', () => {
  const compressed = { statusCode: 200, body: '?', rawPayload: gzipSync('{"ok":true}') };
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  expect(readReply({ ...compressed, headers } as never)).toEqual({
    status: 200,
    type: 'application/json',
    text: '{"ok":true}',
  });
});

it('the fuzzer accepts a bare URL as the response only from a call that documents this response', () => {
  const url = reply(200, '"https://pay.example/1"');
  const donation = { name: 'payments.donation', method: 'POST' } as const;
  expect(errorsIn(makeRequest(donation), url)).toEqual([]);
  expect(errorsIn(makeRequest(donation), reply(200, { id: 'x' })).join()).toContain('status 200 is not documented');
  expect(errorsIn(makeRequest(), url).join()).toContain('does not fit');
});

it.each([
  ['a server error', reply(500, refusal('internal')), /^status 500/],
  ['a 503 for an undocumented reason', reply(503, refusal('internal')), /^status 503/],
  ['a code with the wrong status', reply(409, refusal('not_found')), /another status/],
  ['a code that the call does not document', reply(409, refusal('lead_state')), /not documented/],
  ['an unknown code', reply(409, refusal('surprise')), /no valid error body/],
  ['a refusal without a body', reply(404, ''), /no valid error body/],
  ['an undocumented success status', reply(201, { ok: true }), /status 201/],
  ['a body that does not fit the schema', reply(200, { ok: false }), /does not fit/],
  [
    'a stack trace in the response',
    reply(404, refusal('not_found', { details: { at: 'x\n    at run (' } })),
    /internals/,
  ],
  [
    'a source file name in the response',
    reply(404, refusal('not_found', { details: { at: 'push.ts:12' } })),
    /internals/,
  ],
  ['SQL in the response', reply(404, refusal('not_found', { details: { q: 'Select id from users' } })), /internals/],
  [
    'a database message in the response',
    reply(404, refusal('not_found', { details: { q: 'violates not-null' } })),
    /internals/,
  ],
  [
    "a path of the server's file system in the response",
    reply(404, refusal('not_found', { details: { q: process.cwd() } })),
    /internals/,
  ],
  [
    'a response with the record of another user',
    reply(404, refusal('not_found', { details: { q: CANARY } })),
    /someone else/,
  ],
])('the fuzzer reports %s', (_, wrong, message) => {
  expect(errorsIn(makeRequest(), wrong).join()).toMatch(message);
});

it("the fuzzer reports a caller who gets further than the call's roles allow", () => {
  for (const [by, code] of [
    ['anonymous', 'unauthorized'],
    ['expired', 'unauthorized'],
    ['blocked', 'blocked'],
  ] as const) {
    expect(errorsIn(makeRequest({ by }), reply(404, refusal('not_found')))).toEqual([
      `404 not_found instead of ${code}`,
    ]);
  }
  const staffCall = { name: 'people.tags_groups', method: 'GET' } as const;
  expect(errorsIn(makeRequest(staffCall), reply(200, { results: [] })).join()).toContain('instead of forbidden');
});

it('the fuzzer reports a pushed write that fails inside a successful push', () => {
  const push = makeRequest({ name: 'sync.push', method: 'POST' });
  const results = (result: object) =>
    reply(200, { results: [{ op_id: 'x', ...result }], rev: 1, server_time: '2026-03-02T08:00:00.000Z' });
  expect(errorsIn(push, results({ status: 404, code: 'not_found' }))).toEqual([]);
  expect(errorsIn(push, results({ status: 500, code: 'internal' })).join()).toContain('500');
  expect(errorsIn(push, results({ status: 404, code: 'forbidden' })).join()).toContain('404 forbidden');
  expect(errorsIn(push, results({ status: 200, row: { id: 1 } })).join()).toContain('no entity');
});

it('the fuzzer distinguishes replies by route, status and codes, not by their values', () => {
  const kind = (body: object) => responseKind('contacts.add', reply(400, body));
  const fieldError = (code: string) => refusal('invalid', { fields: { city: { code, message: 'No' } } });
  expect(kind(fieldError('empty'))).not.toBe(kind(fieldError('too_long')));
  expect(kind({ ...fieldError('empty'), request_id: 'a' })).toBe(kind({ ...fieldError('empty'), request_id: 'b' }));
});

it('the fuzzer fills in the placeholders of a generated request', () => {
  const lookup = (kind: string, argument: string) => `${kind} ${argument}`;
  expect(fillText('/api/<own:contact>/<b>', lookup)).toBe('/api/own contact/<b>');
  expect(fillJson({ id: '<own:task>', n: '<raw:1e400>', deep: '<deep:2>' }, lookup)).toBe(
    '{"id":"own task","n":1e400,"deep":{"a":{"a":1}}}',
  );
  expect(fillJson('<big:3>', lookup)).toBe(JSON.stringify('x'.repeat(3)));
  const parts = [{ name: 'photo', text: 'x', filename: 'a.png', type: 'image/png' }];
  const sent = (flaw?: 'no_end' | 'no_boundary') => fillBody({ as: 'parts', parts, ...(flaw && { flaw }) }, lookup);
  expect(String(sent().payload)).toContain('name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--');
  expect(String(sent('no_end').payload)).not.toContain('--\r\n');
  expect([sent().type, sent('no_boundary').type]).toEqual([
    'multipart/form-data; boundary=----haversack',
    'multipart/form-data',
  ]);
});

it('the memory check tolerates 20 MB of objects above the baseline, and 50 MB of RSS growth in the second round', () => {
  const at = (objects: number, rss: number) => ({ objects, rss });
  expect(memoryErrors(at(70, 500), at(90, 900), at(90, 950)).errors).toEqual([]);
  expect(memoryErrors(at(70, 500), at(91, 900), at(80, 900)).errors).toHaveLength(1);
  expect(memoryErrors(at(70, 500), at(80, 900), at(91, 951)).errors).toHaveLength(2);
});

it('the memory check does not count memory that V8 keeps for later objects', async () => {
  const before = await measureMemory();
  let objects = Array.from({ length: 1_000_000 }, (_, index) => ({ index, list: [index] }));
  const during = await measureMemory();
  expect(memoryErrors(before, before, during).errors).toHaveLength(2);
  objects = [];
  const after = await measureMemory();
  expect(memoryErrors(before, before, after).errors).toEqual([]);
  expect(objects).toHaveLength(0);
});

it('the memory check counts the contents of buffers, even if RSS does not grow', async () => {
  const before = await measureMemory();
  const buffers = Array.from({ length: 6_000 }, () => Buffer.alloc(4_096, 1));
  const during = await measureMemory();
  expect(memoryErrors(before, before, during).errors).toEqual(['the memory of objects grew by more than 20 MB']);
  expect(buffers).toHaveLength(6_000);
});
