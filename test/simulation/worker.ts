import { queryObjects } from 'node:v8';
import type { SeedRange, ScheduleResult } from './batches.ts';
import { simulate, type Outcome } from './run.ts';
import { openSimServer } from './server.ts';
import { World } from './world.ts';

// The process that runBatches starts. Its argument contains the batches. It prints one line of JSON for each schedule.
const batches = JSON.parse(process.argv[2] ?? '[]') as SeedRange[];
/** Number of worlds that may be in memory after the last schedule. */
const WORLDS_IN_USE = 3;
const report = (result: ScheduleResult) => process.stdout.write(`${JSON.stringify(result)}\n`);
const server = await openSimServer();

async function runSeed(seed: number, batch: SeedRange): Promise<Pick<ScheduleResult, 'outcome' | 'error'>> {
  try {
    return { outcome: await simulate(server, seed, batch) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const isBroken = ({ violations }: Outcome, { until }: SeedRange) =>
  violations.some(({ guarantee }) => guarantee === until);

for (const [index, batch] of batches.entries()) {
  const { first, count, every = 1 } = batch;
  for (let seed = first; seed < first + count; seed += every) {
    const result = await runSeed(seed, batch);
    report({ batch: index, seed, ...result });
    if (result.outcome && isBroken(result.outcome, batch)) break;
  }
}
// The last world is still in use because of its clock, and a callback may reference the world before it. If all earlier
// worlds also stayed in memory, a long run would need too much memory.
const worldCount = Number(queryObjects(World, { format: 'count' }));
if (worldCount > WORLDS_IN_USE) throw new Error(`${worldCount} worlds of ended schedules are still in memory`);
await server.close();
