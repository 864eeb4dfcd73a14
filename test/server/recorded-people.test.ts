import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordNextChanges, recordUnrecordedChanges } from '../../server/features/statistics/record.ts';
import { findWrongPeopleCounts } from '../helpers/people-counts.ts';
import { openHistory } from '../helpers/statistics-history.ts';
import { openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

// The rollup contains this many people too many, so that a count shows whether it comes from the rollup.
const TOO_MANY = 100;
const REV = 50_000;

let server: TestServer;
let admin: TestUser;
let manager: TestUser;
let consultant: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.user(roles.admin);
  manager = await server.user(roles.manager);
  consultant = await server.user({ ...roles.consultant, responsible_id: manager.id });
  await server.user({ responsible_id: consultant.id, country: 'DE', language: 'de' });
  await server.user({ responsible_id: manager.id, country: 'AT', language: 'en' });
  await server.user({ country: 'AT', language: 'en' });
  await setCounter(REV);
  await recordUnrecordedChanges(server.deps);
  await server.db
    .updateTable('statistics_rollup')
    .set((row) => ({ registrations: row('registrations', '+', TOO_MANY) }))
    .where('scope', '=', server.scope)
    .execute();
});
afterAll(() => server.close());

const setCounter = (rev: number) =>
  server.db
    .insertInto('sync_counter')
    .values({ scope: server.scope, rev })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ rev }))
    .execute();

async function counts(caller: TestUser, body: object = {}, search?: string) {
  // If all matching people were on one page, the server would count them and not use the statistics.
  const query = { page_size: 1, ...(search !== undefined && { search }) };
  const reply = await server.call('team.structure_users', { token: caller.token, query, body });
  expect(reply.status).toBe(200);
  return [reply.body['count'], reply.body['total_count']];
}

it('counts people from the statistics, for all people, for a country and for an employee', async () => {
  expect(await counts(admin)).toEqual([103, 103]);
  expect(await counts(admin, { country: 'AT' })).toEqual([102, 103]);
  expect(await counts(admin, { responsible_id: manager.id })).toEqual([101, 103]);
  expect(await counts(admin, { country: 'DE', responsible_id: consultant.id })).toEqual([101, 103]);
  expect(await counts(manager)).toEqual([202, 202]);
  expect(await counts(manager, { country: 'DE' })).toEqual([101, 202]);
  expect(await counts(manager, { responsible_id: consultant.id })).toEqual([101, 202]);
  expect(await counts(manager, { responsible_id: admin.id })).toEqual([0, 202]);
  expect(await counts(consultant)).toEqual([101, 101]);
});

it('counts the matching people themselves for filters that the statistics do not contain', async () => {
  expect(await counts(admin, { language: 'en' })).toEqual([2, 103]);
  expect(await counts(admin, { status: ['active'], country: 'AT' })).toEqual([2, 103]);
  expect(await counts(admin, { status: [], country: 'AT' })).toEqual([102, 103]);
  expect(await counts(admin, {}, 'nobody')).toEqual([0, 103]);
});

it('counts the rows of people instead of recorded facts while more than 10,000 revs are not recorded yet', async () => {
  const other = await server.user({ ...roles.manager, is_superuser: true });
  await setCounter(REV + 10_000);
  expect(await counts(other)).toEqual([103, 103]);
  await setCounter(REV + 10_001);
  await server.db.updateTable('users').set({ city: 'Bern' }).where('id', '=', other.id).execute();
  expect(await counts(other)).toEqual([3, 3]);
});

it('counts as many people as a recount after random work, of which a part is recorded', async () => {
  const { server: other, viewers, work } = await openHistory(3, '2026-03-27T05:10:00.000Z');
  for (const record of [recordUnrecordedChanges, recordNextChanges, recordNextChanges]) {
    await work(20, new Set());
    await record(other.deps, 15);
    await work(5, new Set());
    for (const viewer of Object.values(viewers)) expect(await findWrongPeopleCounts(other, viewer)).toEqual([]);
  }
  await other.close();
}, 60_000);
