import { runBrowserKills, runServerKills } from '../faults/kills.ts';
import { runFaultRounds } from '../faults/rounds.ts';
import { isPassed, type ResultLine } from '../faults/table.ts';
import { openWorld, type World } from '../faults/world.ts';
import type { Fault } from './helpers/proxy-faults.ts';
import { expect, visit } from './helpers/home.ts';

// The short version of `npm run test:faults`, which tests more faults and runs many rounds of each.
const faults: readonly Fault[] = [
  ...(['reset_reply', 'wrong_json', 'doubled', 'status_401'] as const),
  ...(['lose_reply', 'status_500', 'cut_half', 'portal'] as const),
];

function expectNoFaults(line: ResultLine): void {
  expect(line.faults).toEqual([]);
  expect(isPassed(line), line.name).toBe(true);
  expect(line).toMatchObject({ lost: 0, doubled: 0, effects: line.writes });
}

visit.describe('one device', () => {
  // Setting up the device takes as long as one of these tests, so they share a device and run one after another.
  visit.describe.configure({ mode: 'default' });
  let world: World;
  visit.beforeAll(async ({ browser }) => {
    world = await openWorld(browser);
  });
  visit.afterAll(() => world.close());

  visit(`each write takes effect exactly once despite ${faults.join(', ')}`, async () => {
    for (const fault of faults) expectNoFaults(await runFaultRounds(world, fault, { rounds: 1, isQuick: true }));
  });

  visit('acknowledged changes survive when the server is killed', async () => {
    expectNoFaults(await runServerKills(world, 2));
  });
});

visit('saved changes survive when the browser is killed', async () => {
  expectNoFaults(await runBrowserKills(2));
});
