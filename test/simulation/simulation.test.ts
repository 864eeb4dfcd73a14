import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantedFaults, type Planted } from './plants.ts';
import { simulate, type SimServer } from './run.ts';
import { openSimServer } from './server.ts';

/** Any number by `npm run simulate -- --schedules N --seed S`. */
const SCHEDULES = 500;
const FIRST_SEED = 1;
/** A fault in the client must show within this many schedules. */
const CATCH_WITHIN = 60;

let server: SimServer & { close(): Promise<void> };

beforeAll(async () => {
  server = await openSimServer();
});
afterAll(() => server.close());

test(`T1 to T8 hold over ${SCHEDULES} schedules with faults, from seed ${FIRST_SEED}`, async () => {
  const found: string[] = [];
  let writes = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const outcome = await simulate(server, seed);
    writes += outcome.writes;
    for (const { promise, seen } of outcome.violations) found.push(`seed ${seed}: ${promise}: ${seen}`);
  }
  expect(found).toEqual([]);
  expect(writes).toBeGreaterThan(SCHEDULES);
}, 600_000);

test.each(Object.entries(plantedFaults) as [Planted, string][])(
  'the planted fault %s is caught, as a breach of %s',
  async (fault, promise) => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= CATCH_WITHIN && !seen.has(promise); seed += 1) {
      for (const violation of (await simulate(server, seed, fault)).violations) seen.add(violation.promise);
    }
    expect([...seen]).toContain(promise);
  },
  180_000,
);
