import { afterAll, describe, expect, it } from 'vitest';
import { openLandingServer } from '../helpers/landing-server.ts';
import { publishPage } from '../helpers/published-page.ts';

const { server, landing, owner, close } = await openLandingServer();
afterAll(close);

const get = (url: string, headers: Record<string, string> = {}) => landing.inject({ url, headers });
const change = (id: string, values: object) =>
  server.db.updateTable('flows').set(values).where('scope', '=', server.scope).where('id', '=', id).execute();

describe('other addresses of the second origin', () => {
  it('the start page of the second origin links to the app, and is not indexed', async () => {
    const reply = await get('/', { 'accept-language': 'de' });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('<a href="https://haversack.example/">Haversack öffnen</a>');
    expect(reply.headers['x-robots-tag']).toBe('noindex');
  });

  it('the page for unsubscribing says how visitors withdraw their consent', async () => {
    const reply = await get('/unsubscribe/en');
    expect(reply.body).toContain('withdraw your consent');
    expect(reply.body).toContain('https://haversack.example/pages/privacy');
    expect((await get('/unsubscribe/fr')).statusCode).toBe(404);
  });

  it('the sitemap lists the published pages of people with access', async () => {
    const blocked = await server.user({ is_blocked: true });
    const [shown, hidden, taken] = [
      await publishPage(server, owner.id),
      await publishPage(server, blocked.id),
      await publishPage(server, owner.id),
    ];
    await change(taken.id, { state: 'draft', version: null });
    server.clock.advance(60_000);
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body).toContain(
      `<loc>https://pages.example/l/${shown.unique_name}</loc><lastmod>2026-03-02T08:00:00.000Z</lastmod>`,
    );
    expect(body).not.toContain(hidden.unique_name);
    expect(body).not.toContain(taken.unique_name);
    expect((await get('/robots.txt')).body).toContain('Sitemap: https://pages.example/sitemap.xml');
  });

  it('the second origin has an icon', async () => {
    expect((await get('/icon.svg')).headers['content-type']).toBe('image/svg+xml');
  });
});
