import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

const ORIGIN = 'https://app.example';
let server: TestServer;
let anna: TestUser;

beforeAll(async () => {
  server = await openTestServer({ app: { cors_origins: [ORIGIN, 'http://localhost:5000'] } });
  anna = await server.user();
});
afterAll(() => server.close());

const preflight = (url: string, origin = ORIGIN, to = server) =>
  to.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
  });
const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));

describe('pages of other origins', () => {
  it('allows pages of a configured origin to call the API with tokens but without cookies', async () => {
    const { statusCode, headers, body } = await preflight('/api/accounts/me/');
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'Range']),
    );
    expect(allowed).not.toContain('X-Haversack-Client');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('lets pages of a configured origin read responses and errors', async () => {
    for (const [token, status] of [
      [anna.token, 200],
      ['none', 401],
    ] as const) {
      const headers = { origin: 'http://localhost:5000' };
      const reply = await server.call('accounts.me', { token, headers });
      expect(reply.status).toBe(status);
      expect(reply.headers['access-control-allow-origin']).toBe('http://localhost:5000');
      expect(String(reply.headers['access-control-expose-headers']).split(', ')).toEqual(
        expect.arrayContaining(['ETag', 'Content-Range', 'Date']),
      );
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const login = { username: anna.email!, password: TEST_PASSWORD };
    const reply = await server.call('accounts.login', { body: login, headers: { origin: ORIGIN } });
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
    const media = await preflight(`/media/${'a'.repeat(64)}`);
    expect(media.headers['access-control-allow-origin']).toBe(ORIGIN);
  });

  it('sends no CORS headers to an origin that is not configured', async () => {
    for (const origin of ['https://other.example', `${ORIGIN}.evil.example`, 'http://app.example', 'null']) {
      const reply = await server.call('accounts.me', { token: anna.token, headers: { origin } });
      expect([reply.status, corsHeaders(reply.headers), reply.headers['vary']]).toEqual([200, [], 'Origin']);
      const preflightReply = await preflight('/api/accounts/me/', origin);
      expect([preflightReply.statusCode, corsHeaders(preflightReply.headers)]).toEqual([404, []]);
    }
  });

  it('sends no CORS headers for pages and cookie-authorised calls, however their paths are written', async () => {
    for (const path of ['refresh', 'logout', '%72efresh', 'l%6Fgout'])
      for (const url of [`/api/accounts/${path}/`, `/api/accounts/${path}`, `/api/accounts/${path}/?x=1`]) {
        const reply = await server.app.inject({ method: 'POST', url, headers: { origin: ORIGIN }, payload: {} });
        expect([url, reply.statusCode < 500, corsHeaders(reply.headers)]).toEqual([url, true, []]);
      }
    for (const path of ['/api/accounts/refresh/', '/api/accounts/logout', '/', '/index.html'])
      expect([path, corsHeaders((await preflight(path)).headers)]).toEqual([path, []]);
  });

  it('sends no CORS headers when no origin is configured', async () => {
    const serverWithoutCors = await openTestServer();
    const user = await serverWithoutCors.user();
    const reply = await serverWithoutCors.call('accounts.me', { token: user.token, headers: { origin: ORIGIN } });
    expect(corsHeaders(reply.headers)).toEqual([]);
    expect((await preflight('/api/accounts/me/', ORIGIN, serverWithoutCors)).statusCode).toBe(404);
    await serverWithoutCors.close();
  });
});
