import { parseArgs } from 'node:util';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { type Engine, engines, type OpenBrowser } from './engines.ts';
import { type Journey, journeys } from './journeys/index.ts';
import { type Cell, exitStatus, type SkippedEngine, resultTable } from './table.ts';
import { openWorld } from './world.ts';

// `npm run test:browsers -- --only firefox,webkit --journey logout`: runs journeys in three engines, and prints a
// table. Each cell has its own server and browser profiles.

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Returns the items of `all` that are named in a comma-separated list; all items if it is empty. */
function pickByName<T extends { name: string }>(all: readonly T[], list: string): readonly T[] {
  const names = list === '' ? all.map(({ name }) => name) : list.split(',');
  return names.map((name) => {
    const found = all.find((item) => item.name === name);
    if (!found) throw new Error(`unknown name ${name}; use ${all.map((item) => item.name).join(', ')}`);
    return found;
  });
}

/** Runs a journey in an engine, prints a line about it, and returns its cell of the table. */
async function runCell({ name, run }: Journey, engine: Engine, openBrowser: OpenBrowser): Promise<Cell> {
  const startedAt = performance.now();
  let error: string | null = null;
  let result = '';
  try {
    const world = await openWorld(openBrowser, engine.usesTls);
    try {
      result = await run(world, engine.name);
    } finally {
      await world.close();
    }
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  print(`${name} in ${engine.title}: ${error ?? result} (${Math.round(seconds)} s)`);
  return { journey: name, engine: engine.title, seconds, error };
}

/** Returns the function that opens the engine's browser, or the reason why it cannot run. */
function prepareEngine({ prepare, title }: Engine): OpenBrowser | SkippedEngine {
  try {
    return prepare();
  } catch (error) {
    return { engine: title, reason: error instanceof Error ? error.message : String(error) };
  }
}

const textOption = { type: 'string', default: '' } as const;
const { values } = parseArgs({ options: { only: textOption, journey: textOption } });
const [wantedEngines, wantedJourneys] = [pickByName(engines, values.only), pickByName(journeys, values.journey)];
const cells: Cell[] = [];
const notRun: SkippedEngine[] = [];
const removeSeed = await seedOnce();
for (const engine of wantedEngines) {
  const openBrowser = prepareEngine(engine);
  if (typeof openBrowser !== 'function') notRun.push(openBrowser);
  else for (const journey of wantedJourneys) cells.push(await runCell(journey, engine, openBrowser));
}
removeSeed();
const titles = wantedEngines.map(({ title }) => title);
print(
  `\n${resultTable(
    { cells, notRun },
    wantedJourneys.map(({ name }) => name),
    titles,
  )}`,
);
process.exit(exitStatus({ cells, notRun }, Boolean(process.env['CI'])));
