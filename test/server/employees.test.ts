import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmployeeActivity } from '../../contract/api-calls/employees.ts';
import type { Employee } from '../../contract/entities/employee.ts';
import { createEmployeeTeam, storedUser } from '../helpers/employee-team.ts';
import { openTestServer, roles, TestClock, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let maria: TestUser;
let olga: TestUser;
let timur: TestUser;
let admin: TestUser;
const clock = new TestClock();

beforeAll(async () => {
  server = await openTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ maria, olga, timur } = await createEmployeeTeam(server));
  admin = await server.user({ ...roles.admin, first_name: 'Viktor' });
});

const employeesSeenBy = async ({ token }: TestUser): Promise<Map<string, Employee>> => {
  const found = new Map<string, Employee>();
  let page: string | undefined;
  do {
    const { body } = await server.call('sync.snapshot', { token, query: { group: 'p1', ...(page && { page }) } });
    const reply = body as unknown as { rows: { c: string; row: Employee }[]; next: string | null };
    for (const { c, row } of reply.rows) if (c === 'employees') found.set(row.id, row);
    page = reply.next ?? undefined;
  } while (page);
  return found;
};
const settings = (by: TestUser, user_id: string, change: object) =>
  server.call('employees.settings', { token: by.token, body: { user_id, ...change } });
const block = (by: TestUser, user_id: string, is_blocked = true) =>
  server.call('employees.block', { token: by.token, body: { user_id, is_blocked } });
const statusOf = async ({ token }: TestUser) => (await server.call('accounts.me', { token })).body['code'] ?? 'open';
const stored = (id: string) => storedUser(server, id);

describe('visibility of employees', () => {
  it('shows names to employees, team settings to managers, everything to admins and nothing to learners', async () => {
    await settings(admin, timur.id, { rating: 9 });
    const employeesSeenByOlga = await employeesSeenBy(olga);
    expect(employeesSeenByOlga.get(timur.id)).toMatchObject({ name: expect.stringContaining('Timur'), in_team: false });
    expect(employeesSeenByOlga.get(timur.id)).toMatchObject({
      rating: null,
      daily_limit: null,
      country: null,
      work_times: null,
    });
    expect(employeesSeenByOlga.get(olga.id)).toMatchObject({
      rating: null,
      daily_limit: 20,
      country: 'DE',
      in_team: false,
    });
    const employeesSeenByMaria = await employeesSeenBy(maria);
    expect(employeesSeenByMaria.get(olga.id)).toMatchObject({
      rating: 5,
      daily_limit: 20,
      in_team: true,
      manager_id: maria.id,
    });
    expect(employeesSeenByMaria.get(timur.id)).toMatchObject({ rating: null, in_team: false });
    expect((await employeesSeenBy(admin)).get(timur.id)).toMatchObject({ rating: 9, in_team: true });
    expect([...(await employeesSeenBy(await server.user())).keys()]).toEqual([]);
  });

  it('the list of employees contains no learners', async () => {
    const learner = await server.user({ responsible_id: olga.id });
    for (const reader of [olga, maria, admin]) expect((await employeesSeenBy(reader)).has(learner.id)).toBe(false);
  });
});

describe('employee settings', () => {
  it("stores settings changed by the team's manager under a new revision", async () => {
    const before = (await stored(olga.id)).rev;
    const reply = await settings(maria, olga.id, {
      daily_limit: 3,
      rating: 0,
      country: 'AT',
      time_zone: 'Europe/Vienna',
    });
    expect([reply.status, reply.body]).toMatchObject([200, { daily_limit: 3, rating: 0, country: 'AT' }]);
    const row = await stored(olga.id);
    expect(row).toMatchObject({ daily_limit: 3, rating: 0, country: 'AT', time_zone: 'Europe/Vienna' });
    expect(row.rev).toBeGreaterThan(before);
    expect((await settings(maria, olga.id, { daily_limit: 3 })).body['rev']).toBe(row.rev);
  });

  it("refuses employee settings of another team's employee, a learner or an unknown id", async () => {
    const learner = await server.user({ responsible_id: maria.id });
    for (const id of [timur.id, learner.id, maria.id, uuidv7()]) {
      const { status, body } = await settings(maria, id, { rating: 1 });
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
    expect((await settings(admin, timur.id, { rating: 1 })).status).toBe(200);
    expect((await settings(olga, timur.id, { rating: 1 })).body['code']).toBe('forbidden');
  });

  it.each([{ daily_limit: 201 }, { daily_limit: -1 }, { rating: 11 }, { rating: 2.5 }, { is_blocked: true }, {}])(
    'rejects the employee settings %j',
    async (change) => expect((await settings(maria, olga.id, change)).status).toBe(400),
  );

  it("employee settings cannot be changed through one's own profile", async () => {
    const body = { city: 'Ulm', rating: 10, daily_limit: 200 };
    expect((await server.call('accounts.update_me', { token: olga.token, body })).status).toBe(400);
  });
});

describe('blocking an employee', () => {
  it('a block denies access immediately; an unblock restores it after a new login', async () => {
    expect((await block(maria, olga.id)).body).toEqual({
      user_id: olga.id,
      is_blocked: true,
      message: 'Consultant blocked successfully',
    });
    expect(await statusOf(olga)).toBe('blocked');
    expect((await employeesSeenBy(timur)).get(olga.id)?.is_blocked).toBe(true);
    expect((await block(maria, olga.id)).status).toBe(200);
    expect((await block(maria, olga.id, false)).status).toBe(200);
    expect(await statusOf(olga)).toBe('unauthorized');
    expect(await statusOf({ ...olga, token: await server.tokenFor(olga) })).toBe('open');
  });

  it("a block notifies the employee's open device", async () => {
    const received: number[] = [];
    server.deps.pokes.listen(server.scope, { user_id: olga.id, poke: (rev) => received.push(rev), recheck: () => {} });
    await block(maria, olga.id);
    await expect.poll(() => received.length).toBeGreaterThan(0);
  });

  it('lets managers block people who are assigned to them or to their team members', async () => {
    const ownMember = await server.user({ responsible_id: maria.id });
    const ofTeamMember = await server.user({ responsible_id: olga.id });
    const ofOtherTeam = await server.user({ responsible_id: timur.id });
    expect((await block(maria, ownMember.id)).status).toBe(200);
    expect((await block(maria, ofTeamMember.id)).status).toBe(200);
    expect((await block(maria, ofOtherTeam.id)).body['code']).toBe('not_found');
    expect((await block(admin, ofOtherTeam.id)).status).toBe(200);
  });

  it('a manager cannot block themselves, an admin or a member of another team', async () => {
    expect((await block(maria, maria.id)).body['code']).toBe('block_self');
    expect((await block(maria, timur.id)).body['code']).toBe('not_found');
    expect((await block(maria, admin.id)).body['code']).toBe('not_found');
    const other = await server.user(roles.admin);
    expect((await block(admin, other.id)).body['code']).toBe('block_admin');
    expect((await block(olga, timur.id)).body['code']).toBe('forbidden');
  });

  it('writes an audit entry with the author for a block and for an unblock', async () => {
    await block(maria, olga.id);
    await block(maria, olga.id, false);
    const lines = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', olga.id)
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { action: 'blocked', actor_id: maria.id },
      { action: 'unblocked', actor_id: maria.id },
    ]);
  });
});

describe('team activity', () => {
  const activity = async ({ token }: TestUser, query = {}) =>
    (await server.call('employees.activity', { token, query })).body as unknown as {
      count: number;
      results: (Omit<EmployeeActivity, 'devices'> & { devices: { app_version: string }[] })[];
    };

  it("shows a team member's taken and open leads, and their devices", async () => {
    const person = await server.user({ responsible_id: olga.id, status: 'processing' });
    const take = { scope: server.scope, user_id: olga.id, person_id: person.id, at: clock.now().toISOString() };
    const counts_until = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const over = clock.now().toISOString();
    await server.db
      .insertInto('lead_claims')
      .values([
        { ...take, id: uuidv7(), kind: 'take', counts_until },
        { ...take, id: uuidv7(), kind: 'auto', counts_until },
        { ...take, id: uuidv7(), kind: 'take', counts_until: over },
      ])
      .execute();
    const body = { proto: 1, device_id: uuidv7(), app_version: '0.1.0', ops: [{ op_id: uuidv7() }] };
    await server.call('sync.push', { token: olga.token, body });
    const { count, results } = await activity(maria);
    expect(count).toBe(1);
    expect(results).toMatchObject([
      {
        id: olga.id,
        name: `Olga ${olga.last_name}`,
        taken_today: 2,
        open_leads: 1,
        devices: [{ app_version: '0.1.0' }],
      },
    ]);
  });

  it('counts a planned task as overdue a quarter of an hour after its start', async () => {
    const QUARTER_HOUR = 15 * 60_000;
    const addTask = async (assignee: TestUser, started_ms_ago: number, change = {}) => {
      const at = new Date(clock.now().getTime() - started_ms_ago).toISOString();
      const about = {
        id: uuidv7(),
        type: 'call',
        title: 'Call',
        place: '',
        description: '',
        priority: 'normal',
      } as const;
      const people = { assignee_id: assignee.id, author_id: assignee.id, linked_user_id: null, contact_id: null };
      const nothing = { direction: null, phone_used: null, result: null, follow_up_of: null, follow_up_task_id: null };
      const texts = { result_note: '', cancel_reason: '', source: 'manual', reminders: '[]', slices: '[]' } as const;
      const times = { start_at: at, end_at: at, closed_at: null, created_at: at, updated_at: at };
      const state = { state: 'planned', overlap: false, deleted_at: null, deleted_by: null } as const;
      await server.db
        .insertInto('tasks')
        .values({
          ...{ scope: server.scope, rev: 1, field_revs: '{}' },
          ...{ ...about, ...people, ...nothing, ...texts, ...times, ...state, ...change },
        })
        .execute();
    };
    await addTask(olga, QUARTER_HOUR);
    await addTask(olga, QUARTER_HOUR + 1);
    await addTask(olga, 2 * QUARTER_HOUR);
    await addTask(olga, 2 * QUARTER_HOUR, { state: 'paused' });
    await addTask(olga, 2 * QUARTER_HOUR, { deleted_at: clock.now().toISOString() });
    await addTask(timur, 2 * QUARTER_HOUR);
    expect((await activity(maria)).results).toMatchObject([{ id: olga.id, overdue_tasks: 2 }]);
  });

  it("the team's activity is paged and searchable", async () => {
    const all = await activity(admin, { page_size: 2 });
    expect(all.results).toHaveLength(2);
    expect(all.count).toBeGreaterThan(2);
    expect((await activity(maria, { search: 'olg' })).results).toHaveLength(1);
    expect((await activity(maria, { search: 'timur' })).results).toEqual([]);
  });
});
