import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulate, type SimServer } from './run.ts';
import { openSimServer } from './server.ts';
import type { Planted } from './world.ts';

/** Any number by `npm run simulate -- --schedules N --seed S`. */
const SCHEDULES = 500;
const FIRST_SEED = 1;
/** A fault in the client must show within this many schedules. */
const CATCH_WITHIN = 40;

let server: SimServer & { close(): Promise<void> };

beforeAll(async () => {
  server = await openSimServer();
});
afterAll(() => server.close());

test(`T1 to T6 hold over ${SCHEDULES} schedules with faults, from seed ${FIRST_SEED}`, async () => {
  const found: string[] = [];
  let writes = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const outcome = await simulate(server, seed);
    writes += outcome.writes;
    for (const { promise, seen } of outcome.violations) found.push(`seed ${seed}: ${promise}: ${seen}`);
  }
  expect(found).toEqual([]);
  expect(writes).toBeGreaterThan(SCHEDULES);
}, 400_000);

/** A fault on purpose in the client, and a promise that must be seen broken by it. */
const planted: [Planted, string][] = [
  ['no_key', 'T2'],
  ['delete_before_ack', 'T1'],
  ['non_atomic_enqueue', 'T1'],
];

test.each(planted)(
  'a client with the planted fault %s is caught',
  async (fault, promise) => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= CATCH_WITHIN && !seen.has(promise); seed += 1) {
      for (const violation of (await simulate(server, seed, fault)).violations) seen.add(violation.promise);
    }
    expect([...seen]).toContain(promise);
  },
  120_000,
);
