import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantedFaults, type Planted } from './plants.ts';
import { simulate, type SimServer } from './run.ts';
import { openSimServer } from './server.ts';

/** Both halves together. Any number by `npm run simulate -- --schedules N --seed S`. */
const SCHEDULES = 500;
/** Schedules of earlier days that broke a promise, or that a check misjudged. */
const fixed = [20988, 24348, 24969, 20028, 20431, 21273, 21299, 21654];
/** A fault in the client must show within this many schedules. */
const CATCH_WITHIN = 60;

/** The tests of one half of the schedules and of the planted faults: two files, so that two cores share them. */
export function testHalf(half: 0 | 1): void {
  let server: SimServer & { close(): Promise<void> };
  beforeAll(async () => {
    server = await openSimServer();
  });
  afterAll(() => server.close());

  const count = SCHEDULES / 2;
  const first = 1 + half * count;

  test(`T1 to T8 hold over ${count} schedules with faults, from seed ${first}`, async () => {
    const found: string[] = [];
    let writes = 0;
    const seeds = Array.from({ length: count }, (_, index) => first + index);
    for (const seed of [...seeds, ...fixed.filter((_, index) => index % 2 === half)]) {
      const outcome = await simulate(server, seed);
      writes += outcome.writes;
      for (const { promise, seen } of outcome.violations) found.push(`seed ${seed}: ${promise}: ${seen}`);
    }
    expect(found).toEqual([]);
    expect(writes).toBeGreaterThan(count);
  }, 600_000);

  const planted = (Object.entries(plantedFaults) as [Planted, string][]).filter((_, index) => index % 2 === half);

  test.each(planted)(
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
}
