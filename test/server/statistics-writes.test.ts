import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, callNames } from '../../contract/api-calls/index.ts';
import { recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { addLesson, samplesOf } from '../helpers/samples.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer } from '../helpers/server.ts';
import { countWrongFacts } from '../helpers/statistics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Records all rows again, because the preparation of a request also inserts rows without a new rev. */
async function recordAllRows(): Promise<void> {
  await server.db.updateTable('statistics_state').set({ rev: -1 }).execute();
  await recordUnrecordedChanges(server.deps);
}

/** Calls that may change rows, except calls whose response is a stream. */
const changingCalls = callNames.filter((name) => callNamed(name).method !== 'GET' && !callNamed(name).stream);

describe('the statistics', () => {
  it.each(changingCalls)('records in the statistics everything that the call %s writes', async (name) => {
    const user = await server.user({ ...roles.admin, first_name: 'Ada' });
    const lesson_id = await addLesson(server);
    const samples = samplesOf(server, { lesson_id, email: user.email!, password: TEST_PASSWORD });
    const request = await samples[name as keyof typeof samples](user.token);
    await recordAllRows();
    expect(await countWrongFacts(server)).toBe(0);
    await server.call(name, { token: user.token, ...request });
    await recordUnrecordedChanges(server.deps);
    expect(await countWrongFacts(server)).toBe(0);
  });
});
