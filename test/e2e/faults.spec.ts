import { browserKills, serverKills } from '../faults/kills.ts';
import { faultLine } from '../faults/rounds.ts';
import { isPassed, type Line } from '../faults/table.ts';
import { openWorld } from '../faults/world.ts';
import { faultNames, type Fault } from './helpers/proxy-faults.ts';
import { expect, test } from './helpers/test.ts';

// The short version of `npm run test:faults`: every fault once, a few kills.
test.use({ trace: 'off' });

const SHARES = 3;

function expectWell(line: Line): void {
  expect(line.faults).toEqual([]);
  expect(isPassed(line), line.name).toBe(true);
  expect(line).toMatchObject({ lost: 0, doubled: 0, effects: line.writes });
}

for (let share = 0; share < SHARES; share += 1) {
  const faults: Fault[] = faultNames.filter((_, index) => index % SHARES === share);
  test(`each write takes effect once: ${faults.join(', ')}`, async () => {
    const world = await openWorld();
    try {
      for (const fault of faults) expectWell(await faultLine(world, fault, { rounds: 1, isQuick: true }));
    } finally {
      await world.close();
    }
  });
}

test('what was shown as saved survives a killed browser', async () => {
  expectWell(await browserKills(3));
});

test('what was acknowledged survives a killed server', async () => {
  expectWell(await serverKills(3));
});
