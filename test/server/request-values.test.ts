import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import { codesIn, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let otto: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
  otto = await server.user(roles.consultant);
});
afterAll(() => server.close());

const call = (user: TestUser, name: CallName, body: unknown, more: object = {}) =>
  server.call(name, { token: user.token, body, ...more });

let counter = 0;
const registration = (fields: object = {}) => {
  counter += 1;
  return {
    first_name: 'Vera',
    last_name: 'New',
    email: `vera${counter}@example.org`,
    phone: `+4915123${String(counter).padStart(6, '0')}`,
    password: 'correct horse battery',
    language: 'en',
    consent: true,
    ...fields,
  };
};

describe('times in requests', () => {
  const task = (start_at: unknown, fields: object = {}) =>
    call(otto, 'tasks.create', { type: 'meet', title: 'Talk', start_at, ...fields });

  test.each([
    ['2026-03-02T12:00:00+02:00', '2026-03-02T10:00:00.000Z'],
    ['2026-03-02T12:00:00.123456Z', '2026-03-02T12:00:00.123Z'],
    ['2026-03-02T12:00:00Z', '2026-03-02T12:00:00.000Z'],
    ['2026-03-02T12:00:00-05:30', '2026-03-02T17:30:00.000Z'],
  ])('returns the time %s as %s', async (start_at, wanted) => {
    const reply = await task(start_at);
    expect([reply.status, reply.body['start_at']]).toEqual([201, wanted]);
  });

  test.each(['tomorrow', '2026-03-02T12:00:00', '2026-02-30T12:00:00Z', 7])(
    'refuses %s as a time',
    async (start_at) => {
      const reply = await task(start_at);
      expect([reply.status, codesIn(reply.body)]).toEqual([400, { start_at: 'time_invalid' }]);
    },
  );

  test.each([undefined, null, ''])(
    'rejects %s as the start of a task, with an error that asks for a start',
    async (start_at) => {
      expect(codesIn((await task(start_at)).body)).toEqual({ start_at: 'start_required' });
    },
  );

  test('rejects a missing time with an error on its field, and a time before 1970', async () => {
    const { body } = await task('2026-03-02T12:00:00Z');
    const move = (start_at?: string) => call(otto, 'tasks.update', { id: body['id'], action: 'reschedule', start_at });
    expect(codesIn((await move()).body)).toEqual({ start_at: 'start_required' });
    expect(codesIn((await move('1969-12-31T23:59:59Z')).body)).toEqual({ start_at: 'time_invalid' });
  });

  test('rejects a task of thirty hours as too long, not as ending before its start', async () => {
    const reply = await task('2026-03-02T12:00:00Z', { end_at: '2026-03-03T18:00:00Z' });
    expect(reply).toMatchObject({ status: 422, body: { code: 'task_too_long' } });
    expect(codesIn(reply.body)).toEqual({ end_at: 'task_too_long' });
  });
});

describe('texts in requests', () => {
  test('trims strings and email addresses, but not passwords', async () => {
    const body = registration({ password: '  a password with blanks  ' });
    const padded = { ...body, email: `  ${body.email.toUpperCase()} `, phone: ` ${body.phone}` };
    expect((await server.call('accounts.register', { body: padded })).status).toBe(200);
    const login = (password: string) => server.call('accounts.login', { body: { username: body.email, password } });
    expect((await login(body.password)).status).toBe(200);
    expect((await login(body.password.trim())).status).toBe(401);
  });

  test('treats an empty string for an optional field as not given', async () => {
    const optional = { promo_code: '', referral_promo_code: ' ', country: '', time_zone: '' };
    expect((await server.call('accounts.register', { body: registration(optional) })).status).toBe(200);
    const noValues = { promo_code: null, referral_promo_code: null, country: null, time_zone: null };
    expect((await server.call('accounts.register', { body: registration(noValues) })).status).toBe(200);
    const required = await server.call('accounts.register', {
      body: registration({ ...optional, email: '', phone: '1' }),
    });
    expect(codesIn(required.body)).toEqual({ email: 'required', phone: 'phone_invalid' });
  });

  test('clears an optional field with an empty string', async () => {
    expect((await call(anna, 'accounts.update_me', { city: 'Bonn' })).body['user']).toMatchObject({ city: 'Bonn' });
    expect((await call(anna, 'accounts.update_me', { city: '' })).body['user']).toMatchObject({ city: '' });
  });

  test('rejects an empty string for a required field instead of ignoring it', async () => {
    const reply = await call(anna, 'accounts.update_me', { first_name: ' ', city: 'Ulm' });
    expect([reply.status, codesIn(reply.body)]).toEqual([400, { first_name: 'empty' }]);
  });

  test('treats an empty query value as not given', async () => {
    const { app } = server;
    const headers = { authorization: `JWT ${otto.token}` };
    for (const query of ['search=&category=&status=', 'page=&page_size=']) {
      expect((await app.inject({ url: `/api/contacts/?${query}`, headers })).statusCode).toBe(200);
    }
    const url = '/api/team/get_my_structure_users/?ordering=&search=';
    expect((await app.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/contacts/?nothing=', headers })).statusCode).toBe(400);
  });
});

describe('impossible values in requests', () => {
  const day = (years: number) => new Date(Date.now() + years * 366 * 86_400_000).toISOString().slice(0, 10);

  test('rejects a date of birth in the future or before 1900 with an error on the field', async () => {
    for (const [date_birth, code] of [
      [day(5), 'in_future'],
      ['1899-12-31', 'invalid'],
      ['2001-02-29', 'invalid'],
    ] as const) {
      expect(codesIn((await call(anna, 'accounts.update_me', { date_birth })).body)).toEqual({ date_birth: code });
      const contact = await call(anna, 'contacts.add', { first_name: 'Kim', date_birth });
      expect([contact.status, codesIn(contact.body)]).toEqual([400, { date_birth: code }]);
    }
    expect((await call(anna, 'contacts.add', { first_name: 'Kim', date_birth: day(0) })).status).toBe(201);
    expect((await call(anna, 'contacts.add', { first_name: 'Kim', date_birth: '1900-01-01' })).status).toBe(201);
  });

  test('rejects an unknown country with an error on the country field', async () => {
    for (const country of ['XX', 'EU', 'DD', 'de']) {
      const me = await call(anna, 'accounts.update_me', { country });
      expect([country, me.status, codesIn(me.body)]).toEqual([country, 400, { country: 'invalid' }]);
    }
    expect((await call(anna, 'accounts.update_me', { country: 'XK' })).status).toBe(200);
  });

  test('rejects an impossible phone number with an error on the phone field', async () => {
    const lead = { first_name: 'Kim', phone: '+1000000000' };
    const reply = await call(otto, 'people.create_lead', lead);
    expect([reply.status, codesIn(reply.body)]).toEqual([400, { phone: 'phone_invalid' }]);
    expect((await call(otto, 'people.create_lead', { ...lead, phone: '+12133734253' })).status).toBe(201);
    const body = registration({ phone: '+1000000000' });
    expect(codesIn((await server.call('accounts.register', { body })).body)).toEqual({ phone: 'phone_invalid' });
  });

  test('returns a stored row with impossible values and lets it be edited', async () => {
    const old = { country: 'XX', phone: `+1000000${String(counter).padStart(3, '0')}`, date_birth: '2050-01-01' };
    const user = await server.user(old);
    const me = await server.call('accounts.me', { token: user.token });
    expect([me.status, me.body]).toMatchObject([200, old]);
    expect((await call(user, 'accounts.update_me', { city: 'Bonn' })).body['user']).toMatchObject(old);
  });

  test('treats a login name of digits as a phone number, regardless of its length', async () => {
    for (const username of ['+4900', '00491', '123', '+4915112345678901234']) {
      const reply = await server.call('accounts.login', { body: { username, password: 'a password' } });
      expect([username, reply.body['code']]).toEqual([username, 'wrong_phone_or_password']);
    }
  });
});

describe('lists and errors in responses', () => {
  test('a page beyond the end of a list names the last page as the previous one', async () => {
    const user = await server.user();
    const page = async (number: number) =>
      (await server.call('contacts.list', { token: user.token, query: { page: number, page_size: 1 } })).body;
    expect(await page(999)).toMatchObject({ previous: 1, next: null });
    for (const name of ['A', 'B']) await call(user, 'contacts.add', { id: uuidv7(), first_name: name });
    expect(await page(999)).toMatchObject({ count: 2, previous: 2, next: null });
    expect(await page(3)).toMatchObject({ previous: 2 });
    expect(await page(2)).toMatchObject({ previous: 1 });
    expect(await page(1)).toMatchObject({ previous: null, next: 2 });
  });

  test('lists people with every column of the table', async () => {
    await call(otto, 'people.create_lead', { first_name: 'Kim', last_name: 'Lee', email: 'kim.lee@example.org' });
    const { body } = await call(otto, 'team.structure_users', {}, { query: { search: 'Kim Lee' } });
    const [row] = body['results'] as unknown as Record<string, unknown>[];
    const columns = body['columns'] as unknown as { key: string }[];
    expect(row).toMatchObject({ name: 'Kim Lee' });
    expect(columns.filter(({ key }) => !Object.hasOwn(row!, key))).toEqual([]);
  });

  test("rejects assigning a person to a learner with an error on the request's field", async () => {
    const lead = await call(otto, 'people.create_lead', { first_name: 'Kim', email: 'kim2@example.org' });
    const body = { user_id: lead.body['id'], consultant_id: anna.id };
    const reply = await call(otto, 'people.give', body);
    expect([reply.status, codesIn(reply.body)]).toEqual([422, { consultant_id: 'employee_required' }]);
  });
});
