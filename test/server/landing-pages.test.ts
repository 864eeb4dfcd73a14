import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { pageStyle } from '../../contract/landing/style.ts';
import { CHECK_INTERVAL_MS } from '../../server/landing/pages/page-cache.ts';
import { buildTestLanding, openLandingServer } from '../helpers/landing-server.ts';
import { pageBlock, testImage } from '../helpers/page-blocks.ts';
import { publishPage, publishVersion } from '../helpers/published-page.ts';

const { server, landing, owner, close } = await openLandingServer();
afterAll(close);

const get = (url: string, headers: Record<string, string> = {}) => landing.inject({ url, headers });
const hero = (title: string) => [pageBlock('hero', { title })];
const later = () => server.clock.advance(CHECK_INTERVAL_MS);
const change = (id: string, values: object) =>
  server.db.updateTable('flows').set(values).where('scope', '=', server.scope).where('id', '=', id).execute();

describe('a published page', () => {
  it('a published page is complete without scripts, other requests or cookies', async () => {
    const { unique_name } = await publishPage(server, owner.id, { blocks: hero('Open evening'), lang: 'de' });
    const reply = await get(`/l/${unique_name}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toMatch(/^<!doctype html><html lang="de"><head>/);
    expect(reply.body).toContain('<h1>Open evening</h1>');
    expect(reply.body).toContain('Eine Seite von Vera');
    expect(reply.body).not.toMatch(/<script|stylesheet|@import|url\(/);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('the content security policy of a plain published page allows only its own style', async () => {
    const plain = await publishPage(server, owner.id, { blocks: hero('a') });
    const reply = await get(`/l/${plain.unique_name}`);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(reply.body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(reply.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it('the content security policy of a page allows a script for a form, and the host of a video', async () => {
    const script = { path: '/visitor-1.js', source: Buffer.from('') };
    const landingWithScript = await buildTestLanding(server.deps, { script });
    const policyOf = async (blocks: ReturnType<typeof hero>) => {
      const { unique_name } = await publishPage(server, owner.id, { blocks });
      const { body, headers } = await landingWithScript.inject(`/l/${unique_name}`);
      const hasScript = body.includes('<script type="module" src="/visitor-1.js"></script>');
      return { hasScript, policy: String(headers['content-security-policy']) };
    };
    const form = await policyOf([pageBlock('form')]);
    expect(form.hasScript).toBe(true);
    expect(form.policy).toContain("script-src 'self'; connect-src 'self'");
    expect(form.policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(form.policy).not.toContain('frame-src');
    const video = await policyOf([pageBlock('video', { url: 'https://vimeo.com/123456789' })]);
    expect(video.policy).toContain('frame-src https://player.vimeo.com;');
    const file = await policyOf([pageBlock('video', { url: 'https://files.example/a.mp4' })]);
    expect(file.policy).toContain('media-src https://files.example;');
    expect(file.policy).not.toContain('frame-src');
    expect(await policyOf([pageBlock('countdown', { until: '2126-01-01T00:00:00.000Z' })])).toMatchObject({
      hasScript: true,
    });
    expect(await policyOf(hero('a'))).toMatchObject({
      hasScript: false,
      policy: expect.not.stringContaining('script-src') as string,
    });
    await landingWithScript.close();
  });

  it('a published page describes itself to search engines and link previews', async () => {
    const cover = testImage('d', { width: 1200, height: 630 });
    const { unique_name } = await publishPage(server, owner.id, {
      title: 'A "spring" & more',
      description: 'For all',
      cover,
      blocks: hero('a'),
    });
    const { body } = await get(`/l/${unique_name}`);
    for (const tag of [
      '<title>A &quot;spring&quot; &amp; more</title>',
      '<meta name="description" content="For all">',
      `<link rel="canonical" href="https://pages.example/l/${unique_name}">`,
      '<meta property="og:title" content="A &quot;spring&quot; &amp; more">',
      `<meta property="og:image" content="https://pages.example/i/${'d'.repeat(64)}">`,
      '<meta property="og:image:width" content="1200">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<meta property="og:locale" content="en_GB">',
    ])
      expect(body).toContain(tag);
    expect(body).not.toContain('noindex');
  });

  it('a published page with thirty blocks takes at most 20 kB without images', async () => {
    const text = (length: number, seed: number) =>
      Array.from({ length }, (_, index) =>
        String.fromCharCode(97 + ((index * 7 + seed * 11 + (index >> 3)) % 26)),
      ).join('');
    const blocks = Array.from({ length: 30 }, (_, index) =>
      index === 0
        ? pageBlock('form', { fields: ['name', 'phone', 'email', 'city', 'comment'], consent: text(500, 3) })
        : pageBlock('text', { text: text(600, index) }),
    );
    const { unique_name } = await publishPage(server, owner.id, { blocks });
    const reply = await get(`/l/${unique_name}`, { 'accept-encoding': 'gzip' });
    expect(reply.rawPayload.byteLength).toBeLessThan(20_000);
    expect(pageStyle.length).toBeLessThan(9_000);
  });

  it('a published page is sent in an encoding that the browser accepts, and each encoding has its own ETag', async () => {
    const { unique_name } = await publishPage(server, owner.id, { blocks: hero('Encoded') });
    const plain = await get(`/l/${unique_name}`);
    const br = await get(`/l/${unique_name}`, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(`/l/${unique_name}`, { 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers } of [plain, br, gzip]) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=600');
    }
  });

  it('a published page is not sent again to a browser that has it', async () => {
    const { id, unique_name } = await publishPage(server, owner.id, { blocks: hero('First') });
    const { headers } = await get(`/l/${unique_name}`);
    const again = () => get(`/l/${unique_name}`, { 'if-none-match': `"other", W/${String(headers.etag)}` });
    expect(await again()).toMatchObject({ statusCode: 304, body: '' });
    await publishVersion(server, id, 2, { blocks: hero('Second') });
    later();
    expect((await again()).body).toContain('Second');
  });

  it('a published page has the security headers of all other responses, also with status 304', async () => {
    const { unique_name } = await publishPage(server, owner.id, { blocks: hero('a') });
    const path = `/l/${unique_name}`;
    const page = await get(path);
    const unchanged = await get(path, { 'if-none-match': String(page.headers.etag) });
    const others = [
      await get('/'),
      await get('/l/unknown'),
      await get('/l/%'),
      await get(`/l/${unique_name.toUpperCase()}`),
    ];
    expect([page, unchanged, ...others].map(({ statusCode }) => statusCode)).toEqual([200, 304, 200, 404, 404, 301]);
    for (const { headers } of [page, unchanged, ...others])
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src 'none'; /) as string,
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        'strict-transport-security': 'max-age=63072000',
      });
    expect(unchanged.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
  });

  it('a HEAD request for a published page is answered with the headers alone', async () => {
    const { unique_name } = await publishPage(server, owner.id, { blocks: hero('a') });
    const [full, head] = [
      await get(`/l/${unique_name}`),
      await landing.inject({ method: 'HEAD', url: `/l/${unique_name}` }),
    ];
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    expect(head.headers.etag).toBe(full.headers.etag);
    expect(head.headers['content-length']).toBe(String(full.rawPayload.byteLength));
  });

  it('an address with capitals redirects to the published page and keeps the source of the link', async () => {
    const { unique_name } = await publishPage(server, owner.id, { blocks: hero('a') });
    const reply = await get(`/l/${unique_name.toUpperCase()}?s=flyer`);
    expect([reply.statusCode, reply.headers.location]).toEqual([301, `/l/${unique_name}?s=flyer`]);
  });

  it('the database is asked at most once a second whether a published page has changed', async () => {
    const { id, unique_name } = await publishPage(server, owner.id, { blocks: hero('First') });
    await get(`/l/${unique_name}`);
    await publishVersion(server, id, 2, { blocks: hero('Second') });
    server.clock.advance(CHECK_INTERVAL_MS - 1);
    expect((await get(`/l/${unique_name}`)).body).toContain('First');
    server.clock.advance(1);
    expect((await get(`/l/${unique_name}`)).body).toContain('Second');
  });

  it('a published page shows the new name of its owner', async () => {
    const person = await server.user({ first_name: 'Old' });
    const { unique_name } = await publishPage(server, person.id, { blocks: hero('a') });
    expect((await get(`/l/${unique_name}`)).body).toContain('A page by Old');
    await server.db.updateTable('users').set({ first_name: 'New' }).where('id', '=', person.id).execute();
    later();
    expect((await get(`/l/${unique_name}`)).body).toContain('A page by New');
  });

  it('a published page shows the time left of a countdown, at most a minute old', async () => {
    const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    const { unique_name } = await publishPage(server, owner.id, {
      blocks: [pageBlock('countdown', { until, expired_text: 'Over' })],
    });
    expect((await get(`/l/${unique_name}`)).body).toContain('1 hour left');
    server.clock.advance(59_999);
    expect((await get(`/l/${unique_name}`)).body).toContain('1 hour left');
    server.clock.advance(CHECK_INTERVAL_MS);
    expect((await get(`/l/${unique_name}`)).body).toContain('59 minutes left');
    server.clock.advance(3_600_000);
    expect((await get(`/l/${unique_name}`)).body).toContain('Over');
  });
});

it('logs a failure to read a published page with the id that the visitor sees', async () => {
  const lines: string[] = [];
  const failing: KyselyPlugin = {
    transformQuery: () => {
      throw new Error('no database');
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const deps = { ...server.deps, log, db: server.db.withPlugin(failing) };
  const broken = await buildTestLanding(deps);
  const reply = await broken.inject('/l/spring');
  expect(reply.statusCode).toBe(500);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ request_id: reply.headers['x-request-id'], msg: 'a request failed' }),
  ]);
  await broken.close();
});

describe('a page that does not exist', () => {
  it.each(['unknown', 'a', 'with%20space', '%3Cscript%3E', 'x'.repeat(60)])(
    'responds with 404 to /l/%s if no page has this address',
    async (name) => {
      const reply = await get(`/l/${name}`, { 'accept-language': 'ru' });
      expect(reply.statusCode).toBe(404);
      expect(reply.body).toContain('Страница не найдена');
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    },
  );

  it('a page that was not found is found as soon as it is published', async () => {
    const name = `soon-${process.pid}`;
    expect((await get(`/l/${name}`)).statusCode).toBe(404);
    await publishPage(server, owner.id, { blocks: hero('a') }, name);
    later();
    expect((await get(`/l/${name}`)).statusCode).toBe(200);
  });

  it.each([
    ['its flow is archived', (id: string) => change(id, { state: 'archived', version: null })],
    [
      'its flow is deleted',
      async (id: string) => {
        const { unique_name } = await server.db
          .selectFrom('flows')
          .select('unique_name')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await change(id, {
          unique_name: null,
          former_name: unique_name,
          version: null,
          deleted_at: server.clock.now().toISOString(),
        });
      },
    ],
  ])('a page is gone, and says so in the language of the visitor, if %s', async (_why, take) => {
    const { id, unique_name } = await publishPage(server, owner.id, { blocks: hero('a') });
    expect((await get(`/l/${unique_name}`)).statusCode).toBe(200);
    await take(id);
    later();
    const reply = await get(`/l/${unique_name}`, { 'accept-language': 'de' });
    expect(reply.statusCode).toBe(410);
    expect(reply.body).toContain('Diese Seite ist geschlossen');
  });

  it('responds with 410 to a page whose owner is blocked, and serves the page again after the unblock', async () => {
    const person = await server.user();
    const { unique_name } = await publishPage(server, person.id, { blocks: hero('a') });
    const block = (is_blocked: boolean) =>
      server.db.updateTable('users').set({ is_blocked }).where('id', '=', person.id).execute();
    const statuses: number[] = [];
    for (const isBlocked of [false, true, false]) {
      await block(isBlocked);
      later();
      statuses.push((await get(`/l/${unique_name}`)).statusCode);
    }
    expect(statuses).toEqual([200, 410, 200]);
  });
});
