import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alwaysRun, drawSample, excludedPatterns, sampledSeconds } from '../e2e/helpers/sample.ts';

const folder = join(import.meta.dirname, '../e2e');
const specs = readdirSync(folder).flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.[1] ?? []);
const seeds = Array.from({ length: 60 }, (_, index) => `seed ${index}`);
const secondsOf = (files: readonly string[]) => files.reduce((sum, file) => sum + (sampledSeconds[file] ?? 0), 0);

it('each browser test file either always runs in npm test or can be drawn into the sample', () => {
  const remedy = 'add the file to alwaysRun or sampledSeconds in test/e2e/helpers/sample.ts';
  expect([...alwaysRun, ...Object.keys(sampledSeconds)].sort(), remedy).toEqual(specs.sort());
});

it('a sample of browser tests takes 60 to 80 seconds, and depends only on the seed', () => {
  for (const seed of seeds) {
    expect(drawSample(seed)).toEqual(drawSample(seed));
    expect(secondsOf(drawSample(seed)), seed).toBeLessThanOrEqual(80);
    expect(secondsOf(drawSample(seed)), seed).toBeGreaterThanOrEqual(60);
  }
});

it('sixty seeds draw each browser test file at least once', () => {
  expect(new Set(seeds.flatMap(drawSample))).toEqual(new Set(Object.keys(sampledSeconds)));
});

it('only a run with a seed skips the browser tests that were not drawn', () => {
  const drawn = drawSample('seed 1');
  const skipped = Object.keys(sampledSeconds).filter((file) => !drawn.includes(file));
  expect(excludedPatterns('seed 1').sort()).toEqual(skipped.map((file) => `**/${file}.spec.ts`).sort());
  expect(excludedPatterns(undefined)).toEqual([]);
});
