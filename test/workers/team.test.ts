import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveTeam } from '../../server/features/team/counts.ts';
import { branchKey, savedBranches, savedOwnBranch } from '../../src/db/queries/team.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { MAX_BRANCHES } from '../../workers/sync/team.ts';
import { newId } from '../helpers/phone.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
beforeAll(async () => {
  server = await openSyncServer();
});
afterAll(() => server.close());

const fetchBranch = (phone: RealPhone, id: string | null, more = false) =>
  runAccountAction(phone.ports, phone, 'fetchBranch', [id, more]);

/** Adds people whom `referrer` invited, at intervals of a minute. */
async function invite(referrer: Person, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) {
    people.push(await server.person({ first_name: `N${number}`, referrer_id: referrer.id }));
    server.pass(60_000);
  }
  return people;
}

async function remove({ id }: Person): Promise<void> {
  const { db, scope } = server.deps;
  await db.transaction().execute(async (tx) => {
    await leaveTeam(tx, scope, id);
    await tx.updateTable('users').set({ deleted_at: server.iso() }).where('id', '=', id).execute();
  });
}

const firstNames = async (phone: RealPhone, id: string | null = null) =>
  (await savedBranches(phone.db)).get(id)?.rows.map(({ first_name }) => first_name);

test('keeps each opened branch of the team with its age, also while offline', async () => {
  const anna = await server.person();
  const [ben] = await invite(anna, 2);
  await invite(ben!, 1);
  const phone = await createRealPhone(server, anna);
  expect(await savedOwnBranch(phone.db)).toBeNull();
  expect(await fetchBranch(phone, null)).toEqual({ ok: true });
  const own = await savedOwnBranch(phone.db);
  expect(own).toMatchObject({ people: 3, line_1: 2, next: null, path: [] });
  expect(own!.rows.map(({ id, people }) => [id, people])[0]).toEqual([ben!.id, 1]);
  expect(Date.parse(own!.at)).toBe(phone.ports.clock.now());
  expect(await fetchBranch(phone, ben!.id)).toEqual({ ok: true });
  phone.offline = true;
  expect(await fetchBranch(phone, null)).toMatchObject({ ok: false });
  expect(await firstNames(phone)).toEqual(['N0', 'N1']);
  expect((await savedBranches(phone.db)).get(ben!.id)).toMatchObject({ people: 1, path: [{ id: ben!.id }] });
});

test('adds a page of 50 people to a branch on request, and later refreshes all its pages', async () => {
  const anna = await server.person();
  const people = await invite(anna, 60);
  const phone = await createRealPhone(server, anna);
  await fetchBranch(phone, null);
  const first = await savedOwnBranch(phone.db);
  expect([first!.rows.length, first!.next]).toEqual([50, 2]);
  server.pass(3_600_000);
  expect(await fetchBranch(phone, null, true)).toEqual({ ok: true });
  const twoPages = await savedOwnBranch(phone.db);
  expect([twoPages!.rows.length, twoPages!.next, twoPages!.pages]).toEqual([60, null, 2]);
  // The shown age is the age of the oldest rows.
  expect(twoPages!.at).toBe(first!.at);
  await invite(anna, 1);
  await remove(people[0]!);
  expect(await fetchBranch(phone, null)).toEqual({ ok: true });
  const refreshedBranch = await savedOwnBranch(phone.db);
  expect([refreshedBranch!.rows.length, refreshedBranch!.rows[0]!.id, refreshedBranch!.people]).toEqual([
    60,
    people[1]!.id,
    60,
  ]);
});

test('lists no one twice if someone was added further up in the list between two pages', async () => {
  const anna = await server.person();
  await invite(anna, 52);
  const phone = await createRealPhone(server, anna);
  await fetchBranch(phone, null);
  const page = (await phone.db.pages.get(branchKey(null)))!;
  // Make the next page start with people who are already on the first page.
  await phone.db.pages.put({ ...page, rows: [...page.rows.slice(1), page.rows[0]] });
  await phone.db.pages.update(branchKey(null), { about: { ...(page.about as object), next: 1 } });
  await fetchBranch(phone, null, true);
  expect((await savedOwnBranch(phone.db))!.rows).toHaveLength(50);
});

test('deletes a stored branch whose person is no longer in the team', async () => {
  const anna = await server.person();
  const [ben] = await invite(anna, 1);
  const phone = await createRealPhone(server, anna);
  await fetchBranch(phone, ben!.id);
  expect((await savedBranches(phone.db)).has(ben!.id)).toBe(true);
  await remove(ben!);
  expect(await fetchBranch(phone, ben!.id)).toMatchObject({ ok: false, code: 'not_found' });
  expect((await savedBranches(phone.db)).has(ben!.id)).toBe(false);
  expect(await fetchBranch(phone, newId())).toMatchObject({ ok: false, code: 'not_found' });
});

test("keeps at most 200 branches besides the user's own, and deletes the branches fetched longest ago", async () => {
  expect(MAX_BRANCHES).toBe(200);
  const anna = await server.person();
  const [ben] = await invite(anna, 1);
  const phone = await createRealPhone(server, anna);
  await fetchBranch(phone, null);
  await phone.db.pages.update(branchKey(null), { fetched_at: new Date(Date.UTC(2025, 0, 1)).toISOString() });
  const old = Array.from({ length: MAX_BRANCHES }, (_, number) => ({
    key: branchKey(`old${number}`),
    rows: [],
    fetched_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
  }));
  await phone.db.pages.bulkPut(old);
  await fetchBranch(phone, ben!.id);
  const left = await savedBranches(phone.db);
  expect(left.size).toBe(MAX_BRANCHES + 1);
  expect([left.has(null), left.has(ben!.id), left.has('old0'), left.has('old1')]).toEqual([true, true, false, true]);
});
