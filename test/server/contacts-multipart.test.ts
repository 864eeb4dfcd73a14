import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import { openApiDocument } from '../../server/http/openapi/document.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { multipartBody, type Part } from '../helpers/multipart.ts';
import { codesIn, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
});
afterAll(() => server.close());

const send = (name: CallName, parts: readonly Part[], id = '', user = anna) => {
  const { payload, headers } = multipartBody(parts);
  return server.call(name, { token: user.token, params: { id }, body: payload, headers });
};
const part = (name: string, value: string): Part => ({ name, value });
/** Returns a part in the form in which browsers send `new Blob([text], { type: 'application/json' })`. */
const jsonFile = (name: string, value: unknown): Part => ({
  name,
  file: Buffer.from(JSON.stringify(value)),
  filename: 'blob',
  type: 'application/json',
});
const add = (...parts: Part[]) => send('contacts.add', [part('first_name', 'Nina'), ...parts]);
const change = (id: string, ...parts: Part[]) => send('contacts.change', parts, id);
const photo = (note = 'photo'): Part => ({ name: 'photo', file: makePng(note), type: 'image/png' });

const [first, second] = ['+4915112345678', '+79161234567'];

describe('list fields of a multipart contact', () => {
  const both = [
    { number: first, label: 'mobile' },
    { number: second, label: '' },
  ];
  it.each<[string, Part[]]>([
    ['one part with a JSON array', [part('phones', JSON.stringify(both))]],
    ['a JSON text for each item', both.map((phone) => part('phones', JSON.stringify(phone)))],
    ['a JSON file for each item', both.map((phone) => jsonFile('phones', phone))],
    ['a JSON file with all items', [jsonFile('phones', both)]],
    [
      'numbered names in brackets, in any order',
      [
        part('phones[10][number]', second),
        part('phones[2][number]', first),
        part('phones[2][label]', 'mobile'),
        part('phones[10][label]', ''),
      ],
    ],
    [
      'numbered names with dots',
      [part('phones[0].number', first), part('phones[0].label', 'mobile'), part('phones[1]', second)],
    ],
    ['a JSON text and a bare number', [part('phones', JSON.stringify(both[0])), part('phones', second)]],
    ['names with empty brackets', [part('phones[]', JSON.stringify(both[0])), part('phones[]', second)]],
  ])('a multipart contact accepts phone numbers as %s', async (_, parts) => {
    const { status, body } = await add(...parts);
    expect([status, body['phones']]).toEqual([201, both]);
  });

  it('a contact sent as multipart accepts a JSON part without a file name', async () => {
    const boundary = 'x';
    const lines = [
      `--${boundary}\r\nContent-Disposition: form-data; name="first_name"\r\n\r\nNina\r\n`,
      ...both.map(
        (phone) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="phones"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(phone)}\r\n`,
      ),
      `--${boundary}--\r\n`,
    ];
    const { status, body } = await server.call('contacts.add', {
      token: anna.token,
      body: Buffer.from(lines.join('')),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect([status, body['phones']]).toEqual([201, both]);
  });

  it.each<[string, Part[]]>([
    ['repeated parts', [part('emails', 'a@example.net'), part('emails', 'b@example.net')]],
    ['a JSON array', [part('emails', '["a@example.net","b@example.net"]')]],
    ['numbered names', [part('emails[1]', 'b@example.net'), part('emails[0]', 'a@example.net')]],
    ['an item and empty items', [part('emails', ''), part('emails', 'a@example.net'), part('emails', 'b@example.net')]],
  ])('a multipart contact accepts email addresses as %s', async (_, parts) => {
    expect((await add(...parts)).body['emails']).toEqual(['a@example.net', 'b@example.net']);
  });

  it('a multipart contact accepts a single item without brackets, and an empty part as an empty list', async () => {
    const createdContact = await add(part('phones', first), part('emails', 'a@example.net'));
    expect(createdContact.body).toMatchObject({ phones: [{ number: first, label: '' }], emails: ['a@example.net'] });
    const id = String(createdContact.body['id']);
    expect((await change(id, part('phones', ''))).body).toMatchObject({ phones: [], emails: ['a@example.net'] });
    expect((await add(part('phones', ''), part('emails', ''))).body).toMatchObject({ phones: [], emails: [] });
  });

  it('a multipart contact accepts an object as JSON or as separate fields', async () => {
    const consent = { given_at: '2026-03-01T08:00:00.000Z', how: 'by word' };
    for (const parts of [
      [jsonFile('consent', consent)],
      [part('consent', JSON.stringify(consent))],
      [part('consent[given_at]', consent.given_at), part('consent[how]', consent.how)],
      [part('consent.given_at', consent.given_at), part('consent.how', consent.how)],
    ])
      expect((await add(...parts)).body['consent']).toEqual(consent);
    for (const [value, expected] of [
      ['1', true],
      ['true', true],
      ['0', false],
      ['false', false],
      ['', false],
    ] as const) {
      const { body } = await add(
        part('is_partner', value),
        part('phones[0][number]', first),
        part('phones[0][invalid]', '1'),
      );
      expect(body).toMatchObject({ is_partner: expected, phones: [{ number: first, invalid: true }] });
    }
  });

  it('names each invalid part of a multipart contact and never responds with 500', async () => {
    for (const [parts, fields] of [
      [[part('phones', 'x')], { 'phones.0.number': 'phone_invalid' }],
      [[part('phones', '[{')], { phones: 'invalid' }],
      [[part('phones[0][colour]', 'red'), part('phones[0][number]', first)], { 'phones.0.colour': 'unknown' }],
      [[part('phones[a][number]', first)], { 'phones[a][number]': 'unknown' }],
      [[part('phones[0][number][x]', first)], { 'phones[0][number][x]': 'invalid' }],
      [[part('phones[0][number]', first), part('phones[0][number]', second)], { 'phones[0][number]': 'invalid' }],
      [[part('phones[0][0][0][0]', first)], { 'phones[0][0][0][0]': 'unknown' }],
      [[part('phones[0][toString]', first)], { 'phones[0][toString]': 'unknown' }],
      [[part('colours[0]', 'red')], { 'colours[0]': 'unknown' }],
      [[part('city[0]', 'Ulm')], { 'city[0]': 'invalid' }],
      [[part('city', 'Ulm'), part('city', 'Bonn')], { city: 'invalid' }],
      [[part('consent', '{}'), part('consent[how]', 'x')], { consent: 'invalid' }],
      [[jsonFile('colours', 1)], { colours: 'unknown' }],
      [[{ ...jsonFile('phones', 1), file: Buffer.from('{') } as Part], { phones: 'invalid' }],
      [Array.from({ length: 6 }, () => part('phones', first)), { phones: 'too_long' }],
    ] as [Part[], object][]) {
      const reply = await add(...parts);
      expect([reply.status, codesIn(reply.body)]).toEqual([400, fields]);
    }
    const large = { ...jsonFile('notes', 1), file: Buffer.from(JSON.stringify('n'.repeat(65_536))) } as Part;
    expect((await add(large)).body['code']).toBe('too_large');
    expect((await add(photo(), photo('two'))).body['code']).toBe('too_large');
  });
});

describe('the photo of a contact', () => {
  const fetchPhoto = (id: string, user: TestUser) =>
    server.app.inject({ url: `/api/contacts/${id}/photo/`, headers: { authorization: `Bearer ${user.token}` } });

  it('a multipart form adds and replaces the photo of a contact, and an empty part removes it', async () => {
    const createdContact = await add(
      jsonFile('phones', { number: first }),
      photo(),
      jsonFile('emails', ['a@example.net']),
    );
    expect([createdContact.status, createdContact.body['photo']]).toMatchObject([201, { mime: 'image/jpeg' }]);
    const id = String(createdContact.body['id']);
    const unchangedReply = await change(id, part('city', 'Ulm'));
    expect(unchangedReply.body).toMatchObject({ city: 'Ulm', photo: createdContact.body['photo'] });
    expect((await change(id, { name: 'photo', file: Buffer.alloc(0) }, part('city', 'Bonn'))).body).toMatchObject({
      city: 'Bonn',
      photo: createdContact.body['photo'],
    });
    expect((await change(id, part('photo', ''))).body).toMatchObject({ city: 'Bonn', photo: null });
    await change(id, photo('again'));
    const json = (body: unknown) => server.call('contacts.change', { token: anna.token, params: { id }, body });
    const other = await json({ photo: { sha256: 'a'.repeat(64), mime: 'image/jpeg' }, city: 'Trier' });
    expect([other.status, codesIn(other.body)]).toEqual([400, { photo: 'read_only' }]);
    expect((await json({ photo: null })).body).toMatchObject({ photo: null, city: 'Bonn' });
    expect(codesIn((await change(id, part('photo', 'abc'))).body)).toEqual({ photo: 'invalid' });
    expect((await add(part('photo', ''))).body['photo']).toBeNull();
  });

  it("serves a contact's photo to its owner and responds with 404 to everyone else", async () => {
    const mary = await server.user(roles.manager);
    const carl = await server.user({ ...roles.consultant, responsible_id: mary.id });
    const { body } = await send('contacts.add', [part('first_name', 'Nina'), photo()], '', carl);
    const id = String(body['id']);
    const image = await fetchPhoto(id, carl);
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(sha256Of(image.rawPayload)).toBe((body['photo'] as unknown as { sha256: string }).sha256);
    expect(image.headers['content-security-policy']).toContain("default-src 'none'");
    const statusAndText = async (contactId: string, user: TestUser) => {
      const { statusCode, body: text } = await fetchPhoto(contactId, user);
      return [statusCode, text.replace(/"request_id":"[^"]*"/, '')];
    };
    const missing = await statusAndText(uuidv7(), carl);
    expect(missing[0]).toBe(404);
    for (const user of [mary, anna]) expect(await statusAndText(id, user)).toEqual(missing);
    const ownContact = await send('contacts.add', [part('first_name', 'Otto')], '', carl);
    expect(await statusAndText(String(ownContact.body['id']), carl)).toEqual(missing);
    await server.db.updateTable('contacts').set({ deleted_at: carl.created_at }).where('id', '=', id).execute();
    expect(await statusAndText(id, carl)).toEqual(missing);
    expect((await fetchPhoto('x', carl)).statusCode).toBe(400);
    expect((await server.app.inject({ url: `/api/contacts/${id}/photo/` })).statusCode).toBe(401);
  });

  it("also serves a contact's photo while the sync calls are switched off", async () => {
    const documented = await openTestServer({ app: { sync_calls: false } });
    const user = await documented.user();
    const { payload, headers } = multipartBody([part('first_name', 'Nina'), photo()]);
    const { body } = await documented.call('contacts.add', { token: user.token, body: payload, headers });
    const params = { id: String(body['id']) };
    expect((await documented.call('contacts.photo', { token: user.token, params })).status).toBe(200);
    await documented.close();
  });
});

it('describes forms, their encoding and the removal of a photo in the OpenAPI document', () => {
  const { paths } = openApiDocument({ public_url: 'http://localhost', sync_calls: false }) as {
    paths: Record<
      string,
      Record<string, { description: string; requestBody: { content: Record<string, { encoding?: object }> } }>
    >;
  };
  const put = paths['/api/contacts/{id}/']!['put']!;
  expect(put.description).toContain('phones[0][number]');
  expect(put.requestBody.content['multipart/form-data']).toMatchObject({
    schema: { properties: { photo: { format: 'binary', description: expect.stringContaining('removes') as string } } },
    encoding: {
      photo: { contentType: 'image/jpeg, image/png, image/webp' },
      phones: { contentType: 'application/json, text/plain' },
      emails: { contentType: 'application/json, text/plain' },
      consent: { contentType: 'application/json, text/plain' },
    },
  });
  expect(Object.keys(put.requestBody.content['multipart/form-data']!.encoding!)).not.toContain('city');
  const avatar = paths['/api/accounts/me/']!['post']!;
  expect(avatar.requestBody.content['multipart/form-data']).toMatchObject({
    schema: { properties: { avatar: { format: 'binary' } } },
    encoding: { avatar: { contentType: 'image/jpeg, image/png, image/webp' } },
  });
});
