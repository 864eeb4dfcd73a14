import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { coveredFee } from '../../contract/card-fee.ts';
import { reconcilePayments } from '../../server/features/payments/reconcile.ts';
import { openCardDonations, type CardDonations } from '../helpers/card-donations.ts';
import { makePng } from '../helpers/images.ts';
import { multipartBody } from '../helpers/multipart.ts';
import type { TestUser } from '../helpers/server.ts';

let world: CardDonations;
let carl: TestUser;
let petra: TestUser;

beforeAll(async () => {
  world = await openCardDonations();
  carl = await world.server.user({ is_staff: true });
});
afterAll(() => world.server.close());
afterEach(() => vi.restoreAllMocks());

const donor = () => world.server.user({ responsible_id: carl.id, status: 'active' });
const HOUR_MS = 3_600_000;

/** Returns the sum of donations of this month, in cents, that an employee sees for their people. */
async function readTotal(): Promise<number> {
  const { body } = await world.server.call('team.structure_users', { token: carl.token, body: {} });
  return Number((body as Record<string, unknown>)['total_donations_current']);
}

const readTimeline = async ({ id }: TestUser): Promise<unknown[]> => {
  const events = world.server.db.selectFrom('person_events').select('detail').where('person_id', '=', id);
  return (await events.where('kind', '=', 'donation').orderBy('id').execute()).map(({ detail }) => detail['state']);
};

describe('a donation by card', () => {
  it('a donation by card returns the URL of the payment page, and counts only after it was paid', async () => {
    petra = await donor();
    const before = await readTotal();
    const id = uuidv7();
    const { status, url } = await world.donate(petra, { id, comment: 'For Altona', anonymous: true });
    expect([status, url]).toEqual([200, expect.stringContaining('/demo/checkout/')]);
    expect(await world.listDonations(carl, petra.id)).toMatchObject([
      { ...{ id, state: 'pending', method: 'card', amount_cents: 5_000, fee_cents: 0, frequency: 'one_time' } },
    ]);
    expect(await readTotal()).toBe(before);
    world.server.clock.advance(60_000);
    await world.pay(url);
    expect(await world.listDonations(carl, petra.id)).toMatchObject([
      {
        ...{ id, state: 'succeeded', donor_id: petra.id, author_id: petra.id, comment: 'For Altona' },
        ...{ is_anonymous: true, recurring_id: null, paid_at: world.iso(), receipt: expect.stringMatching(/^D-/) },
      },
    ]);
    expect(await readTotal()).toBe(before + 5_000);
    expect(await readTimeline(petra)).toEqual(['succeeded']);
  });

  it('charges the donor for a covered fee, which does not count as donated', async () => {
    const nina = await donor();
    const before = await readTotal();
    const id = await world.donateAndPay(nina, { cover_fee: true });
    const [intent] = await world.intents(nina);
    expect(intent?.amount_cents).toBe(5_000 + coveredFee(5_000));
    expect(await world.donation(id)).toMatchObject({ amount_cents: 5_000, fee_cents: coveredFee(5_000) });
    expect(await readTotal()).toBe(before + 5_000);
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['$0.99', { amount: 0.99 }, { amount: 'out_of_range' }],
    ['$100,000.01', { amount: 100_000.01 }, { amount: 'out_of_range' }],
    ['a negative amount', { amount: -50 }, { amount: 'out_of_range' }],
    ['an amount as a string', { amount: '50' }, { amount: 'invalid' }],
    ['a fraction of a cent', { amount: 50.001 }, { amount: 'invalid' }],
    ['another currency', { currency: 'EUR' }, { currency: 'invalid' }],
    ['an unknown frequency', { frequency: 'daily' }, { frequency: 'invalid' }],
    ['a purpose "other" without a text', { type: 'other' }, { type_text: 'required' }],
    ['a fee', { fee_cents: 1 }, { fee_cents: 'unknown' }],
    ['a state', { state: 'succeeded' }, { state: 'unknown' }],
    ['a time of payment', { paid_at: '2026-03-02T08:00:00.000Z' }, { paid_at: 'unknown' }],
    ['a receipt code', { receipt: 'D-7F3A-0012' }, { receipt: 'unknown' }],
    ['a malformed id', { id: '12' }, { id: 'invalid' }],
    ['a transfer without a date', { payment_method: 'bank_transfer' }, { paid_at: 'required' }],
    ['cash with a frequency', { payment_method: 'cash', frequency: 'monthly' }, { frequency: 'invalid' }],
    ['cash with a covered fee', { payment_method: 'cash', cover_fee: true }, { cover_fee: 'invalid' }],
  ])('refuses a donation with %s, names the field, and stores nothing', async (_, body, codes) => {
    const nina = await donor();
    const { status, refusal } = await world.donate(nina, body);
    expect([status, refusal?.code]).toEqual([400, 'invalid']);
    for (const [field, code] of Object.entries(codes)) expect(refusal?.fields).toMatchObject({ [field]: { code } });
    expect([await world.donationsOf(nina), await world.intents(nina)]).toEqual([[], []]);
  });

  it.each([1, 100_000])('accepts a donation of $%d by card', async (amount) => {
    expect((await world.donate(await donor(), { amount })).status).toBe(200);
  });

  it('a donation with a photo must name its payment method, because cards have no receipt', async () => {
    const parts = Object.entries({ amount: '50', type: 'general' }).map(([name, value]) => ({ name, value }));
    const photo = { name: 'confirmation_check', file: makePng('receipt'), type: 'image/png' };
    const { payload, headers } = multipartBody([...parts, photo]);
    const reply = await world.server.app.inject({
      ...{ method: 'POST', url: '/api/payments/donation/', payload },
      headers: { authorization: `Bearer ${(await donor()).token}`, ...headers },
    });
    expect(reply.json()).toMatchObject({ code: 'invalid', fields: { payment_method: { code: 'required' } } });
  });

  it('responds with 503 and does not offer cards if there is no payment provider', async () => {
    const withoutProvider = await openCardDonations({ demo: false });
    const who = await withoutProvider.server.user();
    expect(await withoutProvider.donate(who)).toMatchObject({ status: 503, refusal: { code: 'unavailable' } });
    expect(await withoutProvider.donationsOf(who)).toEqual([]);
    const methods = await withoutProvider.server.call('payments.methods', { token: who.token, body: {} });
    expect(JSON.stringify(methods.body)).not.toContain('card');
    await withoutProvider.server.close();
    const offeredMethods = await world.server.call('payments.methods', { token: petra.token, body: {} });
    expect(offeredMethods.body).toMatchObject([{ id: 'card', name: 'Card' }, { id: 'bank_transfer' }, {}, {}, {}]);
  });
});

describe('a repeated donation', () => {
  it('creates one donation with one payment page for three taps at the same time', async () => {
    const [nina, id] = [await donor(), uuidv7()];
    const replies = await Promise.all([1, 2, 3].map(() => world.donate(nina, { id })));
    expect(new Set(replies.map(({ url }) => url)).size).toBe(1);
    expect([await world.donationsOf(nina), await world.intents(nina)]).toMatchObject([[{ id }], [{ subject_id: id }]]);
  });

  it('creates one payment for 50 simultaneous taps, and counts it once although it is reported 50 times', async () => {
    const [nina, id] = [await donor(), uuidv7()];
    const before = await readTotal();
    const replies = await Promise.all(Array.from({ length: 50 }, () => world.donate(nina, { id })));
    expect(new Set(replies.map(({ url }) => url)).size).toBe(1);
    const [intent, ...others] = await world.intents(nina);
    expect(others).toEqual([]);
    const reports = Array.from({ length: 50 }, () => world.report('checkout.session.completed', intent!));
    expect(new Set(await Promise.all(reports))).toEqual(new Set([200]));
    expect(await readTotal()).toBe(before + 5_000);
    expect(await readTimeline(nina)).toEqual(['succeeded']);
    expect(await world.donationsOf(nina)).toHaveLength(1);
  });

  it('creates one donation for two requests with the same idempotency key, even if they contain no id', async () => {
    const nina = await donor();
    const key = { 'idempotency-key': uuidv7() };
    const first = await world.donate(nina, {}, key);
    expect(await world.donate(nina, {}, key)).toEqual(first);
    expect(await world.donationsOf(nina)).toHaveLength(1);
  });

  it('refuses a request with the id of an existing donation but other values', async () => {
    const { by: nina, id } = await world.requestDonation(await donor());
    for (const changed of [{ amount: 51 }, { cover_fee: true }, { frequency: 'monthly' }, { comment: 'x' }])
      expect(await world.donate(nina, { id, ...changed })).toMatchObject({
        ...{ status: 422, refusal: { code: 'idempotency_key_reused' } },
      });
    expect(await world.donation(id)).toMatchObject({ amount_cents: 5_000, fee_cents: 0 });
  });

  it("responds with 404 to the id of another donor's donation, or of one entered by hand for the caller", async () => {
    const [{ by: nina, id }, by_hand] = [await world.requestDonation(await donor()), uuidv7()];
    const entered = { id: by_hand, user_id: nina.id, amount: 50, type: 'general', payment_method: 'cash' };
    const body = { ...entered, paid_at: world.iso() };
    expect((await world.server.call('payments.manual_donation', { token: carl.token, body })).status).toBe(201);
    const refused = { status: 404, url: null, refusal: { code: 'not_found' } };
    expect(await world.donate(await donor(), { id })).toMatchObject(refused);
    expect(await world.donate(nina, { id: by_hand })).toMatchObject(refused);
  });

  it('returns the URL of the donation in the app if the donation is already paid', async () => {
    const nina = await donor();
    const id = await world.donateAndPay(nina);
    const { url } = await world.donate(nina, { id });
    expect(new URL(url ?? '').pathname).toBe(`/donations/${id}`);
    expect(await world.intents(nina)).toHaveLength(1);
  });

  it('opens another payment after the first one expired, and accepts no payment on the first page', async () => {
    const { by: nina, id, url } = await world.requestDonation(await donor());
    world.server.clock.advance(24 * HOUR_MS);
    await reconcilePayments(world.payments);
    expect(await world.donation(id)).toMatchObject({ state: 'expired' });
    await world.pay(url);
    expect(await world.donation(id)).toMatchObject({ state: 'expired' });
    const again = await world.donate(nina, { id });
    expect(again.url).not.toBe(url);
    expect(await world.donation(id)).toMatchObject({ state: 'pending' });
    await world.pay(again.url);
    expect(await world.donation(id)).toMatchObject({ state: 'succeeded' });
    expect((await world.intents(nina)).map(({ state }) => state)).toEqual(['expired', 'succeeded']);
  });

  it('refunds the later of two payments for one donation, and counts the donation once', async () => {
    const [nina, id] = [await donor(), uuidv7()];
    const before = await readTotal();
    await world.donate(nina, { id });
    world.server.clock.advance(22 * HOUR_MS);
    const { url } = await world.donate(nina, { id });
    const [first, second] = await world.intents(nina);
    await world.pay(url);
    await world.report('checkout.session.completed', first!);
    expect(await readTotal()).toBe(before + 5_000);
    vi.spyOn(world.payments.provider, 'refund').mockResolvedValue();
    await world.runJobs();
    expect(await world.donation(id)).toMatchObject({ state: 'succeeded', intent_id: second?.id });
    expect(await world.intent(first!)).toMatchObject({ state: 'refunded' });
    expect(await readTotal()).toBe(before + 5_000);
  });
});

describe('a donation while the provider fails', () => {
  it.each([
    ['is down', () => Promise.reject(new Error('down'))],
    ['responds with 500 after it has created the payment', null],
  ])('returns an empty URL if the provider %s, and creates only one payment on the next request', async (_, fail) => {
    const [nina, id] = [await donor(), uuidv7()];
    const { provider } = world.payments;
    const { checkout } = provider;
    vi.spyOn(provider, 'checkout').mockImplementationOnce(
      fail ??
        (async (...args) => {
          await checkout(...args);
          throw new Error('500');
        }),
    );
    expect(await world.donate(nina, { id })).toMatchObject({ status: 200, url: '' });
    expect(await world.donation(id)).toMatchObject({ state: 'pending' });
    await world.pay((await world.donate(nina, { id })).url);
    expect(await world.donation(id)).toMatchObject({ state: 'succeeded' });
    expect(await world.intents(nina)).toHaveLength(1);
  });

  it('returns an empty URL if the provider does not respond in time', async () => {
    const limit = new AbortController();
    world.payments.limit = () => limit.signal;
    vi.spyOn(world.payments.provider, 'checkout').mockImplementationOnce(() => {
      limit.abort();
      return new Promise(() => undefined);
    });
    expect(await world.donate(await donor())).toMatchObject({ status: 200, url: '' });
    delete world.payments.limit;
  });

  it('a donation stays pending after a declined card, and then succeeds once on the same page', async () => {
    const { by: nina, id, url } = await world.requestDonation(await donor());
    await world.pay(url, 'decline');
    expect((await world.donate(nina, { id })).url).toBe(url);
    expect(await world.donation(id)).toMatchObject({ state: 'pending' });
    await world.pay(url, 'twice');
    expect(await world.donation(id)).toMatchObject({ state: 'succeeded' });
    expect(await readTimeline(nina)).toEqual(['succeeded']);
  });

  it('settles a donation whose webhook was lost', async () => {
    const { id, url } = await world.requestDonation(await donor());
    vi.spyOn(world.server.demo_webhooks!, 'report').mockResolvedValueOnce();
    await world.pay(url);
    expect(await world.donation(id)).toMatchObject({ state: 'pending' });
    world.server.clock.advance(HOUR_MS);
    await reconcilePayments(world.payments);
    expect(await world.donation(id)).toMatchObject({ state: 'succeeded' });
  });

  it('does not count a payment of another amount or in another currency', async () => {
    const { by: nina, id } = await world.requestDonation(await donor());
    const [intent] = await world.intents(nina);
    await world.report('checkout.session.completed', intent!, { amount_total: 100 });
    await world.report('checkout.session.completed', intent!, { currency: 'eur' });
    expect(await world.donation(id)).toMatchObject({ state: 'pending' });
  });
});

describe('a refund of a donation', () => {
  it('a refund removes the donation from the sums, is shown in the timeline, and cannot be repeated', async () => {
    const nina = await donor();
    const before = await readTotal();
    const id = await world.donateAndPay(nina);
    const { intent_id } = await world.donation(id);
    expect(await world.refund(intent_id!)).toBe('queued');
    expect(await world.donation(id)).toMatchObject({ state: 'refunded' });
    expect(await readTotal()).toBe(before);
    const refund = vi.spyOn(world.payments.provider, 'refund');
    expect(await world.refund(intent_id!)).toBe('refunded');
    expect(refund).not.toHaveBeenCalled();
    expect(await readTimeline(nina)).toEqual(['succeeded', 'refunded']);
  });

  it('refunds the payment of a donor whose account was erased before the payment arrived', async () => {
    const { by: nina, id, url } = await world.requestDonation(await donor());
    await world.server.db.updateTable('users').set({ deleted_at: world.iso() }).where('id', '=', nina.id).execute();
    await world.pay(url);
    await world.runJobs();
    expect(await world.donation(id)).toMatchObject({ state: 'refunded' });
  });
});
