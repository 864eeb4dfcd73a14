import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { StatisticsByCountries, StatisticsByStaff } from '../../contract/api-calls/statistics.ts';
import { figureNames, type FigureName } from '../../contract/statistics.ts';
import { askStatistics } from '../helpers/statistics.ts';
import { openStatisticsWorld } from '../helpers/statistics-world.ts';
import type { Person } from '../helpers/sync-server.ts';

type World = Awaited<ReturnType<typeof openStatisticsWorld>>;
let world: World;
const opened: World[] = [];
beforeEach(async () => {
  world = await openStatisticsWorld();
  opened.push(world);
});
afterAll(() => Promise.all(opened.map(({ server }) => server.close())));

describe('the records behind a figure', () => {
  const list = (by: Person, body: Record<string, unknown>, query = {}) =>
    world.server.plain.call('statistics.records', { token: by.token, body, query });

  it('lists records that add up to the figure, for every figure, employee and country', async () => {
    const { server, ops, leads, carl, olga, mary, admin } = world;
    await world.record();
    for (const [index, by] of [carl, olga, carl].entries()) {
      const lead = leads.create({ country: index === 1 ? 'AT' : null });
      await server.send(by, lead);
      const { id } = await ops.createFor(by, lead.id, { amount_cents: 1_000 * (index + 1) });
      await server.send(admin, ops.confirm(id, 1_000 * (index + 1)));
      await world.finishTask(by, 20, index * 25);
    }
    for (const viewer of [carl, mary, admin]) {
      const staff = await askStatistics<StatisticsByStaff>(world.server.plain, viewer, 'month', 'statistics.staff');
      const countries = await askStatistics<StatisticsByCountries>(
        world.server.plain,
        viewer,
        'month',
        'statistics.countries',
      );
      const groups = [
        ...staff.rows.map((row) => ({ by: { user_id: row.user_id }, row })),
        ...countries.rows.map((row) => ({ by: { country: row.country }, row })),
        { by: {}, row: await world.figures(viewer, 'month') },
      ];
      for (const { by, row } of groups)
        for (const name of figureNames) {
          const figure = (row as Partial<Record<FigureName, { available: boolean; value?: number }>>)[name];
          if (!figure) continue;
          const { status, body } = await list(viewer, { figure: name, period: 'month', ...by });
          if (!figure.available) {
            expect(status).toBe(404);
            continue;
          }
          const { count, results } = body as unknown as { count: number; results: { value: number }[] };
          const sum = results.reduce((total, { value }) => total + value, 0);
          expect([name, by, results.length]).toEqual([name, by, count]);
          expect([name, by, sum]).toEqual([name, by, figure.value]);
        }
    }
  });

  it('lists records that add up to the figures of one team or country', async () => {
    const { server, leads, carl, olga, mary, admin } = world;
    const sven = await server.consultant({ first_name: 'Sven' });
    await world.record();
    for (const [index, by] of [carl, olga, sven].entries()) {
      await server.send(by, leads.create({ country: index === 0 ? 'AT' : null }));
      await world.finishTask(by, 20, index * 25);
    }
    const figures = (viewer: Person, filter: Record<string, unknown>) =>
      server.plain.call('statistics.figures', { token: viewer.token, body: { period: 'month', ...filter } });
    const compare = async (filter: Record<string, unknown>): Promise<(number | undefined)[]> => {
      const { body } = await figures(admin, filter);
      const shown = body as unknown as Record<FigureName, { available: boolean; value?: number }>;
      for (const name of figureNames) {
        if (!shown[name].available) continue;
        const { body: found } = await list(admin, { figure: name, period: 'month', ...filter });
        const { results } = found as unknown as { results: { value: number }[] };
        const sum = results.reduce((total, { value }) => total + value, 0);
        expect([name, filter, sum]).toEqual([name, filter, shown[name].value]);
      }
      return [shown.completed_tasks.value, shown.new_registrations.value];
    };
    expect(await compare({})).toEqual([3, 3]);
    expect(await compare({ team: mary.id })).toEqual([2, 2]);
    // Working time belongs to no country, so it has no value here.
    expect(await compare({ country: 'AT' })).toEqual([undefined, 1]);
    expect(await compare({ country: null })).toEqual([undefined, 2]);
    expect(await compare({ team: mary.id, country: null })).toEqual([undefined, 1]);
    const staff = { token: admin.token, body: { period: 'month', team: mary.id } };
    const { rows } = (await server.plain.call('statistics.staff', staff)).body as unknown as StatisticsByStaff;
    expect(rows.map(({ user_id }) => String(user_id)).toSorted()).toEqual([carl.id, olga.id, mary.id].toSorted());
    // For a manager, another team counts as missing.
    const foreign = await figures(mary, { team: admin.id });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await list(mary, { figure: 'completed_tasks', period: 'month', team: admin.id })).status).toBe(404);
    expect((await figures(mary, { team: mary.id })).status).toBe(200);
  });

  it('lists each record that a figure counts with its title, its person and its employee', async () => {
    const { server, leads, carl, mary } = world;
    const id = await world.finishTask(carl);
    const tasks = await list(mary, { figure: 'completed_tasks' });
    expect(tasks.body).toMatchObject({
      results: [{ id, type: 'task', title: 'Meet the group', employee_id: carl.id, employee_name: 'Carl Person' }],
    });
    const lead = leads.create({ country: 'DE' });
    await server.send(carl, lead);
    const people = await list(mary, { figure: 'new_registrations' }, { search: 'nina' });
    expect(people.body).toMatchObject({
      ...{ count: 1, total_count: 1 },
      results: [{ id: lead.id, type: 'person', title: 'Nina Berg', person_id: lead.id, country: 'DE' }],
    });
    expect((await list(mary, { figure: 'new_registrations' }, { search: 'otto' })).body).toMatchObject({ count: 0 });
  });

  it('responds with 404 to a request for the records of another team or of a hidden figure', async () => {
    const { server, carl, mary, admin } = world;
    const sven = await server.consultant({ first_name: 'Sven' });
    const missing = await list(mary, { figure: 'completed_tasks', user_id: uuidv7() });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const [by, body] of [
      [mary, { user_id: sven.id }],
      [mary, { user_id: null }],
      [carl, { user_id: mary.id }],
      [admin, { user_id: uuidv7() }],
    ] as const)
      expect((await list(by, { figure: 'completed_tasks', ...body })).status).toBe(404);
    expect((await list(carl, { figure: 'donations_sum' })).status).toBe(404);
    expect((await list(admin, { figure: 'completed_tasks', user_id: sven.id })).status).toBe(200);
  });

  it('returns the records that a figure counts page by page', async () => {
    const { carl } = world;
    for (let index = 0; index < 3; index += 1) await world.finishTask(carl);
    const { body } = await list(carl, { figure: 'completed_tasks' }, { page: 2, page_size: 2 });
    expect(body).toMatchObject({ count: 3, current: 2, next: null, previous: 1 });
    expect((body as unknown as { results: unknown[] }).results).toHaveLength(1);
  });
});
