import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Donation } from '../../contract/entities/donation.ts';
import { toCents } from '../../contract/api-calls/payments.ts';
import { DonationOps } from '../helpers/donations.ts';
import { makePng } from '../helpers/images.ts';
import { multipartBody, sendForm, type Part } from '../helpers/multipart.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

const MANUAL = '/api/payments/manual_donation/';
const OWN = '/api/payments/donation/';
const PERSON_DONATIONS_PATH = '/api/team/contact/get_donations/';
const STRUCTURE = '/api/team/get_my_structure_users/';

let server: SyncServer;
let ops: DonationOps;
let mary: Person;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new DonationOps(server);
  mary = await server.manager({ time_zone: 'Europe/Berlin' });
  carl = await server.consultant({ responsible_id: mary.id, time_zone: 'Europe/Berlin' });
});
afterAll(() => server.close());

const donor = (more = {}) => server.person({ first_name: 'Petra', responsible_id: carl.id, status: 'active', ...more });
const cashDonation = (more: Record<string, unknown> = {}) => ({
  ...{ amount: 20, type: 'general', payment_method: 'cash', paid_at: server.iso() },
  ...more,
});
const parts = (fields: Record<string, unknown>): Part[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }));
const check: Part = { name: 'confirmation_check', file: makePng('check'), type: 'image/png' };

describe('POST payments/manual_donation/', () => {
  it("creates a donation from a form with a photo and responds with the specification's text", async () => {
    const { id: user_id } = await donor();
    const fields = {
      user_id,
      ...cashDonation({ amount: '120.50', payment_method: 'bank_transfer', anonymous: 'true' }),
    };
    const { status, body } = await sendForm(
      server,
      carl,
      'payments.manual_donation',
      multipartBody([...parts({ ...fields, comment: 'For Altona', receipt: 'D-7F3A-0012' }), check]),
    );
    expect([status, body['message']]).toEqual([201, 'Donation created']);
    expect(Donation.parse(body)).toMatchObject({
      ...{
        donor_id: user_id,
        donor_name: 'Petra Person',
        author_id: carl.id,
        amount_cents: 12_050,
        state: 'submitted',
      },
      ...{
        method: 'bank_transfer',
        receipt: 'D-7F3A-0012',
        comment: 'For Altona',
        is_anonymous: true,
        currency: 'USD',
      },
    });
    expect(body['photo']).toMatchObject({ mime: 'image/jpeg' });
  });

  it('gives the donation a receipt code if the client sends none', async () => {
    const { id: user_id } = await donor();
    const { body } = await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation() });
    expect(body['receipt']).toMatch(/^D-[0-9A-F]{4}-\d{4}$/);
  });

  it.each<[string, unknown, string]>([
    ['less than a dollar', 0.99, 'out_of_range'],
    ['more than $100,000', 100_000.01, 'out_of_range'],
    ['a negative amount', -20, 'out_of_range'],
    ['a text', '20', 'invalid'],
    ['a fraction of a cent', 20.001, 'invalid'],
    ['nothing', undefined, 'required'],
  ])('refuses %s as the amount of a donation', async (_, amount, code) => {
    const { id: user_id } = await donor();
    const answer = await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation({ amount }) });
    expect(answer).toMatchObject({ status: 400, body: { fields: { amount: { code } } } });
  });

  it.each([1, 1.1, 20.05, 99_999.99, 100_000])('accepts a donation of %d dollars as whole cents', async (amount) => {
    const { id: user_id } = await donor();
    const form = multipartBody([...parts({ user_id, ...cashDonation({ amount }) }), check]);
    const { status, body } = await sendForm(server, carl, 'payments.manual_donation', form);
    expect([status, body['amount_cents']]).toEqual([201, toCents(amount)]);
    expect(Number.isInteger(body['amount_cents'])).toBe(true);
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a currency other than USD', { currency: 'EUR' }, { currency: 'invalid' }],
    ['a card', { payment_method: 'card' }, { payment_method: 'invalid' }],
    ['an unknown purpose', { type: 'roof' }, { type: 'invalid' }],
    ['a purpose "other" without a text', { type: 'other', type_text: 'no' }, { type_text: 'required' }],
    ['a malformed receipt code', { receipt: '12' }, { receipt: 'invalid' }],
    ['a transfer without a photo', { payment_method: 'bank_transfer' }, { confirmation_check: 'required' }],
    ['more than $100 in cash without a photo', { amount: 100.01 }, { confirmation_check: 'required' }],
    ['a state', { state: 'confirmed' }, { state: 'unknown' }],
  ])('refuses a donation with %s, and names the field', async (_, more, codes) => {
    const { id: user_id } = await donor();
    const answer = await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation(more) });
    expect(answer.status).toBe(400);
    for (const [field, code] of Object.entries(codes))
      expect(answer.body).toMatchObject({ fields: { [field]: { code } } });
  });

  it('accepts up to $100 in cash without a photo', async () => {
    const { id: user_id } = await donor();
    const answer = await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation({ amount: 100 }) });
    expect(answer.status).toBe(201);
  });

  it("refuses a time of payment in the future with the specification's text", async () => {
    const { id: user_id } = await donor();
    const paid_at = server.iso(6 * 60_000);
    const answer = await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation({ paid_at }) });
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { paid_at: { code: 'paid_at_invalid', message: 'Payment date and time is invalid' } } },
    });
  });

  it("responds identically to a donation for another employee's person and for a missing one", async () => {
    const other = await server.person();
    const answers = await Promise.all(
      [other.id, uuidv7()].map((user_id) => server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation() })),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { fields: { user_id: { code: 'not_found' } } } });
  });

  it('a request repeated with the same idempotency key creates one donation', async () => {
    const { id: user_id } = await donor();
    const key = { 'idempotency-key': uuidv7() };
    const body = { user_id, ...cashDonation() };
    const answers = [1, 2].map(() => server.call(carl, 'POST', MANUAL, body, key));
    const [first, second] = await Promise.all(answers);
    const statuses = [first!.status, second!.status].toSorted((a, b) => a - b);
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses);
    const list = await server.call<unknown[]>(carl, 'POST', PERSON_DONATIONS_PATH, { user_id });
    expect(list.body).toHaveLength(1);
  });

  it('creates a possible duplicate of a donation only after a confirmation', async () => {
    const { id: user_id } = await donor();
    await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation() });
    const again = await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation() });
    expect(again).toMatchObject({ status: 409, body: { code: 'donation_duplicate' } });
    const sure = await server.call(carl, 'POST', MANUAL, { user_id, ...cashDonation({ is_no_duplicate: true }) });
    expect(sure.status).toBe(201);
  });
});

describe('POST payments/donation/', () => {
  it("creates a learner's own donation from a form with a photo", async () => {
    const petra = await donor();
    const form = multipartBody([...parts(cashDonation({ payment_method: 'bank_transfer' })), check]);
    const { status, body } = await sendForm(server, petra, 'payments.donation', form);
    expect([status, body['message']]).toEqual([201, 'Donation created']);
    expect(body).toMatchObject({ donor_id: petra.id, author_id: petra.id, amount_cents: 2_000, state: 'submitted' });
  });

  it('a form repeated with the same idempotency key creates one donation and gets the same row', async () => {
    const petra = await donor();
    const headers = { 'idempotency-key': uuidv7() };
    const form = multipartBody([...parts(cashDonation({ payment_method: 'bank_transfer' })), check]);
    const replies = [
      await sendForm(server, petra, 'payments.donation', form, { headers }),
      await sendForm(server, petra, 'payments.donation', form, { headers }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect(replies[1]?.headers).toMatchObject({ 'idempotency-replayed': 'true', etag: replies[0]?.headers['etag'] });
    expect(
      (await server.call<unknown[]>(carl, 'POST', PERSON_DONATIONS_PATH, { user_id: petra.id })).body,
    ).toHaveLength(1);
  });

  it("refuses a learner's donation that names another donor", async () => {
    const answer = await server.call(await donor(), 'POST', OWN, { ...cashDonation(), user_id: carl.id });
    expect(answer).toMatchObject({ status: 400, body: { fields: { user_id: { code: 'unknown' } } } });
  });
});

describe('POST payments/get_payment_methods/', () => {
  it.each([
    ['en', ['Bank transfer', 'Cash', 'Wallet', 'Other']],
    ['de', ['Überweisung', 'Bar', 'E-Wallet', 'Sonstiges']],
    ['ru', ['Банковский перевод', 'Наличные', 'Электронный кошелёк', 'Другое']],
  ] as const)('names the payment methods in the language %s', async (language, names) => {
    const anna = await server.person({ language });
    const { body } = await server.call<{ id: string; name: string }[]>(
      anna,
      'POST',
      '/api/payments/get_payment_methods/',
      {},
    );
    expect(body.map(({ id }) => id)).toEqual(['bank_transfer', 'cash', 'wallet', 'other']);
    expect(body.map(({ name }) => name)).toEqual(names);
  });
});

describe('POST team/contact/get_donations/', () => {
  it('lists the donations of a person in any state, latest first, in full or by page', async () => {
    const petra = await donor();
    const older = await ops.createFor(petra, petra.id, { paid_at: server.iso(-86_400_000), comment: 'Altona' });
    const newer = await ops.createFor(petra, petra.id);
    await server.send(carl, ops.reject(older.id));
    const all = await server.call<Donation[]>(carl, 'POST', PERSON_DONATIONS_PATH, { user_id: petra.id });
    expect(all.body.map(({ id, state }) => [id, state])).toEqual([
      [newer.id, 'submitted'],
      [older.id, 'rejected'],
    ]);
    const page = await server.call(carl, 'POST', `${PERSON_DONATIONS_PATH}?page=2&page_size=1`, { user_id: petra.id });
    expect(page.body).toMatchObject({ count: 2, previous: 1, next: null, results: [{ id: older.id }] });
    const found = await server.call(carl, 'POST', `${PERSON_DONATIONS_PATH}?page=1&search=alto`, { user_id: petra.id });
    expect(found.body).toMatchObject({ count: 1, total_count: 2, results: [{ id: older.id }] });
  });

  it("responds identically to a request for donations of another employee's person and of a missing one", async () => {
    const other = await server.person();
    for (const user_id of [other.id, uuidv7()])
      expect(await server.call(carl, 'POST', PERSON_DONATIONS_PATH, { user_id })).toMatchObject({
        ...{ status: 404, body: { code: 'not_found' } },
      });
  });
});

describe('donation totals in the list of people', () => {
  /** Creates a confirmed donation that was paid at the given time. */
  async function addConfirmed(amount_cents: number, paid_at: string, person: Person): Promise<void> {
    const { id } = await ops.createFor(person, person.id, { amount_cents, paid_at, is_no_duplicate: true });
    expect(await server.send(carl, ops.confirm(id, amount_cents))).toMatchObject({ status: 200 });
  }

  it("the list of people compares this month's donations with the preceding period of the same length", async () => {
    // The current time is noon of 1 May in Berlin.
    server.pass(Date.parse('2026-05-01T10:00:00.000Z') - server.now);
    const consultant = carl;
    const [petra, nina] = [await donor({ country: 'DE' }), await donor({ country: 'AT' })];
    const before = await server.call(consultant, 'POST', STRUCTURE, { country: 'DE' });
    expect(before.body).toMatchObject({ total_donations_current: 0, total_donations_prev: 0 });
    // The month began at 22:00 UTC, so 12 hours have passed. The interval with which it is compared began at 10:00 UTC.
    await addConfirmed(100, '2026-04-30T22:00:00.000Z', petra);
    await addConfirmed(200, '2026-05-01T10:00:00.000Z', petra);
    await addConfirmed(400, '2026-04-30T21:59:59.999Z', petra);
    await addConfirmed(800, '2026-04-30T10:00:00.000Z', petra);
    await addConfirmed(1_600, '2026-04-30T09:59:59.999Z', petra);
    await addConfirmed(3_200, '2026-05-01T09:00:00.000Z', nina);
    await ops.createFor(petra, petra.id, { amount_cents: 6_400 });
    const { id } = await ops.createFor(petra, petra.id, { amount_cents: 9_000 });
    await server.send(carl, ops.reject(id));
    const sums = async (body: object) => {
      const reply = await server.call(consultant, 'POST', STRUCTURE, body);
      return [reply.body['total_donations_current'], reply.body['total_donations_prev']];
    };
    expect(await sums({ country: 'DE' })).toEqual([300, 1_200]);
    expect(await sums({ country: 'AT' })).toEqual([3_200, 0]);
    const stranger = await server.consultant({ time_zone: 'Europe/Berlin' });
    const theirs = await server.call(stranger, 'POST', STRUCTURE, {});
    expect(theirs.body).toMatchObject({ total_donations_current: 0, total_donations_prev: 0 });
  });
});
