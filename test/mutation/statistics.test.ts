import { expect, it } from 'vitest';
import { drawSample, wilsonInterval } from './statistics.ts';

const hundred = Array.from({ length: 100 }, (_, index) => index);

it('draws the same sample of mutants for the same seed and a different one for another seed', () => {
  const sample = drawSample(hundred, 10, 7);
  expect(sample).toHaveLength(10);
  expect(new Set(sample).size).toBe(10);
  expect(drawSample(hundred, 10, 7)).toEqual(sample);
  expect(drawSample(hundred, 10, 8)).not.toEqual(sample);
});

it('a sample that is larger than the list of mutants contains every mutant', () => {
  expect(drawSample([1, 2, 3], 400, 1).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(drawSample(hundred, Infinity, 1).toSorted((a, b) => a - b)).toEqual(hundred);
});

it('samples contain all mutants about equally often', () => {
  const drawCounts = hundred.map(() => 0);
  for (let seed = 0; seed < 1000; seed += 1)
    for (const index of drawSample(hundred, 10, seed)) drawCounts[index] = (drawCounts[index] ?? 0) + 1;
  expect(Math.min(...drawCounts)).toBeGreaterThan(60);
  expect(Math.max(...drawCounts)).toBeLessThan(140);
});

it.each([
  // Expected values, computed in R with prop.test(hits, total, correct = FALSE).
  [81, 263, 0.255257, 0.3662],
  [0, 20, 0, 0.161125],
  [20, 20, 0.838875, 1],
  [360, 400, 0.866758, 0.925661],
])('computes the 95%% Wilson interval of %i killed of %i', (hits, total, low, high) => {
  const interval = wilsonInterval(hits, total);
  expect(interval[0]).toBeCloseTo(low, 3);
  expect(interval[1]).toBeCloseTo(high, 3);
});

it('the Wilson interval without any mutants is 0 to 1', () => {
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
});
