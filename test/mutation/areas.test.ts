import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { untestableSources, areas, sourcesOf, wideTestsOf } from './areas.ts';

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
