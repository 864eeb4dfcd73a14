import type { Batch, Result } from './batches.ts';
import { simulateYear } from './run.ts';
import { openYearServer } from './year-server.ts';

// The process that runBatches starts. It takes the batches as its argument and writes one line of JSON per seed.
const batches = JSON.parse(process.argv[2] ?? '[]') as Batch[];
const server = await openYearServer();

async function runOne(seed: number, batch: Batch): Promise<Pick<Result, 'outcome' | 'error'>> {
  try {
    return { outcome: await server.forgotten(() => simulateYear(server, { ...batch, seed })) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

for (const [index, batch] of batches.entries()) {
  const { first, count, every = 1, until } = batch;
  for (let seed = first; seed < first + count; seed += every) {
    const result = await runOne(seed, batch);
    process.stdout.write(`${JSON.stringify({ batch: index, seed, ...result })}\n`);
    if (result.outcome?.violations.some(({ guarantee }) => guarantee === until)) break;
  }
}
await server.close();
