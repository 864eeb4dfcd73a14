import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entityNames, stores } from '../../contract/entities/stores.ts';
import { readCurrentStores, type RecordedStores } from '../helpers/stores.ts';

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'schema.json'), 'utf8')) as RecordedStores;

test('the newest version of the local database has a store and the listed indexes for each entity', async () => {
  const current = await readCurrentStores();
  const missing = entityNames
    .filter((name) => current.stores[name] !== stores[name].indexes)
    .map((name) => `${name}: '${stores[name].indexes}'`);
  const instruction = `append to versions in src/db/schema/versions.ts: { ${missing.join(', ')} }, then run npm run wire`;
  expect(missing, instruction).toEqual([]);
});

test('a store or an index of the local database changes only with a new version', async () => {
  const current = await readCurrentStores();
  const instruction =
    current.version > recorded.version
      ? `version ${current.version} is not recorded: run npm run wire`
      : `in src/db/schema/versions.ts restore version ${recorded.version} as test/db/schema.json has it, append the change as version ${recorded.version + 1}, then run npm run wire`;
  expect(current, instruction).toEqual(recorded);
});
