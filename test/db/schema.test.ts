import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { currentStores, type RecordedStores } from '../helpers/stores.ts';

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'schema.json'), 'utf8')) as RecordedStores;

test('a store or an index of the phone changes only with a new version of its database', async () => {
  const current = await currentStores();
  const cure =
    current.version > recorded.version
      ? `version ${current.version} is not recorded: run npm run wire`
      : 'in versions of src/db/schema/db.ts write out the last version as test/db/schema.json has it, add a version after it, then run npm run wire';
  expect(current, cure).toEqual(recorded);
});
