import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { StructureUser } from '../../contract/api-calls/people.ts';
import { openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let mary: TestUser;
let carl: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  mary = await server.user(roles.manager);
  carl = await server.user({ ...roles.consultant, responsible_id: mary.id, first_name: 'Carl' });
});

const person = async (fields: object = {}): Promise<string> =>
  (await server.user({ responsible_id: mary.id, status: 'processing', ...fields })).id;

const changeMany = async (body: object, token = mary.token) => server.call('people.bulk', { token, body });

it('assigns many people in one request, with a result for each person', async () => {
  const [own, taken, closed] = [
    await person(),
    await person({ responsible_id: carl.id }),
    await person({ status: 'not_active' }),
  ];
  const stranger = (await server.user({ responsible_id: null, status: 'active' })).id;
  const user_ids = [own, taken, closed, stranger, own];
  const reply = await changeMany({ user_ids, consultant_id: carl.id });
  expect(reply.status).toBe(200);
  expect(reply.body['answers']).toEqual([
    { user_id: own, answer: 'changed', code: null },
    { user_id: taken, answer: 'unchanged', code: null },
    { user_id: closed, answer: 'conflict', code: 'lead_state' },
    { user_id: stranger, answer: 'forbidden', code: 'not_found' },
  ]);
  const { body } = await server.call('people.details', { token: carl.token, body: { user_id: own } });
  expect(body['user']).toMatchObject({ responsible_id: carl.id });
});

it("a bulk change returns the same result for a missing person and for another employee's person", async () => {
  const stranger = (await server.user({ responsible_id: null, status: 'active' })).id;
  const missing = '0198c000-0000-7000-8000-00000000dead';
  const { body } = await changeMany({ user_ids: [stranger, missing], consultant_id: carl.id });
  expect(body['answers']).toEqual([
    { user_id: stranger, answer: 'forbidden', code: 'not_found' },
    { user_id: missing, answer: 'forbidden', code: 'not_found' },
  ]);
});

it("refuses a bulk assignment to another team's employee as if that employee did not exist", async () => {
  const other = await server.user(roles.consultant);
  const id = await person({ responsible_id: carl.id });
  const reply = await changeMany({ user_ids: [id], consultant_id: other.id });
  expect(reply.status).toBe(422);
  expect(reply.body).toMatchObject({
    code: 'employee_required',
    fields: { consultant_id: { code: 'employee_required' } },
  });
  const missing = await changeMany({ user_ids: [id], consultant_id: '0198c000-0000-7000-8000-00000000dead' });
  expect(missing.status).toBe(reply.status);
  expect({ ...missing.body, request_id: reply.body['request_id'] }).toEqual(reply.body);
});

it('adds a tag to many people once each, and reports an unknown tag for each person', async () => {
  const group = { scope: server.scope, id: 'hobby', name: 'Hobby', position: 0 };
  await server.db.insertInto('tag_groups').values(group).execute();
  await server.db
    .insertInto('tags')
    .values({ scope: server.scope, id: 'chess', group_id: 'hobby', name: 'Chess', position: 0 })
    .execute();
  const id = await person();
  const answers = async (tag: string) => (await changeMany({ user_ids: [id], tag })).body['answers'];
  expect(await answers('Chess')).toEqual([{ user_id: id, answer: 'changed', code: null }]);
  expect(await answers('Chess')).toEqual([{ user_id: id, answer: 'unchanged', code: null }]);
  expect(await answers('Go')).toEqual([{ user_id: id, answer: 'conflict', code: 'tag_unknown' }]);
});

it('a bulk change accepts at most 100 people, and either an employee or a tag', async () => {
  const id = await person();
  const many = Array.from({ length: 101 }, (_, at) => `0198c000-0000-7000-8000-${String(at).padStart(12, '0')}`);
  expect((await changeMany({ user_ids: many.slice(1), tag: 'Chess' })).status).toBe(200);
  expect((await changeMany({ user_ids: many, tag: 'Chess' })).status).toBe(400);
  expect((await changeMany({ user_ids: [], tag: 'Chess' })).status).toBe(400);
  expect((await changeMany({ user_ids: [id] })).status).toBe(400);
  expect((await changeMany({ user_ids: [id], tag: 'Chess', consultant_id: carl.id })).status).toBe(400);
});

it('sorts people by their next task in both directions, always with people without a task last', async () => {
  const caller = await server.user(roles.consultant);
  const at = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString();
  const ids = await Promise.all(['A', 'B', 'C'].map((name) => person({ responsible_id: caller.id, first_name: name })));
  const task = async (linked_user_id: string, hours: number) =>
    server.call('tasks.create', { token: caller.token, body: { type: 'meet', linked_user_id, start_at: at(hours) } });
  expect((await task(ids[0]!, 30)).status).toBe(201);
  await task(ids[0]!, 90);
  await task(ids[1]!, 60);
  const rows = async (ordering: string) => {
    const { body } = await server.call('team.structure_users', { token: caller.token, query: { ordering }, body: {} });
    const people = body['results'] as unknown as Pick<StructureUser, 'first_name' | 'next_task' | 'open_tasks'>[];
    return people.map(({ first_name, next_task, open_tasks }) => [first_name, next_task, open_tasks] as const);
  };
  const next = { A: { type: 'meet', start_at: at(30) }, B: { type: 'meet', start_at: at(60) }, C: null };
  expect(await rows('next_task')).toEqual([
    ['A', next.A, 2],
    ['B', next.B, 1],
    ['C', next.C, 0],
  ]);
  expect((await rows('-next_task')).map(([name]) => name)).toEqual(['B', 'A', 'C']);
});

it('pages of people sorted by next task contain each person once, people without a task last', async () => {
  const caller = await server.user(roles.consultant);
  const at = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString();
  const names = ['A', 'B', 'C', 'D', 'E'];
  const ids: string[] = [];
  for (const name of names) ids.push(await person({ responsible_id: caller.id, first_name: name, language: 'de' }));
  const create = async (linked_user_id: string | undefined, hours: number) =>
    server.call('tasks.create', { token: caller.token, body: { type: 'meet', linked_user_id, start_at: at(hours) } });
  for (const [index, hours] of [40, 30, 20].entries()) await create(ids[index], hours);
  // A later task of the same person does not affect the order.
  await create(ids[2], 90);
  const page = async (number: number, page_size: number, filter = {}) => {
    const query = { ordering: 'next_task', page: number, page_size };
    const { body } = await server.call('team.structure_users', { token: caller.token, query, body: filter });
    return (body['results'] as unknown as { first_name: string }[]).map(({ first_name }) => first_name);
  };
  const whole = await page(1, 5);
  expect(whole.slice(0, 3)).toEqual(['C', 'B', 'A']);
  expect(whole.slice(3).toSorted()).toEqual(['D', 'E']);
  expect(await page(2, 2)).toEqual(whole.slice(2, 4));
  expect(await page(2, 4)).toEqual(whole.slice(4));
  expect(await page(5, 1)).toEqual(whole.slice(4));

  await person({ responsible_id: caller.id, first_name: 'F', language: 'en' });
  const german = { language: 'de' };
  expect(await page(1, 6, german)).toEqual(whole);
  expect(await page(2, 2, german)).toEqual(whole.slice(2, 4));
  expect(await page(5, 1, german)).toEqual(whole.slice(4));
});

it('pages of people sorted by employee name contain each person once', async () => {
  const manager = await server.user({ ...roles.manager, is_superuser: true });
  const names = ['Zora', 'Abel', 'Abel'];
  const people: [string, string][] = [['', await person({ responsible_id: null, city: 'Lima' })]];
  for (const first_name of names) {
    const { id: responsible_id } = await server.user({ ...roles.consultant, first_name, last_name: 'Same' });
    for (let count = 0; count < 2; count += 1)
      people.push([first_name, await person({ responsible_id, city: 'Lima' })]);
  }
  const page = async (ordering: string, number: number, page_size: number) => {
    const query = { ordering, page: number, page_size, search: 'Lima' };
    const { body } = await server.call('team.structure_users', { token: manager.token, query, body: {} });
    return (body['results'] as unknown as { id: string }[]).map(({ id }) => id);
  };
  const sorted = people.toSorted((one, other) => (one.join(' ') < other.join(' ') ? -1 : 1)).map(([, id]) => id);
  expect(await page('responsible_name', 1, 10)).toEqual(sorted);
  expect(await page('-responsible_name', 1, 10)).toEqual(sorted.toReversed());
  const pages = [await page('responsible_name', 1, 3), await page('responsible_name', 2, 3)];
  expect(pages.flat()).toEqual(sorted.slice(0, 6));
  expect(await page('responsible_name', 3, 2)).toEqual(sorted.slice(4, 6));
  expect(await page('responsible_name', 4, 2)).toEqual(sorted.slice(6));
});

/** Sends requests of a bulk change, one after another, until it has reached everyone who matches a filter. */
async function changeFiltered(
  body: object,
  token = mary.token,
): Promise<{ name: string; answer: string; code: string | null }[]> {
  const answers: { name: string; answer: string; code: string | null }[] = [];
  for (let after: string | null = null; ;) {
    const reply = await server.call('people.bulk_filtered', {
      token,
      body: { ...body, ...(after !== null && { after }) },
    });
    expect(reply.status).toBe(200);
    const part = reply.body as unknown as { answers: typeof answers; next: string | null };
    answers.push(...part.answers.map(({ name, answer, code }) => ({ name, answer, code })));
    after = part.next;
    if (after === null) return answers;
  }
}

it('changes everyone who matches a filter and no one else, with a result for each person', async () => {
  const city = { city: 'Quito', last_name: '' };
  await person({ ...city, first_name: 'Own', language: 'de' });
  await person({ ...city, first_name: 'Taken', language: 'de', responsible_id: carl.id });
  await person({ ...city, first_name: 'Closed', language: 'de', status: 'not_active' });
  const other = await person({ ...city, first_name: 'English', language: 'en' });
  const stranger = await person({ ...city, first_name: 'Stranger', language: 'de', responsible_id: null });
  const answers = await changeFiltered({ filter: { search: 'Quito', language: 'de' }, consultant_id: carl.id });
  expect(answers.toSorted((one, two) => one.name.localeCompare(two.name))).toEqual([
    { name: 'Closed', answer: 'conflict', code: 'lead_state' },
    { name: 'Own', answer: 'changed', code: null },
    { name: 'Taken', answer: 'unchanged', code: null },
  ]);
  const rows = await server.db
    .selectFrom('users')
    .select(['id', 'responsible_id'])
    .where('id', 'in', [other, stranger])
    .execute();
  expect(Object.fromEntries(rows.map((row) => [row.id, row.responsible_id]))).toEqual({
    [other]: mary.id,
    [stranger]: null,
  });
});

it('a bulk change by filters reaches everyone, even though changed people no longer match', async () => {
  const caller = await server.user({ ...roles.manager, language: 'de' });
  const dora = await server.user({ ...roles.consultant, responsible_id: caller.id, daily_limit: 200 });
  for (let count = 0; count < 101; count += 1) await person({ responsible_id: caller.id, first_name: `P${count}` });
  const answers = await changeFiltered({ filter: { responsible_id: caller.id }, consultant_id: dora.id }, caller.token);
  expect(answers).toHaveLength(101);
  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['changed']));
});

it('a bulk change by filters leaves out people whom the client changes itself', async () => {
  const caller = await server.user(roles.consultant);
  const [one, two] = [await person({ responsible_id: caller.id }), await person({ responsible_id: caller.id })];
  const body = { filter: { responsible_id: caller.id }, tag: 'Chess', except_ids: [two, mary.id] };
  const reply = await server.call('people.bulk_filtered', { token: caller.token, body });
  expect(reply.body).toMatchObject({ answers: [{ user_id: one, answer: 'changed' }], excepted: [two], next: null });
});

it('refuses a bulk change whose filters match more than 1,000 people', async () => {
  const caller = await server.user(roles.consultant);
  const first = await person({ responsible_id: caller.id });
  const copy = async (from: number, to: number) =>
    sql`insert into users select (jsonb_populate_record(u, jsonb_build_object('email', null, 'phone', null,
        'id', '0198c100-0000-7000-8000-' || lpad(n::text, 12, '0'), 'promo_code', 'COPY' || n))).*
      from users u, generate_series(${from}::int, ${to}::int) n where u.id = ${first}`.execute(server.db);
  const body = { filter: { responsible_id: caller.id }, tag: 'Chess' };
  const send = async () => server.call('people.bulk_filtered', { token: caller.token, body });
  await copy(1, 999);
  expect((await send()).status).toBe(200);
  await copy(1000, 1000);
  expect(await send()).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
});

it('refuses a bulk change by filters to learners, and limits a consultant to their own people', async () => {
  const learner = await server.user({});
  const body = { filter: {}, tag: 'Chess' };
  expect((await server.call('people.bulk_filtered', { token: learner.token, body })).status).toBe(403);
  const erin = await server.user(roles.consultant);
  await person({ responsible_id: erin.id, first_name: 'Erins', last_name: '' });
  expect(await changeFiltered(body, erin.token)).toEqual([{ name: 'Erins', answer: 'changed', code: null }]);
});
