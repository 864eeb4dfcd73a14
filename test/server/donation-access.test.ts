import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseAccount } from '../../server/features/accounts/deletion.ts';
import type { Donation } from '../../contract/entities/donation.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { donationsOf, createDonor, openDonationServer } from '../helpers/donations.ts';
import { fetchBlobStatus, type Person } from '../helpers/sync-server.ts';

const { server, ops, leads, mary, carl, olga, admin } = await openDonationServer();
let petra: Person;

afterAll(() => server.close());
beforeEach(async () => {
  petra = await createDonor(server, carl);
});

describe('the photo of a donation', () => {
  it("shows a donation's photo to employees, and to a donor only if the donor uploaded it", async () => {
    const [taken, own] = [await ops.photo(carl, 'by Carl'), await ops.photo(petra, 'by Petra')];
    const { id } = await ops.createFor(carl, petra.id, { photo: taken });
    await ops.createFor(petra, petra.id, { photo: own, is_no_duplicate: true });
    expect((await donationsOf(server, petra)).find((row) => row.id === id)?.row).toMatchObject({ photo: null });
    expect((await donationsOf(server, mary)).find((row) => row.id === id)?.row).toMatchObject({
      photo: { sha256: taken.sha256 },
    });
    const statuses = async (sha256: string) =>
      Promise.all([carl, mary, admin, petra, olga].map((person) => fetchBlobStatus(server, person, sha256)));
    expect(await statuses(taken.sha256)).toEqual([200, 200, 200, 404, 404]);
    expect(await statuses(own.sha256)).toEqual([200, 200, 200, 200, 404]);
  });

  it('the photo of a donation must have been uploaded by the author', async () => {
    const foreign = await ops.photo(olga, 'by Olga');
    expect(await server.send(carl, ops.submit(petra.id, { photo: foreign }))).toMatchObject({
      ...{ status: 424, code: 'blob_missing' },
    });
  });
});

describe('the clean-up of files', () => {
  it('keeps the photo of a donation, and drops a photo that no donation refers to', async () => {
    const [used, unused] = [await ops.photo(carl, 'used'), await ops.photo(carl, 'unused')];
    await ops.createFor(carl, petra.id, { photo: used });
    server.pass(8 * 86_400_000);
    await cleanUp(server.deps.db, new Date(server.now));
    expect([
      await fetchBlobStatus(server, carl, used.sha256),
      await fetchBlobStatus(server, carl, unused.sha256),
    ]).toEqual([200, 404]);
  });
});

describe('the donations of a reassigned person', () => {
  it("the new employee gets a reassigned person's donations, and the previous one keeps only their own", async () => {
    const manager = await server.manager();
    const ben = await server.consultant({ first_name: 'Ben', responsible_id: manager.id });
    const [own, theirs] = [
      await ops.createFor(carl, petra.id),
      await ops.createFor(petra, petra.id, { amount_cents: 5_000 }),
    ];
    const cursors = new Map<Person, number>();
    for (const person of [carl, mary, ben])
      cursors.set(person, (await server.changes(person, { p1: 0 })).cursors.p1 ?? 0);
    expect(await server.send(carl, leads.give(petra.id, ben))).toMatchObject({ status: 200 });
    const seen = async (person: Person) =>
      (await server.changes(person, { p1: cursors.get(person)! })).changes
        .filter(({ c }) => c === 'donations')
        .map(({ id, op }) => `${id === own.id ? 'own' : id === theirs.id ? 'theirs' : 'other'} ${op}`)
        .toSorted();
    expect(await seen(ben)).toEqual(['own put', 'theirs put']);
    for (const person of [carl, mary]) expect(await seen(person)).toEqual(['own put', 'theirs gone']);
    expect(await server.send(carl, ops.confirm(theirs.id, 5_000))).toMatchObject({ status: 404, code: 'access_lost' });
    expect(await server.send(ben, ops.confirm(theirs.id, 5_000))).toMatchObject({ status: 200 });
  });
});

describe('the donations of an erased account', () => {
  it("keeps an erased account's donations without comment, photo and name", async () => {
    const photo = await ops.photo(petra, 'erased');
    const fields = { purpose: 'other', purpose_text: 'For Altona', comment: 'From my aunt', photo };
    const { id } = await ops.createFor(petra, petra.id, fields);
    await server.send(carl, ops.reject(id, 'Not from Petra'));
    await server.deps.db
      .updateTable('users')
      .set({ delete_at: server.iso(-1) })
      .where('id', '=', petra.id)
      .execute();
    await eraseAccount(server.deps, petra.id);
    const row = (await donationsOf(server, admin)).find((change) => change.id === id)?.row;
    expect(row).toMatchObject({
      ...{ amount_cents: 2_000, state: 'rejected', comment: '', purpose_text: '', reason: '', photo: null },
    });
    expect((row as Donation).donor_name).not.toContain('Petra');
  });
});
