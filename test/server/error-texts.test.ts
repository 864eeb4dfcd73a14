import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus } from '../../contract/error-status.ts';
import { errorTexts } from '../../contract/error-texts.ts';
import { fieldCodes, isFieldCode } from '../../contract/field-codes.ts';
import { languages } from '../../contract/preference-values.ts';
import { errorBody } from '../../server/http/error-reply.ts';
import { loadTexts } from '../../server/http/texts.ts';
import { acceptedLanguages } from '../../server/http/language.ts';
import { codesIn, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let otto: TestUser;
let mary: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  otto = await server.user(roles.consultant);
  mary = await server.user(roles.manager);
});
afterAll(() => server.close());

const allTexts = loadTexts();
const texts = { en: allTexts.en.errors, ru: allTexts.ru.errors, de: allTexts.de.errors };

describe('texts of error codes', () => {
  test.each([...Object.keys(errorStatus), ...fieldCodes])('the error code %s has a text in three languages', (code) => {
    const key = code as keyof typeof errorTexts;
    const all = languages.map((language) => texts[language][key]);
    for (const text of all) expect(text).toMatch(/\S/);
    expect(texts.en[key]).toBe(errorTexts[key]);
    expect(texts.ru[key]).toMatch(/[а-яё]/i);
    expect(new Set(all).size).toBe(3);
  });

  test('uses the error texts that the specification prescribes', () => {
    expect(texts.en).toMatchObject({
      all_required: 'Please, fill all fields',
      required: 'Please, fill this field',
      empty: 'This field cannot be empty',
      fill_both: 'Please, fill both fields',
      phone_or_email: 'Please, fill all necessary fields',
      employee_required: 'Please, select employee',
      tag_unknown: 'Please, select tag',
      start_required: 'Please, select start time',
      from_to_wrong: 'Incorrect time from and time to',
      phone_invalid: 'Phone is incorrect',
      email_invalid: 'Please, enter valid email address',
      email_taken: 'Email is already in use',
      phone_taken: 'Phone is already in use',
      wrong_email_or_password: 'Wrong email or password',
      wrong_phone_or_password: 'Wrong phone or password',
      promo_unavailable: 'Error, email is in use or promo code is not available',
      link_expired: 'Link has expired',
      taken: 'User is already taken by another employee',
      ticket_taken: 'Ticket is already taken by another employee',
      internal: 'An error occurred',
    });
  });
});

test('every error code that the server uses for a field is in the list of field codes', () => {
  const sources = globSync('{contract,server}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const refusals = sources.flatMap((source) => [...source.matchAll(/Refused\w*\('\w+', (?:\w+, )*(\{[^}]*\})/g)]);
  const used = refusals.flatMap(([, fields = '']) => [...fields.matchAll(/\w+\]?: '(\w+)'/g)].map(([, code]) => code));
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((code) => !isFieldCode(code) && code !== 'rate')).toEqual([]);
});

test('every error code that a contract schema uses for a field is in the list of field codes', () => {
  const sources = globSync('contract/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const used = sources.flatMap((source) => [...source.matchAll(/error: '(\w+)'/g)].map(([, code]) => code));
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((code) => !isFieldCode(code))).toEqual([]);
});

describe('the body of a refusal', () => {
  const body = (code: keyof typeof errorStatus, fields?: Record<string, unknown>) =>
    errorBody({ code, ...(fields && { fields }) }, 'en', 'r1');

  test('an error has a code and a message for each invalid field, and separate details', () => {
    expect(body('email_taken', { email: 'email_taken', person_name: 'invalid', person_id: 'x' })).toEqual({
      code: 'email_taken',
      message: 'Email is already in use',
      fields: { email: { code: 'email_taken', message: 'Email is already in use' } },
      details: { person_name: 'invalid', person_id: 'x' },
      request_id: 'r1',
    });
    expect(body('ticket_state', { state: 'invalid', command: 'empty' })).toMatchObject({
      details: { state: 'invalid', command: 'empty' },
    });
    expect(body('not_found')).toEqual({ code: 'not_found', message: 'This no longer exists', request_id: 'r1' });
  });

  test.each([
    [{}, 'The request is not well formed'],
    [{ a: 'start_required' }, 'Please, select start time'],
    [{ a: 'phone_invalid', b: 'phone_invalid' }, 'Phone is incorrect'],
    [{ a: 'required' }, 'Please, fill all fields'],
    [{ a: 'required', b: 'required' }, 'Please, fill all fields'],
    [{ a: 'required', b: 'invalid' }, 'Some values are not accepted'],
  ])('summarises the field errors %o as: %s', (fields, message) => {
    expect(body('invalid', fields).message).toBe(message);
  });
});

describe('Accept-Language', () => {
  test.each([
    ['de-AT,ru;q=0.9', ['de-AT', 'ru']],
    ['ru;q=0.2, de;q=0.8, en;q=0.5', ['de', 'en', 'ru']],
    ['ru;q=0, de', ['de']],
    ['de;Q=0.1,ru', ['ru', 'de']],
    ['ru;q=much', []],
  ])('reads Accept-Language %s by its weights', (header, wanted) => {
    expect(acceptedLanguages(header)).toEqual(wanted.length > 0 ? wanted : []);
  });

  test.each([
    ['ru', 'Неверная эл. почта или пароль'],
    ['de-CH, en;q=0.5', 'E-Mail oder Passwort falsch'],
    ['fr, ru;q=0.3, de;q=0.7', 'E-Mail oder Passwort falsch'],
    ['fr', 'Wrong email or password'],
    ['', 'Wrong email or password'],
  ])('Accept-Language %s chooses the language for a client without an account', async (language, message) => {
    const body = { username: 'stranger@example.org', password: 'wrong password' };
    const reply = await server.call('accounts.login', { body, headers: { 'accept-language': language } });
    expect([reply.status, reply.body['message']]).toEqual([401, message]);
  });

  test("Accept-Language does not override the account's language", async () => {
    const anna = await server.user({ language: 'de' });
    const headers = { 'accept-language': 'ru' };
    const reply = await server.call('comments.add', { token: anna.token, body: { text: '' }, headers });
    expect(reply.body).toMatchObject({
      message: 'Dieses Feld darf nicht leer sein',
      fields: { text: { code: 'empty', message: 'Dieses Feld darf nicht leer sein' } },
    });
  });

  test('Accept-Language also applies to unknown paths and undecodable URLs', async () => {
    for (const [url, message] of [
      ['/api/nothing/here', 'Das gibt es nicht mehr'],
      ['/api/books/view/%zz/', 'Die Anfrage ist nicht korrekt aufgebaut'],
    ] as const) {
      const reply = await server.app.inject({ url, headers: { 'accept-language': 'de' } });
      expect(reply.json()).toMatchObject({ message });
    }
  });
});

describe('specified texts in responses', () => {
  const fieldsOf = async (name: Parameters<TestServer['call']>[0], body: unknown, token?: string) =>
    (await server.call(name, { body, token })).body['fields'];
  const field = (code: keyof typeof errorTexts) => ({ code, message: errorTexts[code] });

  test("responds to a login without a password with the specification's text", async () => {
    const reply = await server.call('accounts.login', { body: { username: 'a@example.org' } });
    expect(reply.body).toMatchObject({ message: 'Please, fill all fields', fields: { password: field('required') } });
  });

  test('answers a registration with an invalid phone and email with the error texts of the specification', async () => {
    const fields = await fieldsOf('accounts.register', { phone: '12', email: 'foo' });
    expect(fields).toMatchObject({ phone: field('phone_invalid'), email: field('email_invalid') });
  });

  test("responds to invalid working hours with the specification's texts", async () => {
    const set = (MON: object) => fieldsOf('employees.work_times', { MON }, otto.token);
    expect(Object.values((await set({ from: '17:00', to: '09:00' })) ?? {})).toEqual([field('from_to_wrong')]);
    expect(Object.values((await set({ from: '09:00' })) ?? {})).toEqual([field('fill_both')]);
  });

  test("responds to a task without a start with the specification's text", async () => {
    const body = { type: 'meet', title: 'Talk' };
    const reply = await server.call('tasks.create', { body, token: otto.token });
    expect(reply.body).toMatchObject({
      message: 'Please, select start time',
      fields: { start_at: field('start_required') },
    });
  });

  test("responds to a handover without an employee with the specification's text", async () => {
    const body = { user_id: otto.id };
    const reply = await server.call('people.assign', { body, token: mary.token });
    expect(reply.body).toMatchObject({
      message: 'Please, select employee',
      fields: { consultant_id: field('employee_required') },
    });
  });
});

describe('a missing value in a request', () => {
  test('reports a missing value as required, no matter what type it should have', async () => {
    const { body } = await server.call('accounts.register', { body: { email: '', language: undefined } });
    const names = ['consent', 'email', 'first_name', 'language', 'last_name', 'password', 'phone'];
    expect(codesIn(body)).toEqual(Object.fromEntries(names.map((name) => [name, 'required'])));
    const id = await server.call('people.details', { body: {}, token: otto.token });
    expect(id.body['fields']).toMatchObject({ user_id: { code: 'required' } });
  });

  test('reports a wrong value as invalid or out of range, not as missing', async () => {
    const ticket = { type: 'zzz', subject: 'Subject', body: 'Body' };
    const reply = await server.call('tickets.create', { body: ticket, token: otto.token });
    expect(reply.body['fields']).toMatchObject({ type: { code: 'invalid' } });
    const lead = await server.call('people.new_lead_task', {
      body: { user_id: otto.id, start_in: 7 },
      token: otto.token,
    });
    expect(lead.body['fields']).toMatchObject({ start_in: { code: 'invalid' } });
    const page = await server.call('contacts.list', { query: { page_size: 1000 }, token: otto.token });
    expect(page.body['fields']).toMatchObject({ page_size: { code: 'out_of_range' } });
  });
});
