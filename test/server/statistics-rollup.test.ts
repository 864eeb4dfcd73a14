import { afterAll, describe, expect, it, vi } from 'vitest';
import { statisticsPeriods } from '../../contract/statistics.ts';
import {
  recordNextChanges,
  recordUnrecordedChanges,
  REVS_PER_TRANSACTION,
  startStatistics,
} from '../../server/features/statistics/record.ts';
import { findFigureDifferences, recountFigures, countWrongFacts } from '../helpers/statistics.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';
import { openHistory } from '../helpers/statistics-history.ts';

const done = new Set<string>();
const opened: { server: { close: () => Promise<void> } }[] = [];
afterAll(() => Promise.all(opened.map(({ server }) => server.close())));

/** The histories start shortly before the clocks change in Europe and in North America. */
const histories = [
  { seed: 1, start: '2026-03-27T05:10:00.000Z' },
  { seed: 2, start: '2026-10-30T03:50:00.000Z' },
];

/**
 * Opens a server whose counter is at `rev` and whose statistics are not recorded yet. Its only people have the given
 * revs.
 */
async function openUnrecorded(rev: number, revs: readonly number[]): Promise<TestServer> {
  const server = await openTestServer();
  opened.push({ server });
  for (const personRev of revs) await server.user({ rev: personRev });
  await server.db
    .insertInto('sync_counter')
    .values({ scope: server.scope, rev })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ rev }))
    .execute();
  return server;
}

async function recordedRev({ db, scope }: TestServer): Promise<number | undefined> {
  const query = db.selectFrom('statistics_state').select('rev').where('scope', '=', scope);
  return (await query.executeTakeFirst())?.rev;
}

describe('rollup of the statistics', () => {
  it.each(histories)(
    'keeps the statistics rollup equal to a recount after random work (seed $seed)',
    async ({ seed, start }) => {
      const history = await openHistory(seed, start);
      opened.push(history);
      const { server, viewers, chance, work, stepNames } = history;
      await recordUnrecordedChanges(server.deps);
      for (let round = 0; round < 4; round += 1) {
        await work(80, done);
        if (chance.happens(0.6)) {
          await recordUnrecordedChanges(server.deps, { revs: chance.pick([REVS_PER_TRANSACTION, 7]) });
          expect(await countWrongFacts(server)).toBe(0);
        } else if (chance.happens(0.7)) await recordNextChanges(server.deps, 20);
        const count = await recountFigures(server);
        for (const viewer of Object.values(viewers))
          for (const period of statisticsPeriods)
            expect(await findFigureDifferences(server, viewer, period, count)).toEqual([]);
      }
      // Each kind of step must occur in at least one of the histories.
      if (seed === histories.length) expect(stepNames.filter((name) => !done.has(name))).toEqual([]);
    },
  );

  it('records a long history in transactions of 10,000 revs each, and analyzes both tables after the first', async () => {
    const server = await openUnrecorded(25_000, [1, 12_000, 24_000]);
    const transactions = vi.spyOn(server.db, 'transaction');
    await recordUnrecordedChanges(server.deps);
    // Each table is analyzed in a transaction of its own.
    expect(transactions).toHaveBeenCalledTimes(3 + 2);
    expect(await countWrongFacts(server)).toBe(0);
  });

  it('skips the revs that no row has, as between two epochs, when it records a long history', async () => {
    const server = await openUnrecorded(2_000_000_000_000_000, [1, 1_900_000_000_000_000]);
    const transactions = vi.spyOn(server.db, 'transaction');
    await recordUnrecordedChanges(server.deps);
    // After the rows of both epochs, the last transaction finds no more. Each table is analyzed in one of its own.
    expect(transactions).toHaveBeenCalledTimes(3 + 2);
    expect(await countWrongFacts(server)).toBe(0);
    expect(await recordedRev(server)).toBe(2_000_000_000_000_000);
  });

  it('does not delay the start of a server, and stops after the current transaction', async () => {
    const server = await openUnrecorded(25_000, [1, 24_000]);
    const transactions = vi.spyOn(server.db, 'transaction');
    const stop = startStatistics(server.deps);
    expect(transactions).not.toHaveBeenCalled();
    await stop();
    expect(transactions).toHaveBeenCalledTimes(1 + 2);
    expect(await recordedRev(server)).toBe(10_000);
  });
});
