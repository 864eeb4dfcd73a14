import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_SOURCES, OTHER_SOURCE } from '../../server/landing/views/count-journal.ts';
import { createViews } from '../../server/landing/views/count-views.ts';
import { ViewJournal } from '../../server/landing/views/journal.ts';
import { DAY_MS, BEYOND_CLOCK_MS, PHONE_USER_AGENT, ViewWorld } from '../helpers/landing-views.ts';

let world: ViewWorld;

beforeAll(async () => {
  world = await ViewWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

describe('journals', () => {
  it('counts a journal of views only once, even if its file is still there', async () => {
    world.leaveJournal(world.line(1) + world.line(2), 0, 'finished.journal');
    await world.count();
    expect(readdirSync(world.folder)).toEqual([]);
    world.leaveJournal(world.line(1) + world.line(2), 0, 'finished.journal');
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 2, visitors: 2 });
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it('counts the views in the journal of a killed process, except an incomplete line', async () => {
    world.leaveJournal(`${world.line(1)}${world.line(2)}${world.line(3).slice(0, 60)}`, 60);
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 2, visitors: 2 });
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it('neither counts nor deletes the journal of views of a running process', async () => {
    world.leaveJournal(world.line(1), 59);
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 0 });
    expect(readdirSync(world.folder)).toEqual(['left-behind.open']);
  });

  it('adds up the views that two processes counted, and counts a visitor whom both have seen only once', async () => {
    const second = createViews(world.server.deps, { folder: world.folder });
    await second.count();
    world.visit();
    second.countView(
      { ip: '198.51.100.1', method: 'GET', query: {}, headers: { 'user-agent': PHONE_USER_AGENT } },
      world.flow_id,
    );
    await Promise.all([world.count(), second.count()]);
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 2, visitors: 1 });
  });

  it('a process that is killed at full load loses at most the twenty latest views', async () => {
    const writer = spawn(process.execPath, ['test/helpers/view-writer.ts', world.folder, world.today(), world.flow_id]);
    let answered = 0;
    const manyAnswered = new Promise<void>((resolve) => {
      writer.stdout.setEncoding('utf8').on('data', (lines: string) => {
        answered = Number(lines.trim().split('\n').at(-1));
        if (answered > 2_000) resolve();
      });
    });
    await manyAnswered;
    const exit = once(writer, 'exit');
    writer.kill('SIGKILL');
    await exit;
    await createViews(world.server.deps, { folder: world.folder, abandoned_ms: -BEYOND_CLOCK_MS }).count();
    const { views: counted, visitors } = await world.totals();
    expect(counted).toBeGreaterThanOrEqual(answered - 20);
    expect(visitors).toBe(counted);
  });

  it('a journal of views stops growing at its limit until it is rotated', async () => {
    const journal = new ViewJournal(world.folder, () => undefined, 20);
    for (const line of ['123456789', '123456789', 'one line too many']) {
      journal.add(line);
      await nextTurn();
    }
    expect(readFileSync(join(world.folder, journal.openName), 'utf8')).toBe('123456789\n123456789\n');
    journal.rotate();
    journal.add('again');
    await nextTurn();
    expect(readFileSync(join(world.folder, journal.openName), 'utf8')).toBe('again\n');
  });

  it('counts the last views when the server stops', async () => {
    world.visit();
    await world.views.stop();
    expect(await world.totals()).toMatchObject({ views: 1 });
  });
});

describe("figures on the owner's devices", () => {
  it("sends new figures of a page to the owner's devices immediately, and then at most once a minute", async () => {
    const announcements: unknown[] = [];
    world.server.deps.pokes.onAnnounce = (message) => announcements.push(message);
    world.visit();
    await world.count();
    const { rev } = await world.totals();
    expect(announcements.at(-1)).toEqual({ scope: world.server.scope, rev, audience: [world.owner.id] });
    world.server.deps.pokes.onAnnounce = null;
    world.visit();
    world.server.clock.advance(59_999);
    await world.count();
    expect(await world.totals()).toMatchObject({ views: 2, rev });
    world.server.clock.advance(1);
    await world.count();
    const later = await world.totals();
    expect(later.rev).toBeGreaterThan(rev);
    world.server.clock.advance(60_000);
    await world.count();
    expect(await world.totals()).toEqual(later);
  });

  it("sends the owner's devices figures that a killed process had counted but not sent", async () => {
    world.visit();
    await world.count();
    world.visit();
    await world.count();
    const { rev } = await world.totals();
    await createViews(world.server.deps, { folder: world.folder }).count();
    expect((await world.totals()).rev).toBeGreaterThan(rev);
  });
});

describe('visitor data', () => {
  const salts = () =>
    world.server.db
      .selectFrom('landing_salts')
      .select('day')
      .where('scope', '=', world.server.scope)
      .orderBy('day')
      .execute();
  const visitors = () =>
    world.server.db.selectFrom('landing_visitors').select('hash').where('flow_id', '=', world.flow_id).execute();

  it('deletes the salt and the visitor hashes of a day when the day is over', async () => {
    world.visit();
    await world.count();
    const day = world.today();
    expect((await salts()).map((row) => row.day)).toContain(day);
    expect(await visitors()).toHaveLength(1);
    world.server.clock.advance(DAY_MS);
    await world.count();
    expect((await salts()).map((row) => row.day)).toEqual([
      world.today(),
      new Date(world.server.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10),
    ]);
    expect(await visitors()).toEqual([]);
  });

  it('counts only the sources of the last thirty days towards the maximum number of sources', async () => {
    for (let number = 0; number < MAX_SOURCES; number += 1) world.visit({ s: `early${number}` });
    await world.count();
    world.server.clock.advance(29 * DAY_MS);
    world.visit({ s: 'one-too-many' });
    await world.count();
    world.server.clock.advance(DAY_MS);
    world.visit({ s: 'again-free' });
    await world.count();
    expect((await world.days()).slice(-2)).toMatchObject([{ source: OTHER_SOURCE }, { source: 'again-free' }]);
  });

  it('keeps the names of counted journals for a week', async () => {
    world.leaveJournal(world.line(1), 0, 'named.journal');
    await world.count();
    const names = () =>
      world.server.db
        .selectFrom('landing_journals')
        .select('name')
        .where('scope', '=', world.server.scope)
        .where('name', '=', 'named')
        .execute();
    world.server.clock.advance(7 * DAY_MS);
    await world.count();
    expect(await names()).toHaveLength(1);
    world.server.clock.advance(DAY_MS);
    await world.count();
    expect(await names()).toEqual([]);
  });
});
