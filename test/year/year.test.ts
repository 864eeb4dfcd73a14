import { beforeAll, expect, test } from 'vitest';
import { runBatches, type SeedRange, type YearResult } from './batches.ts';
import { plantedFaults, type PlantedFault } from './planted-faults.ts';

// A short version of `npm run simulate:year`.
const MEMBERS = 12;
const SEEDS = 6;
const FIRST_SEED = 11;
/**
 * The seed that is repeated after all others. Its members send requests in parallel, and some of the requests are
 * refused.
 */
const REPEATED = 15;

const planted = Object.entries(plantedFaults) as [PlantedFault, (typeof plantedFaults)[PlantedFault]][];
const years: SeedRange = { first: FIRST_SEED, count: SEEDS, members: MEMBERS };
/** Bugs of recurring donations are injected into years with a single member, who has a recurring donation. */
const membersOf = (fault: PlantedFault) => (fault.startsWith('donation') ? 1 : MEMBERS);
const plantedRanges = planted.map(([fault, until]): SeedRange => ({
  ...years,
  members: membersOf(fault),
  planted: fault,
  until,
}));
const repeatedRange: SeedRange = { ...years, first: REPEATED, count: 1 };
const batches = [years, ...plantedRanges, repeatedRange];
const results = batches.map((): YearResult[] => []);
const resultsOf = (batch: SeedRange) => results[batches.indexOf(batch)]!;

beforeAll(() => runBatches(batches, (result) => void results[result.batch]!.push(result)), 600_000);

test(`charges, periods and access agree in ${SEEDS} years of ${MEMBERS} members, from seed ${FIRST_SEED}`, () => {
  expect(resultsOf(years).filter(({ outcome }) => outcome?.violations.length !== 0)).toEqual([]);
  const outcomes = resultsOf(years).flatMap(({ outcome }) => outcome ?? []);
  expect(outcomes).toHaveLength(SEEDS);
  const sum = (key: 'charges' | 'donations' | 'refunds') =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0);
  expect(sum('charges')).toBeGreaterThan((SEEDS * MEMBERS) / 2);
  expect(sum('donations')).toBeGreaterThan(SEEDS);
  expect(sum('refunds')).toBeGreaterThan(SEEDS / 2);
});

test('a simulated year has the same trace when it runs again after other years', () => {
  const hashOf = (batch: SeedRange) => resultsOf(batch).find(({ seed }) => seed === REPEATED)?.outcome?.hash;
  expect(hashOf(repeatedRange)).toBe(hashOf(years) ?? 'no trace');
});

test.each(planted)('detects the planted fault %s as a violation of "%s"', (fault, until) => {
  const runs = resultsOf(plantedRanges.find((batch) => batch.planted === fault)!);
  const seen = runs.flatMap(({ outcome, error }) => outcome?.violations.map(({ guarantee }) => guarantee) ?? [error]);
  expect(seen).toContain(until);
});
