import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeNames } from '../../contract/writes/index.ts';
import type { Days } from './scenarios.ts';
import { plantedFaults, type Planted } from './fault-injection.ts';
import { simulate, type SimServer } from './run.ts';
import { openSimServer } from './server.ts';
import { kinds, writeSteps, type StepName } from './write-steps.ts';

/** Both shards together: a short version of `npm run simulate`, which runs any number from any seed. */
const SCHEDULES = 500;
/** Earlier schedules that broke a promise, or that a check misjudged. */
const fixed = [20988, 24348, 24969, 20028, 20431, 21273, 21299, 21654];
/** A client fault must show within this many schedules. */
const CATCH_WITHIN = 60;

/** The tests of one half of the schedules and planted faults: two files, so that two cores share them. */
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
    const seen = new Set<string>();
    let writes = 0;
    const seeds = Array.from({ length: count }, (_, index) => first + index);
    const run = async (seed: number, days: Days): Promise<void> => {
      const outcome = await simulate(server, seed, { days });
      writes += outcome.writes;
      for (const kind of Object.keys(outcome.kinds)) seen.add(kind);
      for (const violation of outcome.violations) found.push(`seed ${seed}: ${violation.promise}: ${violation.seen}`);
    };
    for (const seed of seeds) await run(seed, 'all');
    for (const seed of fixed.filter((_, index) => index % 2 === half)) await run(seed, 'first');
    expect(found).toEqual([]);
    expect(writes).toBeGreaterThan(count);
    const done = new Set(writeNames.filter((kind) => seen.has(kind)).map((kind) => kinds[kind]));
    expect(Object.keys(writeSteps).filter((step) => !done.has(step as StepName))).toEqual([]);
  }, 600_000);

  const planted = (Object.entries(plantedFaults) as [Planted, string][]).filter((_, index) => index % 2 === half);

  test.each(planted)(
    'the planted fault %s is caught, as a breach of %s',
    async (fault, promise) => {
      const seen = new Set<string>();
      for (let seed = 1; seed <= CATCH_WITHIN && !seen.has(promise); seed += 1) {
        // A planted fault may also stall a device; then the next schedule must show it.
        const outcome = await simulate(server, seed, { planted: fault }).catch((error: unknown) => {
          seen.add(`seed ${seed} broke off: ${String(error)}`);
          return null;
        });
        for (const violation of outcome?.violations ?? []) seen.add(violation.promise);
      }
      expect([...seen]).toContain(promise);
    },
    180_000,
  );
}
