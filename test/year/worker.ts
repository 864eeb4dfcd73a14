import { sql } from 'kysely';
import type { SeedRange, YearResult } from './batches.ts';
import { simulateYear } from './run.ts';
import { openYearServer } from './year-server.ts';

// The process that runBatches starts. Its argument contains the batches. It prints one line of JSON for each seed.
const batches = JSON.parse(process.argv[2] ?? '[]') as SeedRange[];
const server = await openYearServer();
/** Number of years after which a vacuum frees the space of deleted rows. */
const VACUUM_EVERY = 25;

async function runSeed(seed: number, batch: SeedRange): Promise<Pick<YearResult, 'outcome' | 'error'>> {
  try {
    return { outcome: await simulateYear(server, { ...batch, seed }) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

let years = 0;
for (const [index, batch] of batches.entries()) {
  const { first, count, every = 1, until } = batch;
  for (let seed = first; seed < first + count; seed += every) {
    const result = await runSeed(seed, batch);
    process.stdout.write(`${JSON.stringify({ batch: index, seed, ...result })}\n`);
    if (result.outcome?.violations.some(({ guarantee }) => guarantee === until)) break;
    years += 1;
    if (years % VACUUM_EVERY === 0) await sql`vacuum`.execute(server.db);
  }
}
await server.close();
