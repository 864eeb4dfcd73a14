import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { untestableSources, areas, sourcesOf, wideTestsOf } from './areas.ts';
import type { AcceptedSurvivor } from './report.ts';

it('the mutation areas name only folders, files and tests that exist', () => {
  const named = areas.flatMap(({ folder, near, except }) => [folder, ...near, ...except]);
  expect([...named, ...Object.keys(untestableSources)].filter((path) => !existsSync(path))).toEqual([]);
});

it('each source file belongs to at most one mutation area', () => {
  const files = areas.flatMap(sourcesOf);
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

it('runs surviving mutants against the tests of all code that depends on the changed file', () => {
  expect(wideTestsOf(['contract/states/task.ts', 'contract/fields.ts'])).toEqual([
    'test/contract',
    'test/wire.test.ts',
    'test/db',
    'test/server',
  ]);
  expect(wideTestsOf(['sw/media.ts'])).toEqual(['test/sw']);
});

const accepted = JSON.parse(readFileSync('test/mutation/accepted.json', 'utf8')) as AcceptedSurvivor[];

it('each accepted survivor changes code that still exists, and has a reason', () => {
  const outdated = accepted.filter(({ file, original }) => !readFileSync(file, 'utf8').includes(original));
  expect(outdated).toEqual([]);
  expect(accepted.filter(({ reason }) => !/^[A-Z].{10,}\.$/.test(reason))).toEqual([]);
});
