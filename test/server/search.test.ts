import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missCases, searchCases } from '../helpers/search-cases.ts';
import { openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let carl: TestUser;
const ids = new Map<object, string>();

const records = [
  ...new Map([...searchCases, ...missCases].map(([, record]) => [JSON.stringify(record), record])).values(),
];
const idOf = (record: object) => ids.get(records.find((one) => JSON.stringify(one) === JSON.stringify(record))!)!;

beforeAll(async () => {
  server = await openTestServer();
  carl = await server.user(roles.consultant);
  for (const record of records) {
    const { number, email, ...fields } = record;
    const body = {
      ...fields,
      phones: number === undefined ? [] : [{ number }],
      emails: email === undefined ? [] : [email],
    };
    const reply = await server.call('contacts.add', { token: carl.token, body });
    expect(reply.status).toBe(201);
    ids.set(record, String(reply.body['id']));
  }
});
afterAll(() => server.close());

async function found(search: string): Promise<string[]> {
  const { status, body } = await server.call('contacts.list', {
    token: carl.token,
    query: { search, page_size: 100, page: 1 },
  });
  expect(status).toBe(200);
  return (body['results'] as unknown as { id: string }[]).map(({ id }) => id);
}

describe('contact search on the server', () => {
  it.each(searchCases)('the contact search on the server finds %s', async (search, record) => {
    expect(await found(search)).toContain(idOf(record));
  });

  it.each(missCases)('the contact search on the server does not find %s', async (search, record) => {
    expect(await found(search)).not.toContain(idOf(record));
  });

  it('finds a changed contact only by its new words', async () => {
    const { body } = await server.call('contacts.add', { token: carl.token, body: { first_name: 'Вторая' } });
    const params = { id: String(body['id']) };
    await server.call('contacts.change', { token: carl.token, params, body: { first_name: 'Третья' } });
    expect(await found('tretya')).toEqual([params.id]);
    expect(await found('vtoraya')).toEqual([]);
  });

  it('reads the contacts of one owner through an index, however many other contacts there are', async () => {
    await sql`insert into contacts (scope, id, owner_id, first_name, search, created_at, updated_at)
      select ${server.scope}, gen_random_uuid()::text, 'owner ' || (n % 500), 'Nina', ${'nina \n\n '}, now(), now()
      from generate_series(1, 20000) as n`.execute(server.db);
    await sql`analyze contacts`.execute(server.db);
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain select id from contacts c where c.scope = ${server.scope}
      and c.owner_id = ${carl.id} and c.deleted_at is null and c.search like '%tretya%'`.execute(server.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan.* on contacts/);
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('people search on the server', () => {
  const people = new Map<object, string>();
  let manager: TestUser;

  beforeAll(async () => {
    manager = await server.user({ ...roles.manager });
    for (const [at, record] of records.entries()) {
      const { number, ...fields } = record;
      const email = record.email ?? `person.of.manager.${at}@example.net`;
      const user = await server.user({
        last_name: '',
        ...fields,
        email,
        phone: number ?? null,
        responsible_id: manager.id,
      });
      people.set(record, user.id);
    }
  });

  it.each(searchCases)(
    "finds %s among the caller's people and among the people for a new task",
    async (search, record) => {
      const id = people.get(records.find((one) => JSON.stringify(one) === JSON.stringify(record))!);
      const query = { search, page_size: 100 };
      const peopleReply = await server.call('team.structure_users', { token: manager.token, query, body: {} });
      const linkableReply = await server.call('tasks.users_to_link', { token: manager.token, query });
      for (const { body } of [peopleReply, linkableReply])
        expect((body['results'] as unknown as { id: string }[]).map((row) => row.id)).toContain(id);
    },
  );

  it('finds waiting leads by the fields that the pool shows, but not by hidden ones', async () => {
    const hidden = { last_name: 'Жданова', phone: '+79031112233', email: 'hidden@example.org', telegram: 'hidden_one' };
    const lead = {
      first_name: 'Злата',
      city: 'Köthen',
      responsible_id: null,
      waiting_since: server.clock.now().toISOString(),
    };
    await server.user({ ...lead, ...hidden, status: 'waiting' });
    const count = async (search: string) =>
      (await server.call('team.waiting_users', { token: carl.token, body: {}, query: { search } })).body['count'];
    for (const search of ['zlata', 'koethen', 'kothen']) expect([search, await count(search)]).toEqual([search, 1]);
    for (const search of ['zhdanova', 'Жданова', '9031112233', 'hidden', '@hidden_one'])
      expect([search, await count(search)]).toEqual([search, 0]);
  });

  it("finds an employee of the caller's team by the transliterated name", async () => {
    const kim = await server.user({ ...roles.consultant, first_name: 'Ким', responsible_id: manager.id });
    const { body } = await server.call('employees.activity', { token: manager.token, query: { search: 'kim' } });
    expect(body).toMatchObject({ count: 1, results: [{ id: kim.id }] });
  });
});
