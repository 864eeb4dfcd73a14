import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { StatisticsByCountries, StatisticsByStaff } from '../../contract/api-calls/statistics.ts';
import { statisticsPeriods } from '../../contract/statistics.ts';
import { incrementCounter } from '../../server/sync/counter.ts';
import { askStatistics, countWrongFacts } from '../helpers/statistics.ts';
import { openStatisticsWorld } from '../helpers/statistics-world.ts';
import type { Person } from '../helpers/sync-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type World = Awaited<ReturnType<typeof openStatisticsWorld>>;
let world: World;
const opened: World[] = [];
beforeEach(async () => {
  world = await openStatisticsWorld();
  opened.push(world);
});
afterAll(() => Promise.all(opened.map(({ server }) => server.close())));

describe('statistics', () => {
  it('the statistics count a completed task immediately; after it is reopened, they count only its working time', async () => {
    const { server, carl } = world;
    const id = await world.finishTask(carl);
    expect(await world.values(carl)).toMatchObject({ completed_tasks: 1, time_spent: 1800 });
    await server.send(carl, server.op({ kind: 'task.reopen', id, args: { at: server.iso() } }));
    expect(await world.values(carl)).toMatchObject({ completed_tasks: 0, time_spent: 1800 });
  });

  it('counts time that an employee spent on two simultaneous tasks only once', async () => {
    const { carl } = world;
    await world.finishTask(carl, 30);
    await world.finishTask(carl, 30, 20);
    expect(await world.values(carl)).toMatchObject({ completed_tasks: 2, time_spent: 50 * 60 });
  });

  it('counts running work up to the present, without time that other work already covers', async () => {
    const { server, carl } = world;
    const task = server.task({});
    await server.send(carl, task);
    const slice = { slice_id: uuidv7(), clock_offset_ms: 0 };
    await server.send(carl, server.op({ kind: 'task.start', id: task.id, args: { at: server.iso(), ...slice } }));
    server.pass(40 * MINUTE);
    expect(await world.values(carl)).toMatchObject({ time_spent: 2400 });
    await world.finishTask(carl, 10);
    expect(await world.values(carl)).toMatchObject({ time_spent: 2400 });
    await world.record();
    server.pass(5 * MINUTE);
    expect(await world.values(carl)).toMatchObject({ time_spent: 2700 });
  });

  it('returns the same statistics after the rollup is updated once or twice', async () => {
    const { carl } = world;
    await world.record();
    await world.finishTask(carl);
    const before = await world.figures(carl);
    expect(await world.record()).toBeGreaterThan(0);
    expect(await world.record()).toBe(0);
    expect(await world.figures(carl)).toEqual(before);
    expect(await countWrongFacts(world.server.plain)).toBe(0);
  });

  it('shows consultants only the statistics of their own work, without donations and subscriptions', async () => {
    const { carl, olga } = world;
    await world.finishTask(carl);
    await world.finishTask(olga);
    const answer = await world.figures(carl);
    expect(answer.completed_tasks.value).toBe(1);
    expect(answer.donations_sum).toEqual({ available: false });
    expect(answer.new_subscriptions).toEqual({ available: false });
    const staff = await askStatistics<StatisticsByStaff>(world.server.plain, carl, 'today', 'statistics.staff');
    expect(staff.rows.map(({ user_id }) => user_id)).toEqual([carl.id]);
    expect(staff.rows[0]).toMatchObject({ donations_sum: { available: false }, completed_tasks: { value: 1 } });
  });

  it('shows managers the statistics of their team, and admins the statistics of all employees', async () => {
    const { server, carl, olga, mary, admin } = world;
    const sven = await server.consultant({ first_name: 'Sven' });
    for (const one of [carl, olga, sven]) await world.finishTask(one);
    expect(await world.values(mary)).toMatchObject({ completed_tasks: 2, donations_sum: 0 });
    expect(await world.values(admin)).toMatchObject({ completed_tasks: 3 });
    const staff = await askStatistics<StatisticsByStaff>(world.server.plain, mary, 'today', 'statistics.staff');
    const ids = (rows: StatisticsByStaff['rows']) => rows.map(({ user_id }) => String(user_id)).toSorted();
    expect(ids(staff.rows)).toEqual([carl.id, olga.id, mary.id].toSorted());
    const all = await askStatistics<StatisticsByStaff>(world.server.plain, admin, 'today', 'statistics.staff');
    expect(ids(all.rows)).toContain(sven.id);
  });

  it('returns the statistics of employees in pages that together contain each row of the whole list once', async () => {
    const { server, leads, carl, mary, admin } = world;
    const { db } = server.plain;
    const [former, blocked, idle] = [await server.consultant(), await server.consultant(), await server.consultant()];
    for (const one of [carl, former, blocked]) await world.finishTask(one);
    await server.send(admin, leads.create({}));
    await server.person({ responsible_id: null });
    await db.updateTable('users').set({ is_staff: false }).where('id', '=', former.id).execute();
    await db.updateTable('users').set({ is_blocked: true }).where('id', 'in', [blocked.id, idle.id]).execute();
    for (const viewer of [admin, mary, carl]) {
      const ask = async (query: Record<string, string | number>): Promise<StatisticsByStaff> => {
        const reply = await server.plain.call('statistics.staff', { token: viewer.token, query, body: {} });
        expect(reply.status).toBe(200);
        return reply.body as unknown as StatisticsByStaff;
      };
      const whole = await ask({});
      expect(whole.next).toBeUndefined();
      const rows: StatisticsByStaff['rows'] = [];
      let page = await ask({ limit: 2 });
      rows.push(...page.rows);
      for (; page.next; rows.push(...page.rows)) {
        page = await ask({ limit: 2, after: page.next });
        expect(page.rows.every(({ user_id }) => user_id !== null)).toBe(true);
      }
      const byId = (list: StatisticsByStaff['rows']) =>
        list.toSorted((a, b) => String(a.user_id).localeCompare(String(b.user_id)));
      expect(byId(rows)).toEqual(byId(whole.rows));
    }
    const { rows } = await askStatistics<StatisticsByStaff>(server.plain, admin, 'today', 'statistics.staff');
    const ids = rows.map(({ user_id }) => user_id);
    expect(ids).toEqual(expect.arrayContaining([former.id, blocked.id, null]));
    expect(ids).not.toContain(idle.id);
  });

  it('refuses a page of the statistics with more than 250 employees, or with none', async () => {
    const { server, admin } = world;
    const ask = (limit: number) =>
      server.plain.call('statistics.staff', { token: admin.token, query: { limit }, body: {} });
    expect(await ask(0)).toMatchObject({ status: 400 });
    expect(await ask(251)).toMatchObject({ status: 400 });
    expect(await ask(250)).toMatchObject({ status: 200 });
  });

  it('counts a person and their donations in the statistics of the employee currently responsible', async () => {
    const { server, ops, leads, carl, olga, mary, admin } = world;
    const lead = leads.create({ country: 'AT' });
    expect(await server.send(carl, lead)).toMatchObject({ status: 200 });
    const { id } = await ops.createFor(carl, lead.id, { amount_cents: 4_000 });
    expect((await world.values(mary)).donations_sum).toBe(0);
    expect(await server.send(admin, ops.confirm(id, 4_000))).toMatchObject({ status: 200 });
    expect(await world.values(mary)).toMatchObject({ new_registrations: 1, donations_sum: 4_000 });
    await server.send(carl, leads.give(lead.id, olga));
    const staff = await askStatistics<StatisticsByStaff>(world.server.plain, mary, 'today', 'statistics.staff');
    const of = (person: Person) => staff.rows.find(({ user_id }) => user_id === person.id);
    expect(of(carl)).toMatchObject({ new_registrations: { value: 0 }, donations_sum: { value: 0 } });
    expect(of(olga)).toMatchObject({ new_registrations: { value: 1 }, donations_sum: { value: 4_000 } });
    const countries = await askStatistics<StatisticsByCountries>(
      world.server.plain,
      mary,
      'today',
      'statistics.countries',
    );
    expect(countries.rows).toMatchObject([
      { country: 'AT', new_registrations: { value: 1 }, donations_sum: { value: 4_000 } },
    ]);
  });

  it("counts a person under no country after the person's country was removed", async () => {
    const { server, leads, carl } = world;
    const lead = leads.create({ country: 'AT' });
    await server.send(carl, lead);
    await server.send(carl, leads.edit(lead.id, { country: null }));
    const { rows } = await askStatistics<StatisticsByCountries>(
      world.server.plain,
      carl,
      'week',
      'statistics.countries',
    );
    expect(rows).toMatchObject([{ country: null, new_registrations: { value: 1 } }]);
  });

  it('omits a country if the consultant may not see its only figure above zero', async () => {
    const { server, ops, carl, admin } = world;
    const donor = await server.person({ responsible_id: carl.id, country: 'KZ' });
    await world.server.plain.db
      .updateTable('users')
      .set({ created_at: server.iso(-48 * HOUR) })
      .where('id', '=', donor.id)
      .execute();
    const { id } = await ops.createFor(carl, donor.id, { amount_cents: 3_000 });
    await server.send(admin, ops.confirm(id, 3_000));
    const { rows } = await askStatistics<StatisticsByCountries>(
      world.server.plain,
      carl,
      'today',
      'statistics.countries',
    );
    expect(rows).toEqual([]);
  });

  it('does not count a removed person in the statistics', async () => {
    const { server, leads, carl, admin } = world;
    await world.record();
    const before = (await world.values(admin)).new_registrations;
    const lead = leads.create({});
    await server.send(carl, lead);
    expect((await world.values(admin)).new_registrations).toBe(before + 1);
    const name = { typed_name: 'Nina Berg' };
    expect(await server.send(admin, leads.op('lead.remove', lead.id, name))).toMatchObject({ status: 200 });
    expect((await world.values(admin)).new_registrations).toBe(before);
  });

  it('covers today by default, lists all statistics periods, and compares today with yesterday', async () => {
    const { server, carl } = world;
    await world.finishTask(carl);
    server.pass(24 * HOUR);
    await world.finishTask(carl);
    const { status, body } = await world.server.plain.call('statistics.figures', { token: carl.token, body: {} });
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_period: 'today', available_periods: statisticsPeriods, time_zone: 'UTC' });
    expect(body).toMatchObject({ completed_tasks: { value: 1, previous: 1 } });
  });

  it('refuses statistics to learners, and requests with an unknown period or field', async () => {
    const { server, carl } = world;
    const learner = await server.person();
    const call = (token: string, body: unknown) => world.server.plain.call('statistics.figures', { token, body });
    expect(await call(learner.token, {})).toMatchObject({ status: 403 });
    expect(await call(carl.token, { period: 'decade' })).toMatchObject({ status: 400 });
    expect(await call(carl.token, { user_id: carl.id })).toMatchObject({ status: 400 });
  });
});

describe('recording the statistics', () => {
  it('records all existing rows in the statistics at the first run', async () => {
    const { carl } = world;
    await world.finishTask(carl);
    const { db, scope } = world.server.plain;
    expect(await world.record()).toBeGreaterThan(0);
    const stored = await db.selectFrom('statistics_facts').select('kind').where('scope', '=', scope).execute();
    expect(stored.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['task', 'time']));
  });

  it('reads only rows above the last recorded rev into the statistics', async () => {
    const { carl } = world;
    await world.finishTask(carl);
    await world.record();
    const { db, scope } = world.server.plain;
    await db.deleteFrom('statistics_facts').where('scope', '=', scope).execute();
    expect(await world.record()).toBe(0);
    await db.transaction().execute(async (tx) => {
      const rev = await incrementCounter(tx, scope);
      await tx.updateTable('tasks').set({ rev }).where('scope', '=', scope).execute();
    });
    expect(await world.record()).toBeGreaterThan(0);
  });

  it('counts a row only once even if the statistics read it twice', async () => {
    const { carl } = world;
    await world.finishTask(carl);
    await world.record();
    const before = await world.figures(carl);
    const { db, scope } = world.server.plain;
    await db.updateTable('statistics_state').set({ rev: -1 }).where('scope', '=', scope).execute();
    expect(await world.figures(carl)).toEqual(before);
    expect(await world.record()).toBe(0);
    expect(await world.figures(carl)).toEqual(before);
  });

  it('counts everything once if two processes record the statistics at the same time', async () => {
    const { carl } = world;
    await world.finishTask(carl);
    await Promise.all([world.record(), world.record()]);
    expect(await countWrongFacts(world.server.plain)).toBe(0);
    expect(await world.values(carl)).toMatchObject({ completed_tasks: 1, time_spent: 1800 });
  });

  it('stores neither statistics nor the last recorded rev if recording fails halfway', async () => {
    const { carl } = world;
    await world.record();
    await world.finishTask(carl);
    const { db, scope } = world.server.plain;
    const stored = () => db.selectFrom('statistics_facts').selectAll().where('scope', '=', scope).execute();
    const before = await stored();
    await sql`alter table statistics_rollup add constraint refuse check (completed_tasks < 1) not valid`.execute(db);
    await expect(world.record()).rejects.toThrow('refuse');
    expect(await stored()).toEqual(before);
    expect(await world.values(carl)).toMatchObject({ completed_tasks: 1 });
    await sql`alter table statistics_rollup drop constraint refuse`.execute(db);
    expect(await world.record()).toBeGreaterThan(0);
    expect(await world.values(carl)).toMatchObject({ completed_tasks: 1 });
  });
});
