import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createViews } from '../../server/landing/views/count-views.ts';
import { MAX_SOURCES } from '../../server/landing/views/count-journal.ts';
import { DAY_MS, BEYOND_CLOCK_MS, PHONE_USER_AGENT, ViewWorld } from '../helpers/landing-views.ts';

let world: ViewWorld;

beforeAll(async () => {
  world = await ViewWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

describe('the views of a page', () => {
  it('counts every view of a page, and each visitor once a day', async () => {
    world.visit();
    world.visit();
    world.visit({ ip: '198.51.100.2' });
    world.visit({ agent: `${PHONE_USER_AGENT} Other` });
    await world.count();
    expect(await world.days()).toEqual([{ day: world.today(), source: '', views: 4, visitors: 3 }]);
    world.visit();
    world.server.clock.advance(DAY_MS);
    world.visit();
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 6, visitors: 4 });
    expect((await world.days()).map(({ visitors }) => visitors)).toEqual([3, 1]);
  });

  it('counts a visitor of two pages for each page', async () => {
    const other = await world.addPage();
    world.visit();
    world.visit({}, other);
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 1, visitors: 1 });
    world.flow_id = other;
    expect(await world.totals()).toMatchObject({ views: 1, visitors: 1 });
  });

  it('writes neither the address nor the browser of a visitor to a file', async () => {
    world.visit();
    await nextTurn();
    const [name] = readdirSync(world.folder);
    const written = readFileSync(join(world.folder, name ?? ''), 'utf8');
    expect(written).toMatch(new RegExp(`^${world.today()} ${world.flow_id}  [\\w-]{22}\\n$`));
  });

  it('the database is accessed for views only when journals are counted', async () => {
    const broken = new Proxy(world.server.db, {
      get: () => {
        throw new Error('no database');
      },
    });
    world.views = createViews({ ...world.server.deps, db: broken }, { folder: world.folder });
    world.visit();
    await nextTurn();
    await expect(world.count()).rejects.toThrow('no database');
    expect(readdirSync(world.folder)).toHaveLength(1);
    world.views = createViews(world.server.deps, { folder: world.folder, abandoned_ms: -BEYOND_CLOCK_MS });
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 1, visitors: 1 });
  });

  it('serves pages without counting views if the folder of the journals cannot be written', async () => {
    rmSync(world.folder, { recursive: true });
    world.visit();
    await nextTurn();
    expect(await world.totals()).toMatchObject({ views: 0 });
  });

  it('ignores the views of a flow that no longer exists', async () => {
    const gone = world.flow_id;
    await world.server.db.updateTable('flows').set({ deleted_at: world.today() }).where('id', '=', gone).execute();
    world.visit();
    await world.count();
    expect(await world.days()).toEqual([]);
  });
});

describe('requests that count as views', () => {
  it('bots, HEAD requests and prefetched pages do not count as views', async () => {
    world.visit({ agent: 'curl/8.5.0' });
    world.visit({ method: 'HEAD' });
    world.visit({ headers: { 'sec-purpose': 'prefetch;prerender' } });
    world.visit({ headers: { purpose: 'prefetch' } });
    world.visit({ headers: { 'x-moz': 'prefetch' } });
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 0, visitors: 0 });
  });

  it('distinguishes the sources of links to a page, and ignores malformed ones', async () => {
    world.visit({ s: 'flyer' });
    world.visit({ s: 'flyer' });
    world.visit({ s: 'vk_group-2' });
    for (const s of ['Flyer', '<b>', 'x'.repeat(31), '', ['flyer', 'flyer'], 'a b']) world.visit({ s });
    await world.count();
    expect((await world.days()).map(({ source, views: count }) => [source, count])).toEqual([
      ['', 6],
      ['flyer', 2],
      ['vk_group-2', 1],
    ]);
    // A visitor counts for the traffic source of their first view.
    expect((await world.days()).map(({ visitors }) => visitors)).toEqual([0, 1, 0]);
  });

  it('counts views from a source whose name has thirty characters', async () => {
    world.visit({ s: 'x'.repeat(30) });
    await world.count();
    expect(await world.days()).toMatchObject([{ source: 'x'.repeat(30) }]);
  });

  it('counts the views of further sources as "other" beyond the limit of a page', async () => {
    for (let n = 0; n < MAX_SOURCES; n += 1) world.visit({ s: `link-${n}` });
    await world.count();
    world.visit({ s: 'one-too-many' });
    world.visit({ s: 'two-too-many' });
    world.visit({ s: 'link-0' });
    world.visit();
    await world.count();
    const found = await world.days();
    expect(MAX_SOURCES).toBe(20);
    expect(found).toHaveLength(MAX_SOURCES + 2);
    expect(found.find(({ source }) => source === 'other')).toMatchObject({ views: 2 });
    expect(found.find(({ source }) => source === 'link-0')).toMatchObject({ views: 2 });
  });
});
