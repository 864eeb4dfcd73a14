import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, callNames } from '../../contract/api-calls/index.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; " +
  "require-trusted-types-for 'script'; trusted-types app default dompurify";

const links = (language: string) => `</assets/${language}.js>; rel=modulepreload`;

let server: TestServer;
let web_folder: string;
beforeAll(async () => {
  web_folder = await mkdtemp(join(tmpdir(), 'haversack-web-'));
  await mkdir(join(web_folder, 'assets'));
  await writeFile(join(web_folder, 'index.html'), '<!doctype html><title>Haversack</title>');
  await writeFile(join(web_folder, 'preload-manifest.json'), JSON.stringify({ en: links('en'), de: links('de') }));
  await writeFile(join(web_folder, 'sw.js'), '// worker');
  await writeFile(join(web_folder, 'manifest.webmanifest'), '{}');
  await writeFile(join(web_folder, 'assets/app-1a2b.js'), 'plain');
  await writeFile(join(web_folder, 'assets/app-1a2b.js.br'), 'brotli');
  await writeFile(join(web_folder, 'assets/app-1a2b.js.gz'), 'gzip');
  server = await openTestServer({ app: { web_folder } });
});
afterAll(async () => {
  await server.close();
  await rm(web_folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

describe('first visit', () => {
  it("sends preload links for the login page in the browser's language", async () => {
    for (const url of ['/', '/login', '/lessons?next=1']) {
      const { headers, body } = await get(url, { 'accept-language': 'fr-FR, de-AT;q=0.8, en;q=0.5' });
      expect({ url, ...headers }).toMatchObject({
        url,
        link: links('de'),
        vary: expect.stringMatching('Accept-Language'),
      });
      expect(body).toContain('<title>Haversack</title>');
    }
    expect((await get('/login')).headers.link).toBe(links('en'));
    expect((await get('/assets/app-1a2b.js')).headers.link).toBeUndefined();
  });

  it('serves the page without preload links when the build has no preload manifest', async () => {
    const { headers, statusCode } = await get('/login', { 'accept-language': 'ru' });
    expect([statusCode, headers.link]).toEqual([200, undefined]);
  });
});

describe('response headers', () => {
  it('sets security headers on every reply, errors included', async () => {
    for (const url of [
      '/',
      '/lessons',
      '/assets/app-1a2b.js',
      '/assets/none.js',
      '/healthz',
      '/api/configs/get_all_configs/',
      '/api/accounts/me',
      '/api/none',
      '/api/%E0',
      '/media/x',
    ]) {
      const { headers } = await get(url);
      expect({ url, ...headers }).toMatchObject({
        url,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('sets HSTS only where the product is served over https', async () => {
    const secure = await openTestServer({ app: { public_url: 'https://haversack.example' } });
    const { headers } = await secure.app.inject({ url: '/healthz' });
    expect(headers['strict-transport-security']).toContain('max-age=63072000');
    await secure.close();
  });

  it('marks every API reply as coming from our server and as not cacheable', async () => {
    for (const url of ['/api/configs/get_all_configs', '/api/accounts/me/', '/api/none', '/api/openapi.json']) {
      const { headers } = await get(url);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-sync-proto': '1', 'x-sync-rev': '0' });
      expect(headers['date']).toBe(server.clock.now().toUTCString());
    }
    expect((await get('/lessons')).headers['x-sync-proto']).toBeUndefined();
  });

  it('reports the newest revision after a write, but not to anonymous callers', async () => {
    const { token } = await server.user();
    const { headers } = await server.call('accounts.set_language', { token, body: { language: 'de' } });
    expect(Number(headers['x-sync-rev'])).toBeGreaterThan(0);
    for (const url of ['/api/configs/get_all_configs', '/api/accounts/me/'])
      expect((await get(url)).headers['x-sync-rev']).toBe('0');
  });
});

describe('a share that no service worker receives', () => {
  const large = `--b\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n${'x'.repeat(3e6)}\r\n--b--\r\n`;

  it.each([
    ['a large file', { 'content-type': 'multipart/form-data; boundary=b' }, large],
    ['a text', { 'content-type': 'application/x-www-form-urlencoded' }, 'text=Bring+the+keys'],
    ['malformed content', { 'content-type': 'multipart/form-data' }, 'no boundary'],
    ['content of an unknown type', { 'content-type': 'x/y' }, '{'],
    ['nothing', {}, ''],
  ])('redirects a share of %s to the screen that says what to do', async (_, headers, payload) => {
    const reply = await server.app.inject({ method: 'POST', url: '/share', headers, payload });
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/share?refused=not_ready']);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': policy });
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(reply.body).toBe('');
  });

  it('accepts a share only at /share, and responds with 404 to a POST to any other page', async () => {
    for (const url of ['/', '/share/more', '/contacts'])
      expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(404);
    expect((await get('/share')).statusCode).toBe(200);
  });
});

describe('built page', () => {
  it('caches hashed files for a year, and revalidates service worker and manifest', async () => {
    const year = 'public, max-age=31536000, immutable';
    const asset = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(asset.headers).toMatchObject({ 'cache-control': year, 'content-encoding': 'br' });
    expect(asset.headers['content-type']).toContain('javascript');
    expect((await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })).body).toBe('gzip');
    expect((await get('/assets/app-1a2b.js')).body).toBe('plain');
    for (const url of ['/sw.js', '/manifest.webmanifest'])
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-cache']);
  });

  it('forbids browsers to store pages, even for the Back button', async () => {
    for (const url of ['/', '/index.html', '/tasks/today', '/login?next=/tasks'])
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-store']);
  });

  it('serves the page for every path of the app, and 404 for a missing file', async () => {
    for (const url of ['/', '/lessons/1', '/login?next=/tasks', '/pages/privacy']) {
      const reply = await get(url);
      expect([url, reply.statusCode, reply.body]).toEqual([url, 200, '<!doctype html><title>Haversack</title>']);
    }
    for (const url of ['/assets/app-9z.js', '/favicon.ico', '/media/x', '/assets/', '/assets/..%2f..%2fpackage.json']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
    expect((await server.app.inject({ method: 'POST', url: '/lessons' })).statusCode).toBe(404);
  });
});

describe('lesson pictures', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const add = (sha256: string, mime: string) =>
    server.db
      .insertInto('media_files')
      .values({
        scope: server.scope,
        sha256,
        mime,
        bytes: 4,
        width: 1,
        height: 1,
        data: png,
        created_at: server.clock.now().toISOString(),
      })
      .execute();

  it('serves lesson pictures as immutable', async () => {
    const sha = 'a'.repeat(64);
    await add(sha, 'image/png');
    const reply = await get(`/media/${sha}`);
    expect(reply.statusCode).toBe(200);
    expect(new Uint8Array(reply.rawPayload)).toEqual(png);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${sha}"`,
    });
    expect((await get(`/media/${sha}`, { 'if-none-match': `"${sha}"` })).statusCode).toBe(304);
  });

  it('serves no other files under the address of lesson pictures', async () => {
    await add('b'.repeat(64), 'text/html');
    for (const name of ['b'.repeat(64), 'c'.repeat(64), 'x', 'A'.repeat(64)]) {
      expect((await get(`/media/${name}`)).statusCode).toBe(404);
    }
  });
});

describe('health check', () => {
  it('answers anonymous health checks', async () => {
    expect((await get('/healthz')).json()).toEqual({ ok: true });
    expect((await get('/readyz')).json()).toEqual({ ok: true });
  });

  it('reports after the signal to stop that the server is not ready, but still alive', async () => {
    const stoppingServer = await openTestServer({ app: { isStopping: () => true } });
    const statusOf = async (url: string) => (await stoppingServer.app.inject(url)).statusCode;
    expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200]);
    await stoppingServer.close();
  });
});

describe('OpenAPI document', () => {
  interface Operation {
    operationId: string;
    security: unknown[];
    parameters: { name: string; in: string }[];
    requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
    responses: Record<string, unknown>;
  }
  const document = async (from = server) =>
    (await from.app.inject({ url: '/api/openapi.json' })).json<{
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    }>();

  it('lists every call with its status and path parameters, and whether it takes a body or needs a token', async () => {
    const { openapi, paths } = await document();
    expect(openapi).toBe('3.1.0');
    for (const name of callNames) {
      const call = callNamed(name);
      const operation = paths[call.path]?.[call.method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.security.length === 0).toBe(call.roles.includes('anonymous'));
      expect(operation?.responses[String(call.status ?? 200)]).toBeDefined();
      expect(operation?.requestBody !== undefined).toBe(call.body !== undefined || call.encoding === 'bytes');
      const pathParameters = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        operation?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
      ).toEqual(pathParameters);
    }
  });

  it('describes the login as a form in the OpenAPI document', async () => {
    const { paths } = await document();
    const form = paths['/api/accounts/login/']?.['post']?.requestBody?.content['application/x-www-form-urlencoded'];
    expect(form?.schema).toMatchObject({
      type: 'object',
      required: ['username', 'password'],
      additionalProperties: false,
    });
  });

  it('omits the sync calls from the document and the server if they are switched off', async () => {
    const plain = await openTestServer({ app: { sync_calls: false } });
    const { paths } = await document(plain);
    expect(Object.keys(paths).filter((path) => path.includes('/sync/'))).toEqual([]);
    const { token } = await plain.user();
    for (const name of ['sync.changes', 'sync.events'] as const)
      expect((await plain.call(name, { token })).status).toBe(404);
    const configs = await plain.call('configs.all');
    expect(configs.body['sync_protocol']).toBeUndefined();
    expect(configs.headers).not.toHaveProperty('x-sync-proto');
    expect(configs.headers).not.toHaveProperty('x-sync-rev');
    expect((await server.call('configs.all')).body).toMatchObject({ sync_protocol: 1, landing_url: null });
    await plain.close();
  });
});
