import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLanding } from '../../server/landing/app.ts';
import { readEnvironment } from '../../server/environment.ts';
import { listenLanding, startLanding } from '../../server/landing/listen.ts';
import { openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import type { TestUser } from '../helpers/server.ts';

let world: PaymentServer;
let reader: TestUser;

beforeAll(async () => {
  world = await openPaymentServer();
  reader = await world.server.user();
});
afterAll(async () => {
  await world.server.close();
  await world.server.landing.close();
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const pathOf = (url: string) => new URL(url).pathname;
const get = (url: string, headers: Record<string, string> = {}) => world.server.landing.inject({ url, headers });
const submitPayment = (url: string, action: string) =>
  world.server.landing.inject({ method: 'POST', url, headers: form, payload: `action=${action}` });

describe('the payment page of the demo', () => {
  it.each([
    ['en', 'Payment simulator', '$5.00'],
    ['de', 'Zahlungssimulator', '5,00\u00a0$'],
    ['ru', 'Имитация оплаты', '5,00\u00a0$'],
  ])('the demo payment page is in the language of the browser: %s', async (language, heading, price) => {
    const { url } = await world.openBook(reader);
    const reply = await get(pathOf(url), { 'accept-language': language });
    expect(reply.body).toContain(`<html lang="${language}">`);
    expect(reply.body).toContain(heading);
    expect(reply.body).toContain(price);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('the payment page settles the payment when the payer pays, and links back to the app for a payer who does not', async () => {
    const { intent, url, subject_id } = await world.openBook(reader);
    expect((await submitPayment(pathOf(url), 'pay')).headers.location).toBe(
      `http://localhost:8080/books/${subject_id}`,
    );
    expect((await world.intent(intent)).state).toBe('succeeded');
    const unpaid = await world.openBook(reader);
    expect((await get(pathOf(unpaid.url))).body).toContain(`href="http://localhost:8080/books/${unpaid.subject_id}"`);
    expect((await world.intent(unpaid.intent)).state).toBe('pending');
  });

  it('settles a payment only once when it is reported twice', async () => {
    const { intent, url } = await world.openBook(reader);
    await submitPayment(pathOf(url), 'twice');
    expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded']);
    const events = world.server.db.selectFrom('provider_events').select('type').where('scope', '=', world.server.scope);
    expect((await events.execute()).length).toBeGreaterThan(0);
  });

  it('lets the payer try again after a declined card', async () => {
    const { intent, url } = await world.openBook(reader);
    const reply = await submitPayment(pathOf(url), 'decline');
    expect(reply.headers.location).toBe(`${pathOf(url)}?declined`);
    expect((await get(`${pathOf(url)}?declined`)).body).toContain('The card was declined. Try again.');
    expect((await world.intent(intent)).state).toBe('pending');
    await submitPayment(pathOf(url), 'pay');
    expect((await world.intent(intent)).state).toBe('succeeded');
  });

  it('the demo reports a delayed payment after thirty seconds', async () => {
    const { intent, url } = await world.openBook(reader);
    await submitPayment(pathOf(url), 'later');
    expect((await get(pathOf(url))).body).toContain('The payment is being processed.');
    await submitPayment(pathOf(url), 'pay');
    world.server.clock.advance(29_999);
    await world.runJobs();
    expect((await world.intent(intent)).state).toBe('pending');
    world.server.clock.advance(1);
    await world.runJobs();
    expect((await world.intent(intent)).state).toBe('succeeded');
  });

  it('the demo payment page expires after 23 hours', async () => {
    const { intent, url } = await world.openBook(reader);
    world.server.clock.advance(23 * 3_600_000);
    expect((await get(pathOf(url))).body).toContain('<form');
    world.server.clock.advance(1);
    expect((await get(pathOf(url))).body).toContain('This payment page has expired.');
    await submitPayment(pathOf(url), 'pay');
    expect((await world.intent(intent)).state).toBe('pending');
  });

  it('the demo payment page saves the card of a payment with `saves_method`', async () => {
    const subscriber = await world.server.user();
    const { url } = await world.openBook(subscriber, { saves_method: true });
    await submitPayment(pathOf(url), 'pay');
    await world.runJobs();
    expect(await world.cardOf(subscriber)).toMatchObject({ last4: '4242' });
    expect(await world.cardOf(reader)).toBeNull();
  });

  it('the demo payment page escapes the title of the item that is paid for', async () => {
    const { url } = await world.openBook(reader, { title: '<script>"&' });
    expect((await get(pathOf(url))).body).toContain('&lt;script&gt;&quot;&amp;');
  });

  it('the demo payment page exists only in the demo, and only for requests from this machine', async () => {
    const { url } = await world.openBook(reader);
    const plain = await openPaymentServer({ demo: false });
    const elsewhere = { host: 'haversack.example' };
    const missing = await get('/demo/checkout/unknown');
    for (const reply of [
      await get(pathOf(url), elsewhere),
      await get(pathOf(url), { 'x-forwarded-for': '127.0.0.1' }),
      await world.server.landing.inject({ method: 'POST', url: pathOf(url), headers: { ...form, ...elsewhere } }),
      await plain.server.landing.inject({ url: pathOf(url) }),
    ])
      expect([reply.statusCode, reply.body]).toEqual([404, missing.body]);
    await plain.server.close();
  });
});

describe('the second origin', () => {
  it('the second origin sets no cookies, runs no scripts and sends forms only to itself and the app', async () => {
    const { url } = await world.openBook(reader);
    for (const path of ['/style.css', pathOf(url)]) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' http://localhost:8080; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
    for (const path of ['/', '/unknown', '/%zz']) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });

  it('the second origin has no API and no pages of the app', async () => {
    for (const url of ['/api/menu/main/', '/api/openapi.json', '/books', '/demo/telegram', '/%zz'])
      expect((await get(url, { 'accept-language': 'de' })).statusCode).toBe(404);
    expect((await get('/books', { 'accept-language': 'de' })).body).toContain('Seite nicht gefunden');
  });

  it('the public settings contain the URL of the second origin', async () => {
    expect((await world.server.call('configs.all')).body).toMatchObject({ landing_url: 'http://localhost:8081' });
  });

  it('the second origin takes the next free port, unless LANDING_PORT names a taken one', async () => {
    const build = () =>
      buildLanding({
        deps: world.server.deps,
        public_url: () => 'http://localhost:8080',
        landing_url: () => 'http://localhost:8081',
        demo_webhooks: undefined,
      });
    const [first, second, third] = [await build(), await build(), await build()];
    const port = await listenLanding(first, { port: 0, is_default: true }, '127.0.0.1');
    expect(await listenLanding(second, { port, is_default: true }, '127.0.0.1')).toBeGreaterThan(port);
    await expect(listenLanding(third, { port, is_default: false }, '127.0.0.1')).rejects.toThrow(
      `LANDING_PORT ${port} is already in use.`,
    );
    await Promise.all([first, second, third].map((app) => app.close()));
  });

  it('tries up to twenty more ports for the second origin if a port is taken', async () => {
    const tried: number[] = [];
    const failing = (code: string) =>
      ({
        listen: ({ port }: { port: number }) => {
          tried.push(port);
          return Promise.reject(Object.assign(new Error(code), { code }));
        },
      }) as unknown as FastifyInstance;
    const listen = (code: string, port: number) =>
      listenLanding(failing(code), { port, is_default: true }, '127.0.0.1');
    await expect(listen('EADDRINUSE', 9000)).rejects.toThrow('LANDING_PORT 9020 is already in use.');
    expect(tried).toEqual(Array.from({ length: 21 }, (_, at) => 9000 + at));
    await expect(listen('EADDRINUSE', 65_535)).rejects.toThrow('LANDING_PORT 65535 is already in use.');
    await expect(listen('EACCES', 81)).rejects.toThrow('Cannot listen on LANDING_PORT 81 (EACCES).');
    expect(tried.slice(21)).toEqual([65_535, 81]);
  });

  it('the second origin rejects a form of more than 64 KiB', async () => {
    const { url } = await world.openBook(reader);
    expect((await submitPayment(pathOf(url), 'x'.repeat(64 * 1024 + 1 - 'action='.length))).statusCode).toBe(413);
    expect((await submitPayment(pathOf(url), 'x'.repeat(64 * 1024 - 'action='.length))).statusCode).not.toBe(413);
  });

  it('reports the address of the second origin, and a taken default port', async () => {
    const options = { deps: world.server.deps, public_url: () => 'http://localhost:8080', demo_webhooks: undefined };
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'haversack-landing-'));
    const start = (variables: Record<string, string>) =>
      startLanding(readEnvironment({ DATA_DIR, ...variables }), options);
    const first = (await start({ LANDING_PORT: '0' }))!;
    expect(first.line).toBe(`The second origin, for payment and landing pages, is at ${first.url}`);
    const port = Number(new URL(first.url).port);
    const second = (await start({ PORT: String(port - 1) }))!;
    expect(second.url).not.toBe(first.url);
    expect(second.line).toMatch(new RegExp(`${second.url}, because port ${port} is taken$`));
    const third = (await start({ LANDING_PORT: '0', LANDING_URL: 'http://127.0.0.1:9000' }))!;
    expect(third.url).toBe('http://127.0.0.1:9000');
    expect(await start({ PUBLIC_URL: 'https://haversack.example' })).toBeNull();
    await Promise.all([first, second, third].map((landing) => landing.close()));
    rmSync(DATA_DIR, { recursive: true });
  });
});
