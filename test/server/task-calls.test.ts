import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer();
  // 08:00 UTC is 21:00 on the same day in Auckland.
  carl = await server.consultant({ time_zone: 'Pacific/Auckland' });
});
afterAll(() => server.close());

interface TaskList {
  results: Task[];
}

const create = (fields: object, headers = {}) =>
  server.call<Task>(carl, 'POST', '/api/user_tasks/create/', { type: 'meet', title: 'Meeting', ...fields }, headers);
const update = (body: object, headers = {}) =>
  server.call<Task>(carl, 'POST', '/api/user_tasks/update/', body, headers);
const list = (group: string, query = '') =>
  server.call<TaskList>(carl, 'POST', `/api/user_tasks/list/${query}`, { group });

const HOUR = 3_600_000;

describe('documented task calls', () => {
  it('creates a task with defaults and returns its version', async () => {
    const reply = await create({ start_at: server.iso(HOUR) });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      state: 'planned',
      priority: 'normal',
      end_at: server.iso(2 * HOUR),
      assignee_id: carl.id,
    });
    expect(reply.headers['etag']).toBe(`"r${reply.body.rev}"`);
  });

  it('names the invalid field of a task', async () => {
    expect(await create({})).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { start_at: { code: 'start_required' } } },
    });
    expect(await create({ start_at: server.iso(), state: 'completed' })).toMatchObject({
      status: 400,
      body: { fields: { state: { code: 'unknown' } } },
    });
  });

  it('every command of a task can be run through documented calls', async () => {
    const { id } = (await create({ start_at: server.iso(HOUR) })).body;
    const states: string[] = [];
    for (const body of [
      { action: 'edit', place: 'Hall' },
      { action: 'start' },
      { action: 'pause' },
      { action: 'reschedule', start_at: server.iso(2 * HOUR) },
      { action: 'start' },
      { action: 'finish', result: 'held' },
      { action: 'reopen' },
      { action: 'cancel', reason: 'ill' },
    ]) {
      server.pass(60_000);
      const reply = await update({ id, ...body });
      expect(reply.status).toBe(200);
      states.push(reply.body.state);
    }
    expect(states).toEqual([
      'planned',
      'in_progress',
      'paused',
      'planned',
      'in_progress',
      'completed',
      'planned',
      'cancelled',
    ]);
  });

  it('returns the current task with the error of an illegal command', async () => {
    const { id } = (await create({ start_at: server.iso(HOUR) })).body;
    expect(await update({ id, action: 'pause' })).toMatchObject({
      status: 409,
      body: { code: 'task_state', row: { id, state: 'planned' } },
    });
  });

  it('a change of a task with an outdated If-Match header is refused', async () => {
    const { id, rev } = (await create({ start_at: server.iso(HOUR) })).body;
    const first = await update({ id, action: 'edit', title: 'First' }, { 'if-match': `"r${rev}"` });
    expect(first.status).toBe(200);
    const second = await update({ id, action: 'edit', title: 'Second' }, { 'if-match': `"r${rev}"` });
    expect(second).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch', row: { title: 'First' }, rev: first.body.rev },
    });
    expect((await update({ id, action: 'edit', title: 'Third' })).body.title).toBe('Third');
  });

  it("responds identically for another employee's task and a missing one", async () => {
    const olga = await server.consultant();
    const { id } = (await create({ start_at: server.iso(HOUR) })).body;
    const body = (task: string) => ({ id: task, action: 'start' });
    const other = await server.call(olga, 'POST', '/api/user_tasks/update/', body(id));
    const missing = await server.call(olga, 'POST', '/api/user_tasks/update/', body(uuidv7()));
    expect(other.status).toBe(404);
    expect({ ...other.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
  });

  it('limits task calls to employees', async () => {
    const learner = await server.person();
    expect((await server.call(learner, 'POST', '/api/user_tasks/list/', {})).status).toBe(403);
    expect((await server.call(null, 'POST', '/api/user_tasks/list/', {})).status).toBe(401);
  });

  it("groups tasks by day in the assignee's time zone", async () => {
    const own = await server.consultant({ time_zone: 'Pacific/Auckland' });
    const add = (title: string, start_at: string, more = {}) =>
      server.call<Task>(own, 'POST', '/api/user_tasks/create/', { type: 'meet', title, start_at, ...more });
    const titles = async (group: string, query = '') =>
      (await server.call<TaskList>(own, 'POST', `/api/user_tasks/list/${query}`, { group })).body.results.map(
        ({ title }) => title,
      );
    await add('tonight', server.iso(2 * HOUR));
    await add('urgent tonight', server.iso(2.5 * HOUR), { priority: 'urgent' });
    await add('late', server.iso(-HOUR), { priority: 'low' });
    await add('after midnight there', server.iso(5 * HOUR));
    const startedId = (await add('begun', server.iso(48 * HOUR))).body.id;
    await server.call(own, 'POST', '/api/user_tasks/update/', { id: startedId, action: 'start' });
    expect(await titles('today')).toEqual(['late', 'urgent tonight', 'tonight', 'begun']);
    expect(await titles('future')).toEqual(['after midnight there']);
    await server.call(own, 'POST', '/api/user_tasks/update/', { id: startedId, action: 'finish', result: 'held' });
    expect(await titles('completed')).toEqual(['begun']);
    expect(await titles('today', '?search=urgent')).toEqual(['urgent tonight']);
  });

  it('returns the list of tasks page by page', async () => {
    const reply = await list('today', '?page=1&page_size=1');
    expect(reply.body).toMatchObject({ current: 1, previous: null, results: [{}] });
    expect((await list('sometime')).status).toBe(400);
  });

  it('offers only people assigned to the caller for linking to a task', async () => {
    await server.person({ first_name: 'Nina', last_name: 'Near', responsible_id: carl.id, city: 'Ulm' });
    await server.person({ first_name: 'Otto', last_name: 'Other' });
    const find = (query: string) => server.call(carl, 'GET', `/api/user_tasks/get_users_to_link/${query}`);
    const nina = { name: 'Nina Near', city: 'Ulm' };
    expect((await find('')).body).toMatchObject([nina]);
    expect((await find('?page=1')).body).toMatchObject({ count: 1, results: [nina] });
    expect((await find('?page=1&search=near')).body).toMatchObject({ count: 1, total_count: 1 });
    expect((await find('?page=1&search=otto')).body).toMatchObject({ count: 0, total_count: 1, results: [] });
  });
});

describe('configuration calls', () => {
  it("lists the screens of the caller's role", async () => {
    const learner = await server.person();
    const keys = (items: string[]) => ({ body: items.map((key) => ({ key })) });
    const learners = ['home', 'lessons', 'books', 'contacts', 'news', 'events'];
    const employees = [
      'today',
      'tasks',
      'leads',
      'contacts',
      'tickets',
      'people',
      'search',
      'lessons',
      'books',
      'home',
      'news',
      'events',
    ];
    expect(await server.call(learner, 'GET', '/api/menu/main/')).toMatchObject(keys(learners));
    expect(await server.call(carl, 'GET', '/api/menu/main/')).toMatchObject(keys(employees));
    const own = ['settings', 'password', 'devices', 'downloads', 'help', 'sync_centre'];
    expect(await server.call(learner, 'GET', '/api/menu/dropdown/')).toMatchObject(
      keys(['profile', 'subscription', ...own]),
    );
    expect(await server.call(carl, 'GET', '/api/menu/dropdown/')).toMatchObject(keys(['profile', ...own]));
  });

  it('describes the installation to anonymous callers, but reveals no secrets', async () => {
    const configs = await server.call(null, 'GET', '/api/configs/get_all_configs/');
    expect(configs).toMatchObject({ status: 200, body: { sync_protocol: 1, default_language: 'en' } });
    expect((await server.call(null, 'GET', '/api/pages/footer_links/')).status).toBe(200);
    const documented = await openSyncServer({ app: { sync_calls: false } });
    expect((await documented.call(null, 'GET', '/api/configs/get_all_configs/')).body).not.toHaveProperty(
      'sync_protocol',
    );
    await documented.close();
  });
});
