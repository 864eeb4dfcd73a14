import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Donation } from '../../contract/entities/donation.ts';
import { donationsOf, createDonor, openDonationServer } from '../helpers/donations.ts';
import type { Person } from '../helpers/sync-server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const { server, ops, leads, mary, carl, olga, admin } = await openDonationServer();
let petra: Person;

afterAll(() => server.close());
beforeEach(async () => {
  petra = await createDonor(server, carl);
});

const donationIdsOf = async (person: Person) => (await donationsOf(server, person)).map(({ id }) => id);

describe('a donation that waits for confirmation', () => {
  it('shows an unconfirmed donation only to the donor, the consultant, the manager and admins', async () => {
    const stranger = await server.manager();
    const result = await server.send(carl, ops.submit(petra.id, { donor_name: 'Someone else', comment: 'Altona' }));
    expect(Donation.parse(result.row)).toEqual(result.row);
    expect(result.row).toMatchObject({
      ...{ state: 'submitted', donor_name: 'Petra Person', author_id: carl.id, author_name: 'Carl Person' },
      ...{ decided_by_id: null, decided_by_name: null, comment: 'Altona', receipt: 'D-7F3A-0012' },
    });
    const { id } = result.row as Donation;
    for (const person of [petra, carl, mary, admin]) expect(await donationIdsOf(person)).toContain(id);
    for (const person of [olga, stranger, await server.person()]) expect(await donationIdsOf(person)).not.toContain(id);
    const { body } = await server.snapshot(mary, { group: 'p1', limit: 1000 });
    expect(body.rows.find((row) => row.id === id)).toMatchObject({ c: 'donations', row: result.row });
  });

  it('notifies everyone who can see a new donation', async () => {
    const notified: string[][] = [];
    server.deps.pokes.onAnnounce = ({ audience }) => notified.push([...audience].toSorted());
    await ops.createFor(carl, petra.id);
    server.deps.pokes.onAnnounce = null;
    expect(notified).toEqual([[petra.id, carl.id, mary.id, admin.id].toSorted()]);
  });

  it('lets a learner enter only donations of their own', async () => {
    expect(await ops.createFor(petra, petra.id)).toMatchObject({ donor_id: petra.id, author_id: petra.id });
    const other = await server.person();
    expect(await server.send(petra, ops.submit(other.id))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it("responds identically to a donation for another consultant's person and for a missing one", async () => {
    const answers = [await server.send(olga, ops.submit(petra.id)), await server.send(olga, ops.submit(uuidv7()))];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, code: 'not_found', fields: { donor_id: 'not_found' } });
  });

  it('responds with `access_lost` to a donation whose donor was reassigned to another employee', async () => {
    await server.recordLostAccess(olga, 'people', petra.id);
    expect(await server.send(olga, ops.submit(petra.id))).toMatchObject({ status: 404, code: 'access_lost' });
  });

  it('entering a donation again under the same id creates no second donation', async () => {
    const id = uuidv7();
    const [first, second] = [ops.submit(petra.id, {}, id), ops.submit(petra.id, { comment: 'again' }, id)];
    await server.send(carl, first);
    expect(await server.send(carl, second)).toMatchObject({ status: 200, row: { id, comment: '' } });
    expect(await server.send(petra, ops.submit(petra.id, {}, id))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('refuses a donation paid more than five minutes after its entry or more than a year before it', async () => {
    for (const [ahead, status] of [
      [5 * MINUTE_MS, 200],
      [5 * MINUTE_MS + 1, 422],
      [-365 * DAY_MS, 200],
      [-365 * DAY_MS - 1, 422],
    ] as const) {
      const paid_at = server.iso(ahead);
      const answer = await server.send(carl, ops.submit(petra.id, { paid_at }));
      expect([ahead, answer.status]).toEqual([ahead, status]);
      if (status === 422) expect(answer).toMatchObject({ fields: { paid_at: 'paid_at_invalid' } });
    }
  });

  it('compares the time of payment with the time of entry, even if the donation is sent days later', async () => {
    const write = ops.submit(petra.id, { paid_at: server.iso(-365 * DAY_MS) });
    server.pass(7 * DAY_MS);
    expect(await server.send(carl, write)).toMatchObject({ status: 200 });
  });
});

describe('a possible duplicate', () => {
  it('refuses a possible duplicate until the author confirms that it is another donation', async () => {
    const first = await ops.createFor(carl, petra.id);
    const paid_at = server.iso(-10 * MINUTE_MS);
    const again = await server.send(mary, ops.submit(petra.id, { paid_at }));
    expect(again).toMatchObject({ status: 409, code: 'donation_duplicate' });
    const sure = await ops.createFor(mary, petra.id, { paid_at, is_no_duplicate: true });
    expect(sure.id).not.toBe(first.id);
  });

  it('a possible duplicate has the same amount, method and person as another one within 10 minutes', async () => {
    const { id } = await ops.createFor(carl, petra.id);
    const nina = await leads.of(carl);
    await ops.createFor(carl, petra.id, { amount_cents: 2_001 });
    await ops.createFor(carl, petra.id, { method: 'other', photo: await ops.photo(carl, 'other') });
    await ops.createFor(carl, petra.id, { paid_at: server.iso(-10 * MINUTE_MS - 1) });
    await ops.createFor(carl, nina);
    const nearDuplicate = ops.submit(petra.id, { paid_at: server.iso(-1) });
    expect(await server.send(carl, nearDuplicate)).toMatchObject({ status: 409 });
    await server.send(mary, ops.reject(id));
    // Only the first donation was rejected. With the time of `nearDuplicate`, this donation would still be refused as a
    // duplicate of the second donation, which was paid 10 minutes earlier.
    await ops.createFor(carl, petra.id, { paid_at: server.iso() });
  });

  it('refuses a correction that makes a donation a possible duplicate of another one', async () => {
    await ops.createFor(carl, petra.id);
    const { id } = await ops.createFor(carl, petra.id, { amount_cents: 3_000 });
    expect(await server.send(carl, ops.correct(id))).toMatchObject({ status: 409, code: 'donation_duplicate' });
    expect(await server.send(carl, ops.correct(id, { is_no_duplicate: true }))).toMatchObject({ status: 200 });
    expect(await server.send(carl, ops.correct(id, { is_no_duplicate: true, comment: 'x' }))).toMatchObject({
      status: 200,
      row: { amount_cents: 2_000, comment: 'x' },
    });
  });

  it('two taps at the same time create one donation', async () => {
    const id = uuidv7();
    const answers = await Promise.all([1, 2].map(() => server.send(carl, ops.submit(petra.id, {}, id))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await donationIdsOf(petra)).filter((listedId) => listedId === id)).toHaveLength(1);
    const others = await Promise.all([1, 2].map(() => server.send(carl, ops.submit(petra.id, { amount_cents: 700 }))));
    expect(others.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('confirming a donation', () => {
  it('a donation can be confirmed once, by an employee other than its author', async () => {
    const { id } = await ops.createFor(carl, petra.id);
    expect(await server.send(carl, ops.confirm(id))).toMatchObject({ status: 422, code: 'second_person' });
    expect(await server.send(petra, ops.confirm(id))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await server.send(olga, ops.confirm(id))).toMatchObject({ status: 404, code: 'not_found' });
    const confirmed = await server.send(mary, ops.confirm(id));
    expect(confirmed).toMatchObject({
      status: 200,
      row: { state: 'confirmed', decided_by_id: mary.id, decided_by_name: 'Mary Person', decided_at: server.iso() },
    });
    server.pass(1000);
    expect(await server.send(admin, ops.confirm(id))).toMatchObject({ status: 200, row: confirmed.row });
    expect(await server.send(admin, ops.reject(id))).toMatchObject({ status: 409, code: 'donation_state' });
  });

  it('lets the consultant confirm a donation that a learner entered', async () => {
    const { id } = await ops.createFor(petra, petra.id);
    expect(await server.send(petra, ops.reject(id))).toMatchObject({ status: 403 });
    expect(await server.send(carl, ops.confirm(id))).toMatchObject({ status: 200, row: { state: 'confirmed' } });
  });

  it('only a manager can confirm a donation above $1,000', async () => {
    const photo = await ops.photo(petra, 'a lot of money');
    const [limit, above] = [
      await ops.createFor(petra, petra.id, { amount_cents: 100_000, photo }),
      await ops.createFor(petra, petra.id, { amount_cents: 100_001, photo }),
    ];
    expect(await server.send(carl, ops.confirm(limit.id, 100_000))).toMatchObject({ status: 200 });
    expect(await server.send(carl, ops.confirm(above.id, 100_001))).toMatchObject({
      status: 422,
      code: 'manager_only',
    });
    expect(await server.send(mary, ops.confirm(above.id, 100_001))).toMatchObject({ status: 200 });
  });

  it('refuses a confirmation and returns the current row if the amount was corrected in the meantime', async () => {
    const { id } = await ops.createFor(carl, petra.id);
    await server.send(carl, ops.correct(id, { amount_cents: 9_000 }));
    expect(await server.send(mary, ops.confirm(id))).toMatchObject({
      ...{ status: 409, code: 'donation_state', row: { amount_cents: 9_000, state: 'submitted' } },
    });
  });

  it('records each state of a donation in the audit log and in the timeline of the donor', async () => {
    const { id } = await ops.createFor(carl, petra.id);
    await server.send(mary, ops.reject(id));
    await server.send(carl, ops.correct(id));
    await server.send(mary, ops.confirm(id));
    const auditEntries = await server.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'detail'])
      .where('target_id', '=', petra.id)
      .orderBy('id')
      .execute();
    const actions = ['submitted', 'rejected', 'submitted', 'confirmed'];
    expect(auditEntries.map(({ action }) => action)).toEqual(actions.map((state) => `donation_${state}`));
    expect(auditEntries.map(({ actor_id }) => actor_id)).toEqual([carl.id, mary.id, carl.id, mary.id]);
    expect(auditEntries[3]?.detail).toMatchObject({ donation_id: id, amount_cents: 2_000, receipt: 'D-7F3A-0012' });
    const events = (await server.changes(carl, { p1: 0 })).changes.filter(
      ({ c, row }) => c === 'person_events' && (row as { person_id?: string }).person_id === petra.id,
    );
    expect(events.map(({ row }) => (row as { detail: { state: string } }).detail.state).toSorted()).toEqual(
      actions.toSorted(),
    );
    expect(events.map(({ row }) => row)).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ state: 'rejected', reason: 'Not readable' }) }),
    );
  });
});

describe('correcting a donation', () => {
  it('correcting a rejected donation submits it again', async () => {
    const { id } = await ops.createFor(carl, petra.id);
    await server.send(mary, ops.reject(id));
    expect(await server.send(mary, ops.correct(id))).toMatchObject({ status: 403, code: 'forbidden' });
    const answer = await server.send(carl, ops.correct(id, { comment: 'Counted again' }));
    expect(answer).toMatchObject({
      status: 200,
      row: { state: 'submitted', reason: '', decided_by_id: null, decided_by_name: null, comment: 'Counted again' },
    });
    await server.send(mary, ops.confirm(id));
    expect(await server.send(carl, ops.correct(id))).toMatchObject({ status: 409, code: 'donation_state' });
  });

  it('a correction keeps the photo of a donation unless a new one is sent', async () => {
    const [first, second] = [await ops.photo(carl, 'first'), await ops.photo(carl, 'second')];
    const { id, photo } = await ops.createFor(carl, petra.id, { method: 'wallet', photo: first });
    expect(photo).toEqual({ sha256: first.sha256, mime: 'image/jpeg' });
    const unchangedPhoto = await server.send(carl, ops.correct(id, { method: 'wallet', comment: 'x' }));
    expect(unchangedPhoto).toMatchObject({ row: { photo } });
    const changedPhoto = await server.send(carl, ops.correct(id, { method: 'wallet', photo: second }));
    expect(changedPhoto).toMatchObject({ row: { photo: { sha256: second.sha256 } } });
  });

  it('refuses a correction with a payment time in the future or without the photo its amount needs', async () => {
    const { id } = await ops.createFor(carl, petra.id);
    const large = await server.send(carl, ops.correct(id, { amount_cents: 10_001 }));
    expect(large).toMatchObject({ status: 400, fields: { photo: 'required' } });
    const later = await server.send(carl, ops.correct(id, { paid_at: server.iso(DAY_MS) }));
    expect(later).toMatchObject({ status: 422, code: 'paid_at_invalid' });
  });
});
