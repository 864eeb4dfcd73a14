import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { PreparedPGlite } from '../../server/db/prepared.ts';
import { TableMemo } from '../../server/db/table-memo.ts';
import { matchesFilter } from '../../server/features/people/list-filter.ts';
import { peopleOrders } from '../../server/features/people/list-order.ts';
import { notDeletedPeopleWithoutJoin } from '../../server/features/people/repository.ts';
import { openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';
import { templateDump } from '../helpers/template-database.ts';

let database: OpenDatabase;
let server: TestServer;
let manager: TestUser;
let query: MockInstance<PreparedPGlite['query']>;

beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://', from: templateDump() });
  server = await openTestServer({ db: database.db });
  manager = await server.user(roles.manager);
});
beforeEach(() => {
  query = vi.spyOn(PreparedPGlite.prototype, 'query');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const addPerson = (language: 'de' | 'en' | 'ru', first_name = 'Anna') =>
  server.user({ responsible_id: manager.id, language, first_name });

async function list(body: object, search: Record<string, string | number> = {}) {
  query.mockClear();
  const reply = await server.call('team.structure_users', { token: manager.token, query: search, body });
  expect(reply.status).toBe(200);
  const { count, total_count, total_donations_current: donated } = reply.body;
  const countQueries = query.mock.calls.filter(
    ([text]) => text.includes('count(*)::int as "count"') || text.includes('matching'),
  );
  return { numbers: [count, total_count, donated], statements: countQueries.length };
}

it('counts the people of a filter once for all pages and orders, until a person changes', async () => {
  await addPerson('de');
  const ada = await addPerson('en');
  expect(await list({ language: 'de' })).toEqual({ numbers: [1, 2, 0], statements: 2 });
  expect(await list({ language: 'de' }, { ordering: '-city' })).toEqual({ numbers: [1, 2, 0], statements: 0 });
  expect(await list({ language: 'de' }, { page: 2 })).toEqual({ numbers: [1, 2, 0], statements: 0 });
  expect(await list({ language: 'en' })).toEqual({ numbers: [1, 2, 0], statements: 1 });
  await database.db.updateTable('users').set({ language: 'de' }).where('id', '=', ada.id).execute();
  expect(await list({ language: 'de' })).toEqual({ numbers: [2, 2, 0], statements: 2 });
});

it('counts the people separately for each search, caller and minute, and again after a donation', async () => {
  const olga = await addPerson('ru', 'Olga');
  const other = await server.user(roles.manager);
  const all = await list({});
  expect((await list({}, { search: 'olga' })).numbers).toEqual([1, all.numbers[1], 0]);
  const reply = await server.call('team.structure_users', { token: other.token, body: {} });
  expect(reply.body).toMatchObject({ count: 0, total_count: 0 });
  expect((await list({})).statements).toBe(0);
  server.clock.advance(60_000);
  expect((await list({})).statements).toBe(1);
  await donate(olga);
  expect((await list({})).numbers).toEqual([all.numbers[0], all.numbers[1], 2500]);
});

async function choices(caller: TestUser) {
  query.mockClear();
  const { status, body } = await server.call('team.structure_choices', { token: caller.token });
  expect(status).toBe(200);
  const languages = (body['languages'] as unknown as { value: string }[]).map(({ value }) => value);
  return { languages, statements: query.mock.calls.filter(([text]) => text.includes('select distinct')).length };
}

it('reads the choices of the filters once for each caller, and again after a person changes', async () => {
  const [lead, other] = [await server.user(roles.manager), await server.user(roles.manager)];
  const person = await server.user({ responsible_id: lead.id, language: 'ru' });
  expect(await choices(lead)).toEqual({ languages: ['ru'], statements: 3 });
  expect(await choices(lead)).toEqual({ languages: ['ru'], statements: 0 });
  expect(await choices(other)).toEqual({ languages: [], statements: 3 });
  await database.db.updateTable('users').set({ language: 'de' }).where('id', '=', person.id).execute();
  expect(await choices(lead)).toEqual({ languages: ['de'], statements: 3 });
});

it('caches at most 5000 sessions, the counts of 500 filters and of 500 callers, and the choices of 500 callers', async () => {
  const get = vi.spyOn(TableMemo.prototype, 'get');
  await list({ language: 'de' });
  expect(get.mock.calls.map(([, , , max]) => max)).toEqual([5000, 500, 500]);
  get.mockClear();
  await choices(manager);
  expect(get.mock.calls.map(([, , , max]) => max)).toEqual([5000, 500]);
  get.mockRestore();
});

it('a table memo keeps the most recently used values, and none if other processes may write', async () => {
  const memo = new TableMemo<number>(['users']);
  const reads: string[] = [];
  const get = (key: string, db = database.db) =>
    memo.get(
      db,
      key,
      async () => {
        reads.push(key);
        return reads.length;
      },
      2,
    );
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
  const shared = database.db.withoutPlugins();
  await get('b', shared);
  expect(reads).toEqual(['a', 'b', 'c', 'b', 'b']);
});

async function donate({ id }: TestUser): Promise<void> {
  const now = server.clock.now().toISOString();
  const at = { paid_at: now, entered_at: now, created_at: now, updated_at: now };
  const money = {
    amount_cents: 2500,
    currency: 'USD',
    purpose: 'general',
    method: 'cash',
    state: 'confirmed',
  } as const;
  await database.db
    .insertInto('donations')
    .values({
      scope: server.scope,
      id: `d-${id}`,
      donor_id: id,
      author_id: manager.id,
      receipt: 'r',
      rev: 1,
      ...money,
      ...at,
    } as never)
    .execute();
}

it.each(['name', 'city', 'country', 'language', 'status'] as const)(
  'the planner can count people and skip to a late page by %s with an index alone',
  async (order) => {
    const caller = { scope: server.scope, is_staff: true, user: { is_superuser: true } };
    const plan = await database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      return notDeletedPeopleWithoutJoin({ tx, caller } as never)
        .select('u.id')
        .orderBy(peopleOrders[order])
        .orderBy('u.id')
        .explain();
    });
    expect(JSON.stringify(plan)).toMatch(new RegExp(`Index Only Scan using users_people_${order}`));
    expect(JSON.stringify(plan)).not.toContain('Sort');
  },
);

it("the planner can filter and sort a manager's people with an index alone", async () => {
  const caller = {
    ...{ scope: server.scope, user_id: manager.id, principal: 'manager', is_staff: true, is_manager: true },
    user: { is_superuser: false },
  };
  const person = await addPerson('de');
  await sql`insert into users select (jsonb_populate_record(u, jsonb_build_object(
      'id', u.id || n, 'email', null, 'phone', null, 'promo_code', u.id || n, 'responsible_id', ${person.id}::text))).*
    from users u cross join generate_series(1, 500) n where u.id = ${person.id}`.execute(database.db);
  await sql`vacuum analyze users`.execute(database.db);
  const tx = await database.db.startTransaction().execute();
  await sql`set local enable_seqscan = off`.execute(tx);
  await sql`set local enable_bitmapscan = off`.execute(tx);
  // So few people are found as fast in other indexes.
  await sql`drop index users_people_filters, users_people_name`.execute(tx);
  const plan = await notDeletedPeopleWithoutJoin({ tx, caller } as never)
    .select(['u.id', 'u.status', 'u.language'])
    .where(matchesFilter(undefined, { country: 'DE' }))
    .orderBy(peopleOrders.name)
    .explain();
  await tx.rollback().execute();
  expect(JSON.stringify(plan)).toMatch(/Index Only Scan using users_people_responsible .*responsible_id = ANY/);
});
