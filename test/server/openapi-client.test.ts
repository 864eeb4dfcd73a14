import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCatalogue } from '../../server/http/catalogue.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { OpenApiClient, type ApiReply, type ApiRequest } from '../helpers/openapi-client.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

/** Texts that only the screens use. No call responds with them, except after an internal error. */
const screenOnlyTexts = [
  ...(['Please, fill empty fields', 'Copy error', 'An error occurred', 'Loading', 'Add to home screen'] as const),
];

let server: TestServer;
let url: string;

beforeAll(async () => {
  server = await openTestServer();
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const idOf = ({ body }: ApiReply) => String(body['id']);

/** Opens a client that has logged in. */
async function openClient(user: TestUser, language: string): Promise<OpenApiClient> {
  const client = await OpenApiClient.open(url, language);
  const { status, body } = await client.call('accounts.login', {
    body: { username: user.email, password: TEST_PASSWORD },
  });
  expect(status).toBe(200);
  client.token = String(body['token']);
  return client;
}

async function image(width: number, height: number): Promise<Blob> {
  const data = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(data)], { type: 'image/png' });
}

describe.each(['ru', 'en', 'de'] as const)('a client built from the OpenAPI document alone, in %s', (language) => {
  const catalogue = readCatalogue(readFileSync(`locales/${language}.po`, 'utf8'));

  it('the client creates a contact with a photo, finds it, edits it and removes the photo', async () => {
    const client = await openClient(await server.user({ language }), language);
    const category = await client.call('contacts.add_category', { body: { name: 'Choir' } });
    const statuses = client.valuesOf('contacts.add', 'status');
    const created = await client.call('contacts.add', {
      body: {
        first_name: 'Светлана',
        last_name: 'Müller',
        phones: [{ number: '+4915223456789', label: 'mobile' }, { number: '+79161234567' }],
        emails: ['svetlana@example.org'],
        date_birth: '1990-05-03',
        is_partner: true,
        category_id: idOf(category),
        status: statuses[1],
        photo: await image(40, 20),
      },
    });
    expect([created.status, created.body['message']]).toEqual([201, catalogue.get('Contact saved')]);
    const id = idOf(created);
    expect(created.body).toMatchObject({
      phones: [
        { number: '+4915223456789', label: 'mobile' },
        { number: '+79161234567', label: '' },
      ],
      emails: ['svetlana@example.org'],
      is_partner: true,
      status: statuses[1],
      photo: { mime: 'image/jpeg' },
    });
    for (const search of ['svetlana', 'mueller', '0152 2345', '8 916 123']) {
      const found = await client.call('contacts.list', { query: { search } });
      expect([search, found.body]).toMatchObject([search, [{ id }]]);
    }
    const page = await client.call('contacts.list', { query: { page: '1', category: idOf(category) } });
    expect(page.body).toMatchObject({ count: 1, results: [{ id }] });
    const photo = await client.call('contacts.photo', { params: { id } });
    expect([photo.status, photo.type]).toEqual([200, 'image/jpeg']);
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ width: 40, height: 20 });
    const edited = await client.call('contacts.change', {
      params: { id },
      body: { city: 'Köln', phones: [], category_id: null, photo: await image(20, 40) },
    });
    expect(edited.body).toMatchObject({ city: 'Köln', phones: [], category_id: null, photo: { mime: 'image/jpeg' } });
    const other = await client.call('contacts.photo', { params: { id } });
    expect(await sharp(other.bytes).metadata()).toMatchObject({ width: 20, height: 40 });
    const removed = await client.call('contacts.change', { params: { id }, body: { photo: null } });
    expect([removed.status, removed.body['photo'], removed.body['city']]).toEqual([200, null, 'Köln']);
    expect((await client.call('contacts.photo', { params: { id } })).status).toBe(404);
  });

  it('receives each message that the specification lists for a call', async () => {
    const texts = new Set<string>();
    for (const run of [accountTexts, leadTexts, workTexts, teamTexts, adminTexts])
      for (const text of await run(language)) texts.add(text);
    const missing = fixedTexts.filter(
      (text) => !(screenOnlyTexts as readonly string[]).includes(text) && !texts.has(catalogue.get(text)!),
    );
    expect(missing).toEqual([]);
  });
});

type Call = [operationId: string, request: ApiRequest, status: number];

async function run(client: OpenApiClient, calls: readonly Call[]): Promise<Set<string>> {
  for (const [operationId, request, status] of calls) {
    const reply = await client.call(operationId, request);
    expect([operationId, reply.status, reply.status === status ? null : reply.body]).toEqual([
      operationId,
      status,
      null,
    ]);
  }
  return client.texts;
}

const body = (values: ApiRequest['body'] & object): ApiRequest => ({ body: values });

async function accountTexts(language: 'ru' | 'en' | 'de'): Promise<Set<string>> {
  const client = await openClient(await server.user({ language }), language);
  const person = { last_name: 'Kim', password: 'a long enough one', language, consent: true };
  const phone = { ru: '+4917600000001', en: '+4917600000002', de: '+4917600000003' }[language];
  return run(client, [
    ['accounts.login', body({ username: 'nina@example.org' }), 400],
    ['accounts.login', body({ username: `${language}@example.org`, password: 'wrong' }), 401],
    ['accounts.login', body({ username: '+4915111111111', password: 'wrong' }), 401],
    ['accounts.register', body({ ...person, email: 'foo', phone: '12' }), 400],
    [
      'accounts.register',
      body({ ...person, first_name: 'Kim', email: `kim.${language}@example.org`, phone, promo_code: 'NONE-1' }),
      422,
    ],
    ['comments.add', body({ text: '' }), 400],
    ['accounts.update_me', body({ city: 'Ulm' }), 200],
    ['tickets.create', body({ type: 'question', subject: 'Where is it?', body: 'I cannot find it.' }), 201],
    ['own.change_password', body({ old_password: TEST_PASSWORD, password: 'another long one' }), 200],
    ['own.logout', body({}), 200],
  ]);
}

async function leadTexts(language: 'ru' | 'en' | 'de'): Promise<Set<string>> {
  const user = await server.user({ ...roles.manager, language });
  const client = await openClient(user, language);
  const [taken, olga] = [await server.user(), await server.user(roles.consultant)];
  const lead = await client.call(
    'people.create_lead',
    body({ first_name: 'Nina', email: `lead.${user.id}@example.org` }),
  );
  const user_id = idOf(lead);
  const waiting = { status: 'waiting', waiting_since: server.clock.now().toISOString() } as const;
  const [free, lost] = [await server.user(waiting), await server.user(waiting)];
  const olgasClient = await openClient(olga, language);
  await olgasClient.call('people.new_lead_task', body({ user_id: lost.id, start_in: 0 }));
  const { db, scope } = server;
  const group_id = crypto.randomUUID();
  await db
    .insertInto('tag_groups')
    .values({ scope, id: group_id, name: `Interests ${language}`, position: 1 })
    .execute();
  await db
    .insertInto('tags')
    .values({ scope, id: crypto.randomUUID(), group_id, name: `music ${language}`, position: 1 })
    .execute();
  return run(client, [
    ['people.create_lead', body({ first_name: 'Nina' }), 400],
    ['people.create_lead', body({ first_name: 'Nina', email: taken.email }), 409],
    ['people.create_lead', body({ first_name: 'Nina', phone: taken.phone }), 409],
    ['people.give', body({ user_id }), 400],
    ['people.update_settings', body({ user_id, tags: ['unknown'] }), 422],
    ['people.update_settings', body({ user_id, tags: [`music ${language}`] }), 200],
    ['people.update_settings', body({ user_id, groups: [] }), 200],
    ['people.new_lead_task', body({ user_id: lost.id, start_in: 0 }), 409],
    [
      'people.new_lead_task',
      body({ user_id: free.id, start_in: client.valuesOf('people.new_lead_task', 'start_in')[1] }),
      201,
    ],
    ['team.reject_user', body({ user_id, reason: client.valuesOf('team.reject_user', 'reason')[0] }), 200],
    ['accounts.make_link', { query: { user_id: free.id } }, 200],
  ]);
}

async function workTexts(language: 'ru' | 'en' | 'de'): Promise<Set<string>> {
  const client = await openClient(await server.user({ ...roles.consultant, language }), language);
  const member = await openClient(await server.user(), language);
  const ticketBody = body({ type: 'question', subject: 'Where is it?', body: 'I cannot find it.' });
  const createTicket = async () => idOf(await member.call('tickets.create', ticketBody));
  const [mine, answered, lost] = [await createTicket(), await createTicket(), await createTicket()];
  const other = await openClient(await server.user(roles.consultant), language);
  await other.call('tickets.update', body({ id: lost, action: 'take' }));
  const category = idOf(await client.call('contacts.add_category', body({ name: 'Choir' })));
  return run(client, [
    ['tasks.create', body({ type: 'meet', title: 'Talk' }), 400],
    ['employees.work_times', body({ MON: { from: '09:00' } }), 400],
    ['employees.work_times', body({ MON: { from: '17:00', to: '09:00' } }), 400],
    ['employees.work_times', body({ MON: { from: '09:00', to: '17:00' } }), 200],
    ['contacts.add', body({}), 400],
    ['contacts.add', body({ first_name: 'Nina' }), 201],
    ['contacts.delete_category', { params: { id: category } }, 200],
    ['tickets.update', body({ id: lost, action: 'take' }), 409],
    ['tickets.update', body({ id: mine, action: 'take' }), 200],
    ['tickets.update', body({ id: answered, action: 'take' }), 200],
    ['tickets.update', body({ id: answered, action: 'reply', body: 'Try again' }), 200],
    ['tickets.reject', body({ id: mine, reason: client.valuesOf('tickets.reject', 'reason')[0] }), 200],
  ]);
}

async function adminTexts(language: 'ru' | 'en' | 'de'): Promise<Set<string>> {
  const client = await openClient(await server.user({ ...roles.admin, language }), language);
  const { id } = await server.user();
  return run(client, [
    ['admin.create_user', body({ first_name: 'Nina', email: `nina.${language}@example.org` }), 201],
    ['admin.update_user', { params: { id }, ...body({ country: 'DE' }) }, 200],
  ]);
}

async function teamTexts(language: 'ru' | 'en' | 'de'): Promise<Set<string>> {
  const user = await server.user({ ...roles.manager, language });
  const client = await openClient(user, language);
  const { id: user_id } = await server.user({ ...roles.consultant, responsible_id: user.id });
  const person = await server.user({ responsible_id: user.id });
  const link = await client.call('accounts.make_link', { query: { user_id: person.id } });
  const token = String(link.body['url']).split('/').at(-1);
  return run(client, [
    ['employees.settings', body({ user_id, daily_limit: 20 }), 200],
    ['employees.block', body({ user_id, is_blocked: true }), 200],
    ['employees.block', body({ user_id, is_blocked: false }), 200],
    ['people.give', body({ user_id: person.id, consultant_id: user_id }), 200],
    // The password can be set only after a login with the link.
    ['accounts.set_credentials', body({ token, password: 'another long one' }), 410],
  ]);
}
