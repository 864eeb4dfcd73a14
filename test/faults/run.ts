import { parseArgs } from 'node:util';
import { ensureChromium } from '../chromium.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { faultNames, type Fault } from '../e2e/helpers/proxy-faults.ts';
import { runBrowserKills, runServerKills } from './kills.ts';
import { runFaultRounds } from './rounds.ts';
import { isPassed, tableHead, tableRow, type ResultLine } from './table.ts';
import { openWorld } from './world.ts';

// `npm run test:faults -- --rounds 5 --kills 30 --only lose_reply,hang`: runs the built product in Chromium behind a
// network with one fault after the other. Each write must take effect exactly one time.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    kills: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});
const only = values.only === '' ? null : values.only.split(',');
const isWanted = (name: string): boolean => only === null || only.includes(name);

const lines: ResultLine[] = [];
function note(line: ResultLine): void {
  lines.push(line);
  process.stdout.write(`${tableRow(line)}\n`);
}

ensureChromium();
const removeSeed = await seedOnce();
try {
  process.stdout.write(`${tableHead()}\n`);
  const faults = faultNames.filter((name): name is Fault => isWanted(name));
  if (faults.length > 0 || isWanted('server_kills')) {
    const world = await openWorld();
    for (const fault of faults) note(await runFaultRounds(world, fault, { rounds: Number(values.rounds) }));
    if (isWanted('server_kills')) note(await runServerKills(world, Number(values.kills)));
    await world.close();
  }
  if (isWanted('browser_kills')) note(await runBrowserKills(Number(values.kills)));
} finally {
  removeSeed();
}
const passed = lines.filter(isPassed).length;
process.stdout.write(`\n${passed} passed, ${lines.length - passed} failed\n`);
process.exit(passed === lines.length && passed > 0 ? 0 : 1);
