import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CONSENT_TEXT, openFormServer } from '../helpers/landing-forms.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage, publishVersion, type TestPage } from '../helpers/published-page.ts';

const world = await openFormServer();
const { member } = world;
afterAll(() => world.close());

let page: TestPage;
beforeEach(async () => {
  page = await world.formPage();
});

describe('a form that is shown again with errors', () => {
  it('a form that is shown again has the error messages next to the fields, and the entered values in them', async () => {
    const html = '"><script>alert(1)</script>';
    const reply = await world.post(page, { ...world.visitor(), name: html, phone: '12', consent: '', comment: html });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([422, 'no-store']);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    const { body } = reply;
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('role="alert">The form has not been sent yet. Check the marked fields.<');
    expect(body).toMatch(/<input[^>]*name="name"[^>]*value="&quot;&gt;&lt;script/);
    expect(body).toMatch(/<input[^>]*name="phone"[^>]*value="12"[^>]*aria-invalid="true"[^>]*autofocus/);
    expect(body.match(/autofocus/g)).toHaveLength(1);
    const [, id] = /name="phone"[^>]*aria-describedby="([^"]+)"/.exec(body)!;
    expect(body).toContain(`id="${id}">Phone is incorrect<`);
    expect(body).not.toMatch(/name="consent"[^>]*checked/);
    const secondReply = await world.post(page, { ...world.visitor(), phone: '12' });
    expect(secondReply.body).toMatch(/name="consent"[^>]*checked/);
  });

  it('a form that is shown again leaves the consent unchecked if the visitor has not seen its text', async () => {
    const [old] = page.blocks;
    await publishVersion(world.server, page.id, 2, { blocks: [{ ...old!, consent: 'Another text.' }] });
    for (const version of ['1', '7']) {
      const { body } = await world.post(page, { ...world.visitor(), phone: '12', version });
      expect(body).toContain('Another text.');
      expect(body).not.toMatch(/name="consent"[^>]*checked/);
    }
    const { body } = await world.post(page, { ...world.visitor(), phone: '12', version: '2' });
    expect(body).toMatch(/name="consent"[^>]*checked/);
  });

  it('shows the error message above the page if the sent form has been removed from the page', async () => {
    await publishVersion(world.server, page.id, 2, { blocks: [pageBlock('divider')] });
    const { statusCode, body } = await world.post(page, { ...world.visitor(), phone: '12' });
    expect(statusCode).toBe(422);
    expect(body).toContain('role="alert">The form has not been sent yet.');
  });

  it('a form that is shown again keeps its id and version, so that it can be resent', async () => {
    const { body } = await world.post(page, { consent: '' });
    expect(body).toContain(`name="form" value="${page.blocks[0]!.id}"`);
    expect(body).toContain('name="version" value="1"');
    expect(body).not.toMatch(/name="website"[^>]*value="[^"]/);
  });
});

describe('the phone check', () => {
  const check = (payload: object | string, headers: Record<string, string> = {}) =>
    world.landing.inject({
      method: 'POST',
      url: '/api/landings/validate_phone/',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.99', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  it("the phone check returns whether a visitor's number is valid in the country of the page's language", async () => {
    const german = { 'accept-language': 'de' };
    const found = await check({ phone: '0151 23456789' }, german);
    expect(found.json()).toEqual({ valid: true, phone: '+4915123456789', error: null });
    expect(found.headers['cache-control']).toBe('no-store');
    const given = await check({ phone: '0660 1234567', country: 'at' }, german);
    expect(given.json()).toEqual({ valid: true, phone: '+436601234567', error: null });
    const wrong = await check({ phone: '12' }, german);
    expect(wrong.json()).toEqual({ valid: false, phone: null, error: 'Die Telefonnummer stimmt nicht' });
  });

  it("the phone check returns whether a member's number is valid in the member's country", async () => {
    const austrianMember = await world.server.user({ country: 'AT', language: 'de' });
    const call = (body: object) => world.server.call('landings.validate_phone', { token: austrianMember.token, body });
    expect((await call({ phone: '0660 1234567' })).body).toEqual({ valid: true, phone: '+436601234567', error: null });
    expect((await call({ phone: '8 912 345 67 89', country: 'RU' })).body).toMatchObject({ phone: '+79123456789' });
    expect((await call({ phone: 'Ada' })).body).toMatchObject({ valid: false, phone: null });
    expect((await world.server.call('landings.validate_phone', { body: { phone: '1' } })).status).toBe(401);
  });

  it('the phone check refuses malformed requests, and more than thirty numbers a minute from one address', async () => {
    const wrong = [{}, { phone: 1 }, { phone: '1', page: 'x' }, { phone: '1'.repeat(41) }, '{', 'null'];
    for (const payload of wrong) expect((await check(payload)).statusCode).toBe(400);
    expect((await check({ phone: '1', country: 'DE '.repeat(400) })).statusCode).toBe(413);
    world.advance(60_000);
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await check({ phone: '12' })).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    world.advance(60_000);
  });
});

describe('the page after a form', () => {
  const getThanksPage = async (path: string) => world.landing.inject({ url: path });

  it('the page after a form shows the thank-you text of the sent form as plain text', async () => {
    const first = pageBlock('form', { consent: CONSENT_TEXT, thanks: 'See you <b>soon</b>\nMia' });
    const second = pageBlock('form', { consent: CONSENT_TEXT, thanks: 'Second form' });
    page = await publishPage(world.server, member.id, { blocks: [first, second] });
    const sent = { name: 'Ada', phone: world.visitor().phone };
    const reply = await world.post(page, sent);
    expect(reply.headers.location).toBe(`/l/${page.unique_name}/thanks`);
    const shown = await getThanksPage(String(reply.headers.location));
    expect(shown.body).toContain('See you &lt;b&gt;soon&lt;/b&gt;<br>Mia');
    expect(shown.headers['cache-control']).toBe('no-store');
    const two = await world.post(page, { ...sent, form: second.id });
    expect((await getThanksPage(String(two.headers.location))).body).toContain('Second form');
  });

  it('the page after a form is in the language of the landing page and leads back to it', async () => {
    page = await publishPage(world.server, member.id, { lang: 'ru' });
    const { body } = await getThanksPage(`/l/${page.unique_name}/thanks`);
    expect(body).toContain('<html lang="ru"');
    expect(body).toContain('Форма отправлена.');
    expect(body).toContain(`href="/l/${page.unique_name}"`);
  });

  it('the page after a form exists only for a published page with a form', async () => {
    expect((await getThanksPage('/l/no-such-page/thanks')).statusCode).toBe(404);
    page = await publishPage(world.server, member.id, { blocks: [pageBlock('divider')] });
    expect((await getThanksPage(`/l/${page.unique_name}/thanks`)).headers.location).toBe(`/l/${page.unique_name}`);
    expect((await getThanksPage(`/l/${page.unique_name}/form`)).headers.location).toBe(`/l/${page.unique_name}`);
  });
});
