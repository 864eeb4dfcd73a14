import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { formFields } from '../../contract/landing/values.ts';
import { CONSENT_TEXT, openFormServer } from '../helpers/landing-forms.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage, type TestPage } from '../helpers/published-page.ts';

const world = await openFormServer();
const { member } = world;
afterAll(() => world.close());

let page: TestPage;
beforeEach(async () => {
  page = await world.formPage();
});

const send = (fields: Record<string, string>, ip?: string) => world.send(page, { ...world.visitor(), ...fields }, ip);
const readPosts = () =>
  world.server.db.selectFrom('landing_posts').select('key').where('flow_id', '=', page.id).execute();

async function fieldsOf(fields: Record<string, string>): Promise<unknown> {
  const { status, body } = await send(fields);
  expect([status, await readPosts()]).toEqual([422, []]);
  return body['fields'];
}

describe('the fields of a form', () => {
  it("a form requires the visitor's consent", async () => {
    expect(await fieldsOf({ consent: '' })).toEqual({ consent: 'Please agree, so that you can be contacted' });
    const { body } = await send({ consent: '' });
    expect(body['message']).toBe('The form has not been sent yet. Check the marked fields.');
  });

  it('a form requires the name, and the phone number or the email address', async () => {
    expect(await fieldsOf({ name: '  ' })).toEqual({ name: 'Please, fill this field' });
    expect(await fieldsOf({ phone: '', email: '' })).toEqual({ phone: 'Please, fill all necessary fields' });
    for (const one of [{ phone: '' }, { email: '' }]) expect((await send(one)).status).toBe(200);
  });

  it('requires the phone number if a form has no email address', async () => {
    page = await publishPage(world.server, member.id, {
      blocks: [pageBlock('form', { fields: ['phone'], consent: CONSENT_TEXT })],
    });
    const reply = await world.send(page, { phone: '' });
    expect(reply.body['fields']).toEqual({ phone: 'Please, fill this field' });
  });

  it('a form refuses wrong numbers and addresses, in the language of the page', async () => {
    page = await publishPage(world.server, member.id, {
      lang: 'de',
      blocks: [pageBlock('form', { fields: [...formFields], consent: CONSENT_TEXT })],
    });
    expect(await fieldsOf({ phone: '12', email: 'nobody' })).toEqual({
      phone: 'Die Telefonnummer stimmt nicht',
      email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    });
  });

  it.each([
    ['name', 100],
    ['city', 100],
    ['comment', 2000],
  ])('a form refuses a %s of more than %i characters', async (field, max) => {
    expect(await fieldsOf({ [field]: 'ж'.repeat(max + 1) })).toEqual({ [field]: 'This text is too long' });
    expect((await send({ [field]: 'ж'.repeat(max) })).status).toBe(200);
  });

  it('a form refuses an email address of more than 254 characters and a phone number of more than 40', async () => {
    const tooLong = `${'a'.repeat(60)}@${'b.'.repeat(95)}example`;
    expect(await fieldsOf({ email: tooLong })).toHaveProperty('email');
    expect(await fieldsOf({ phone: `+49 151 ${' '.repeat(30)}23456789` })).toHaveProperty('phone');
    expect((await send({ phone: `+49 151 ${' '.repeat(20)}23456799` })).status).toBe(200);
  });

  it('a form refuses control characters', async () => {
    expect(await fieldsOf({ name: 'A\u0000da' })).toEqual({ name: 'Remove the invisible characters' });
  });

  it('a form refuses unknown fields and duplicate fields', async () => {
    expect(await fieldsOf({ is_superuser: 'true' })).toEqual({});
    const form = { ...world.visitor(), form: page.blocks[0]!.id, version: '1', consent: 'on' };
    const twice = await world.landing.inject({
      method: 'POST',
      url: `/l/${page.unique_name}/form`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      payload: `${new URLSearchParams(form).toString()}&name=Eve`,
    });
    expect(twice.statusCode).toBe(422);
    page = await publishPage(world.server, member.id, {
      blocks: [pageBlock('form', { fields: ['phone'], consent: CONSENT_TEXT })],
    });
    expect(await fieldsOf({})).toEqual({});
  });

  it('a form refuses a key that is not a UUID', async () => {
    expect(await fieldsOf({ key: 'mine' })).toEqual({});
    expect((await send({ key: uuidv7() })).status).toBe(200);
  });

  it('refuses a request body that is not a form of a landing page', async () => {
    const url = `/l/${page.unique_name}/form`;
    const json = await world.landing.inject({ method: 'POST', url, payload: { name: 'Ada' } });
    expect(json.statusCode).toBe(415);
    const empty = await world.landing.inject({ method: 'POST', url, headers: { accept: 'application/json' } });
    expect(empty.statusCode).toBe(422);
  });
});

describe('a bot that fills in forms', () => {
  it('a bot that fills in the hidden field gets the usual answer, and nothing is stored', async () => {
    const { status, body } = await send({ website: 'https://spam.example' });
    expect([status, body['ok']]).toEqual([200, true]);
    expect(await readPosts()).toEqual([]);
  });

  it('refuses a form that was filled in within two seconds, and asks the visitor to send it again', async () => {
    const { status, body } = await send({ took: '1999' });
    expect([status, body['message']]).toEqual([422, 'The form has not been sent yet. Send it again.']);
    expect(await fieldsOf({ took: 'soon' })).toEqual({});
    expect((await send({ took: '2000' })).status).toBe(200);
  });
});

describe('the limits of forms', () => {
  it('accepts five forms a minute from one address', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await send({}, '203.0.113.7')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const { body, headers } = await send({}, '203.0.113.7');
    expect(headers['retry-after']).toBe('60');
    expect(body['message']).toContain('too many were sent at once');
    world.advance(60_000);
    expect((await send({}, '203.0.113.7')).status).toBe(200);
  });

  it('counts the addresses of one IPv6 network together', async () => {
    for (let n = 0; n < 5; n += 1) await send({}, `2001:db8:1:2::${n}`);
    expect((await send({}, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await send({}, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('accepts sixty forms a minute for one page, and further forms for other pages', async () => {
    const statuses = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await send({})).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    page = await publishPage(world.server, member.id);
    expect((await world.send(page, { name: 'Ada', phone: world.visitor().phone })).status).toBe(200);
    world.advance(60_000);
  });

  it('does not count incomplete forms towards the limit of the page', async () => {
    for (let n = 0; n < 61; n += 1) await send({ consent: '' });
    expect((await send({})).status).toBe(200);
  });

  it('responds to a flood of forms without a server error', async () => {
    const flood = Array.from({ length: 300 }, (_, n) => send({}, `203.0.${n % 20}.9`));
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    world.advance(60_000);
  });
});

describe('a form that cannot be accepted', () => {
  const statusOf = async (url = `/l/${page.unique_name}/form`) => {
    const payload = new URLSearchParams({ ...world.visitor(), form: page.blocks[0]!.id, consent: 'on' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await world.landing.inject({ method: 'POST', url, headers, payload });
    return reply.statusCode;
  };
  const change = (fields: object) =>
    world.server.db.updateTable('flows').set(fields).where('id', '=', page.id).execute();

  it('the form of an archived flow or of a blocked, deactivated or deleted owner is gone', async () => {
    await change({ state: 'archived', version: null });
    expect(await statusOf()).toBe(410);
    expect(await world.send(page, world.visitor())).toMatchObject({ status: 410, body: { ok: false, gone: true } });
    await change({ state: 'published', version: 1 });
    const set = (fields: object) =>
      world.server.db.updateTable('users').set(fields).where('id', '=', member.id).execute();
    const restored = { is_blocked: false, is_active: true, deleted_at: null };
    for (const ownerState of [{ is_blocked: true }, { is_active: false }, { deleted_at: world.now() }]) {
      await set(ownerState);
      expect([ownerState, await statusOf()]).toEqual([ownerState, 410]);
      await set(restored);
    }
    expect(await statusOf()).toBe(303);
    expect(await readPosts()).toHaveLength(1);
  });

  it('the form of a draft, an unknown page or a page without a form does not exist', async () => {
    await change({ state: 'draft', version: null });
    expect(await statusOf()).toBe(404);
    expect(await statusOf('/l/no-such-page/form')).toBe(404);
    expect(await world.send(page, world.visitor())).toMatchObject({ status: 404, body: { ok: false, gone: true } });
    page = await publishPage(world.server, member.id, {
      blocks: [pageBlock('divider'), { ...page.blocks[0]!, hidden: true }],
    });
    expect(await statusOf()).toBe(404);
    expect(await readPosts()).toEqual([]);
  });

  it('a form that the database could not store can be sent again', async () => {
    const failing = world.server.db.schema;
    await failing.alterTable('landing_posts').renameTo('landing_posts_away').execute();
    const { status, body, headers } = await send({});
    await failing.alterTable('landing_posts_away').renameTo('landing_posts').execute();
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(body['message']).toContain('the server is busy');
    expect((await send({})).status).toBe(200);
  });
});
