import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVisitorScript } from '../../server/landing/visitor-script.ts';
import { buildTestLanding } from '../helpers/landing-server.ts';
import { PHONE_USER_AGENT, ViewWorld } from '../helpers/landing-views.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage } from '../helpers/published-page.ts';

const source = 'enhanceForms();'.repeat(20);

let world: ViewWorld;
let folder: string;
let landing: FastifyInstance;

beforeAll(async () => {
  world = await ViewWorld.open();
  await world.reset();
  folder = mkdtempSync(join(tmpdir(), 'haversack-script-'));
  writeFileSync(join(folder, 'visitor-Bq2e_X-B.js'), source);
  const script = await readVisitorScript(folder);
  landing = await buildTestLanding(world.server.deps, { views: world.views, script });
});
afterAll(async () => {
  await landing.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

describe('the script of landing pages', () => {
  it('the script of landing pages is served compressed, and browsers may cache it for a year', async () => {
    const get = (encoding: string) =>
      landing.inject({ url: '/visitor-Bq2e_X-B.js', headers: { 'accept-encoding': encoding } });
    const br = await get('gzip, deflate, br');
    expect(br.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(source);
    expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe(source);
    const plain = await get('identity');
    expect([plain.body, plain.headers['content-encoding']]).toEqual([source, undefined]);
  });

  it('a page with a form contains the script, and the content security policy of the page allows it', async () => {
    const page = await publishPage(world.server, world.owner.id, { blocks: [pageBlock('form', { consent: 'Yes' })] });
    const reply = await landing.inject({ url: `/l/${page.unique_name}` });
    expect(reply.body).toContain('src="/visitor-Bq2e_X-B.js"');
    expect(reply.headers['content-security-policy']).toMatch(/script-src 'self'/);
    expect(reply.headers['content-security-policy']).toMatch(/connect-src 'self'/);
  });

  it('reading the script of landing pages returns null if the script was not built', async () => {
    expect(await readVisitorScript(join(folder, 'no-such-folder'))).toBeNull();
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('views counted by the server of the second origin', () => {
  it('counts a view for a page and for a 304, but not for the page after a form', async () => {
    const page = await publishPage(world.server, world.owner.id);
    const get = (path: string, headers: Record<string, string> = {}) =>
      landing.inject({ url: path, headers: { 'user-agent': PHONE_USER_AGENT, ...headers } });
    const { headers } = await get(`/l/${page.unique_name}?s=flyer`);
    const again = await get(`/l/${page.unique_name}?s=flyer`, { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    await get('/l/no-such-page');
    await get(`/l/${page.unique_name}/thanks`);
    await world.count();
    expect(await world.days(page.id)).toMatchObject([{ source: 'flyer', views: 2, visitors: 1 }]);
  });
});
