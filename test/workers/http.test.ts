import { describe, expect, test } from 'vitest';
import { accountCalls } from '../../contract/api-calls/accounts.ts';
import type { Call } from '../../contract/api-calls/define.ts';
import { send, type CallResult } from '../../workers/sync/http.ts';
import { backoffWithJitter, opBackoff, retryAfterMs, cycleBackoff, remainingWait } from '../../workers/sync/retry.ts';
import { htmlResponse, jsonResponse, refusalResponse } from '../helpers/fake-server.ts';
import { makePorts, settlePromises, START } from '../helpers/phone.ts';

const callOf = (name: keyof typeof accountCalls): Call => accountCalls[name] as Call;

type Reply = Response | Error;

function resultOf(reply: Reply, online = true): Promise<CallResult> {
  const ports = makePorts({ fetch: () => (reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply)) });
  ports.online = online;
  return send(ports, callOf('accounts.me'));
}

const truncatedResponse = new Response(
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"ok":'));
      controller.error(new TypeError('connection lost'));
    },
  }),
  { headers: { 'X-Sync-Proto': '1' } },
);

describe('request outcome', () => {
  test.each<[string, string, Reply]>([
    ['a success response of our server', 'reply', jsonResponse({ ok: true })],
    ['a refusal of our server', 'refused', refusalResponse(409, 'task_state')],
    ["a captive portal's page with status 200", 'portal', htmlResponse(200)],
    ["a captive portal's redirect that the browser does not follow", 'portal', Response.error()],
    ['a redirect', 'portal', new Response(null, { status: 302, headers: { Location: 'http://portal' } })],
    ['a page of a proxy whose server is down', 'no_answer', htmlResponse(502)],
    ['truncated JSON', 'no_answer', new Response('{"ok":tr', { headers: { 'X-Sync-Proto': '1' } })],
    ['a truncated response', 'no_answer', truncatedResponse],
    ['an empty response', 'no_answer', new Response(null, { headers: { 'X-Sync-Proto': '1' } })],
    ['a lost connection', 'no_answer', new TypeError('Failed to fetch')],
  ])('treats %s as the outcome "%s"', async (_, kind, reply) => {
    expect((await resultOf(reply)).kind).toBe(kind);
  });

  test('a failed request counts as offline when the browser reports no network', async () => {
    expect(await resultOf(new TypeError('Failed to fetch'), false)).toEqual({ kind: 'offline' });
  });

  test('the result of a rejected request carries status, code and retry delay', async () => {
    expect(await resultOf(refusalResponse(429, 'too_many_requests', { 'Retry-After': '7' }))).toEqual({
      kind: 'refused',
      status: 429,
      code: 'too_many_requests',
      retry_after_ms: 7_000,
    });
  });

  test('the result of a rejection with an unknown code keeps its status', async () => {
    expect(await resultOf(jsonResponse({ code: 'of_next_year', message: '' }, 422))).toMatchObject({
      status: 422,
      code: null,
    });
  });
});

describe('time limit of a request', () => {
  function silentServer(): { ports: ReturnType<typeof makePorts>; aborted: () => boolean } {
    let signal: AbortSignal | undefined;
    const ports = makePorts({
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          signal = init.signal ?? undefined;
          signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        }),
    });
    return { ports, aborted: () => signal?.aborted ?? false };
  }

  test('aborts a request without a response after the time limit', async () => {
    const { ports, aborted } = silentServer();
    const result = send(ports, callOf('accounts.me'));
    await settlePromises(2);
    ports.clock.pass(19_999);
    expect(aborted()).toBe(false);
    ports.clock.pass(1);
    expect(await result).toEqual({ kind: 'no_answer' });
  });

  test('the time limit grows with the size of the request', async () => {
    const { ports, aborted } = silentServer();
    const result = send(ports, 'sync.push', { text: 'x'.repeat(80_000) });
    await settlePromises(2);
    ports.clock.pass(29_999);
    expect(aborted()).toBe(false);
    ports.clock.pass(1);
    expect(await result).toEqual({ kind: 'no_answer' });
  });

  test('a finished request leaves no timer behind', async () => {
    const ports = makePorts({ fetch: () => Promise.resolve(jsonResponse({})) });
    await send(ports, callOf('accounts.me'));
    expect(ports.clock.waits()).toEqual([]);
  });
});

describe('request headers', () => {
  test('requests carry token, device, query and body, and allow neither caching nor redirects', async () => {
    const requests: [string, RequestInit][] = [];
    const ports = makePorts({
      fetch: (url, init) => {
        requests.push([url, init]);
        return Promise.resolve(jsonResponse({}));
      },
    });
    await send(ports, callOf('accounts.set_language'), {
      body: { language: 'de' },
      token: 'secret',
      device_id: 'phone',
    });
    const [url, init] = requests[0]!;
    expect(url).toBe('/api/accounts/set_language/');
    expect(init).toMatchObject({ method: 'POST', body: '{"language":"de"}', cache: 'no-store', redirect: 'manual' });
    expect(init.headers).toMatchObject({ Authorization: 'Bearer secret', 'X-Device-Id': 'phone' });
    await send(ports, 'sync.changes', { query: { p0: 3, p1: undefined } });
    expect(requests[1]?.[0]).toBe('/api/sync/changes?p0=3');
    await send(ports, callOf('accounts.login'), { body: { username: 'a@b.c', password: 'p&q' } });
    expect(requests[2]?.[1].body).toBe('username=a%40b.c&password=p%26q');
  });
});

describe('backoff', () => {
  test('the back-off is a random part of an interval that doubles up to a limit', () => {
    expect(backoffWithJitter(() => 0.5, 1, 2_000, 20_000)).toBe(2_000);
    expect(backoffWithJitter(() => 0.5, 2, 2_000, 20_000)).toBe(4_000);
    expect(backoffWithJitter(() => 0, 9, 2_000, 20_000)).toBe(0);
    expect(cycleBackoff(() => 0.9999, 1_000)).toBeLessThanOrEqual(20_250);
    expect(opBackoff(() => 0.9999, 1_000)).toBeLessThanOrEqual(300_500);
  });

  test('reads Retry-After in seconds or as a date, and ignores any other value', () => {
    expect(retryAfterMs('3', START)).toBe(3_000);
    expect(retryAfterMs(new Date(START + 9_000).toUTCString(), START)).toBe(9_000);
    expect(retryAfterMs(new Date(START - 9_000).toUTCString(), START)).toBe(0);
    expect(retryAfterMs('soon', START)).toBeNull();
    expect(retryAfterMs(null, START)).toBeNull();
  });

  test('the back-off ends at the planned time, or at once if the clock is set back to a time before the back-off began', () => {
    const wait = { asked_at: START, until: START + 5_000 };
    expect(remainingWait(wait, START)).toBe(5_000);
    expect(remainingWait(wait, START + 5_000)).toBe(0);
    expect(remainingWait(wait, START - 1)).toBe(0);
    expect(remainingWait(undefined, START)).toBe(0);
  });
});
