import { beforeAll, expect, test } from 'vitest';
import { writeNames } from '../../contract/writes/index.ts';
import { runBatches, type SeedRange, type ScheduleResult } from './batches.ts';
import { plantedFaults, type PlantedFault } from './fault-injection.ts';
import { stepOfWrite, writeSteps, type StepName } from './write-steps.ts';

/**
 * Number of schedules in both shards together. The shards are a short version of `npm run simulate`, which can run any
 * number of schedules from any seed.
 */
const SCHEDULES = 100;
const firstVersionSeeds = [20988, 24348, 24969, 20028, 20431, 21273, 21299, 21654];
/** Schedules that violated a guarantee in the past, or that the simulator or one of its checks judged wrongly. */
const pastFailures: readonly SeedRange[] = [
  ...firstVersionSeeds.map((seed): SeedRange => ({ first: seed, count: 1, writeSet: 'first' })),
  { first: 950001355, count: 1 },
  { first: 960000744, count: 1 },
  { first: 971002920, count: 1 },
  { first: 974000696, count: 1 },
  { first: 976000621, count: 1 },
  { first: 980004773, count: 1 },
  { first: 990008930, count: 1 },
  { first: 991014276, count: 1 },
  { first: 991019781, count: 1 },
  { first: 1101025805, count: 1 },
  { first: 1200028910, count: 1 },
];
/** Number of schedules within which an injected bug of the client must be detected. */
const DETECTED_WITHIN = 60;
/** Number of schedules that are repeated after all others, to compare their results. */
const REPEATED = 12;

/**
 * Defines the tests of one half of the schedules and injected bugs. There are two test files, so that two cores can
 * share the work.
 */
export function defineShardTests(half: 0 | 1): void {
  const count = SCHEDULES / 2;
  const first = 1 + half * count;
  const isInHalf = (_: unknown, index: number) => index % 2 === half;
  const planted = (Object.entries(plantedFaults) as [PlantedFault, (typeof plantedFaults)[PlantedFault]][]).filter(
    isInHalf,
  );
  const randomSeeds: SeedRange = { first, count };
  const pastFailuresOfHalf = pastFailures.filter(isInHalf);
  const plantedRanges = planted.map(([fault, until]): SeedRange => ({
    first: 1,
    count: DETECTED_WITHIN,
    planted: fault,
    until,
  }));
  const repeatedSeeds: SeedRange = { first, count: REPEATED };
  const batches = [randomSeeds, ...pastFailuresOfHalf, ...plantedRanges, repeatedSeeds];
  const results = batches.map((): ScheduleResult[] => []);
  const resultsOf = (batch: SeedRange) => results[batches.indexOf(batch)]!;

  beforeAll(() => runBatches(batches, (result) => void results[result.batch]!.push(result)), 900_000);

  test(`guarantees T1 to T8 hold over ${count} schedules with faults, from seed ${first}`, () => {
    const all = [randomSeeds, ...pastFailuresOfHalf].flatMap(resultsOf);
    expect(all.filter(({ outcome }) => outcome?.violations.length !== 0)).toEqual([]);
    expect(all).toHaveLength(count + pastFailuresOfHalf.length);
    const outcomes = all.flatMap(({ outcome }) => outcome ?? []);
    expect(outcomes.reduce((sum, { writes }) => sum + writes, 0)).toBeGreaterThan(count);
    const seen = new Set(outcomes.flatMap((outcome) => Object.keys(outcome.kinds)));
    const done = new Set(writeNames.filter((kind) => seen.has(kind)).map((kind) => stepOfWrite[kind]));
    expect(Object.keys(writeSteps).filter((step) => !done.has(step as StepName))).toEqual([]);
  });

  test(`the schedules from seed ${first} produce the same traces when they run again after other schedules`, () => {
    const traces = (batch: SeedRange) => resultsOf(batch).map(({ seed, outcome }) => [seed, outcome?.hash]);
    expect(traces(repeatedSeeds)).toEqual(traces(randomSeeds).slice(0, REPEATED));
    const foreignTurns = resultsOf(randomSeeds).map(({ outcome }) => outcome?.foreign_turns);
    expect(new Set(foreignTurns)).toEqual(new Set([0]));
  });

  test.each(planted)('detects the planted fault %s as a violation of %s', (fault, guarantee) => {
    const runs = resultsOf(plantedRanges.find((batch) => batch.planted === fault)!);
    // An injected bug may also stop a device, which ends a schedule with an error. In this case, a later schedule must
    // detect the bug.
    const seen = runs.flatMap(
      ({ outcome, error }) => outcome?.violations.map((violation) => violation.guarantee) ?? [error],
    );
    expect(seen).toContain(guarantee);
  });
}
