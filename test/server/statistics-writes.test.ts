import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, callNames } from '../../contract/api-calls/index.ts';
import { countedTables } from '../../server/features/statistics/facts.ts';
import { recordChanges } from '../../server/features/statistics/record.ts';
import { addLesson, samplesOf } from '../helpers/samples.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer } from '../helpers/server.ts';
import { unrecordedFacts } from '../helpers/statistics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Counts the rows that the preparation of a request has inserted without writes. */
const countPrepared = () =>
  server.db.transaction().execute((tx) =>
    recordChanges(tx, {
      ...{ scope: server.scope, after: -1, up_to: Number.MAX_SAFE_INTEGER },
      tables: new Set<string>(countedTables),
    }),
  );

/** Calls that may change rows, except those whose response is a stream. */
const changing = callNames.filter((name) => callNamed(name).method !== 'GET' && !callNamed(name).stream);

describe('the statistics', () => {
  it.each(changing)('miss nothing that %s writes', async (name) => {
    const user = await server.user({ ...roles.admin, first_name: 'Ada' });
    const lesson_id = await addLesson(server);
    const samples = samplesOf(server, { lesson_id, email: user.email!, password: TEST_PASSWORD });
    const request = await samples[name as keyof typeof samples](user.token);
    await countPrepared();
    expect(await unrecordedFacts(server)).toBe(0);
    await server.call(name, { token: user.token, ...request });
    expect(await unrecordedFacts(server)).toBe(0);
  });
});
