import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPeriod } from '../../contract/states/subscription.ts';
import { inScope } from '../../server/context.ts';
import { markRefunded } from '../../server/features/payments/ledger.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import { renewSubscriptions } from '../../server/features/subscription/renew.ts';
import { openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import type { TestUser } from '../helpers/server.ts';
import { addPackage, DAY, planOf, subscribe } from '../helpers/subscriptions.ts';

let house: PaymentServer;
let learn: string;
let family: string;

beforeAll(async () => {
  house = await openPaymentServer();
  learn = await addPackage(house.server);
  family = await addPackage(house.server, { title: 'Family', prices: { month: 900, half_year: 4800 } });
});
afterAll(() => house.server.close());

const iso = (offset_ms = 0) => new Date(house.server.clock.now().getTime() + offset_ms).toISOString();
const member = (fields = {}): Promise<TestUser> => house.server.user({ subscribed_until: null, ...fields });

async function subscriber(fields: Parameters<typeof subscribe>[2] = {}): Promise<TestUser> {
  const user = await member();
  await subscribe(house.server, user.id, { plan: planOf(learn), ...fields });
  return user;
}

async function purchase({ token }: TestUser, body: Record<string, unknown> = {}) {
  const reply = await house.server.app.inject({
    method: 'POST',
    url: '/api/subscription/package_purchase/',
    headers: { authorization: `Bearer ${token}` },
    payload: { package_id: learn, period: 'half_year', ...body },
  });
  const answer: unknown = reply.json();
  const url = typeof answer === 'string' ? answer : null;
  return { status: reply.statusCode, url, code: url === null ? (answer as { code: string }).code : null };
}

const intents = ({ id }: TestUser): Promise<Intent[]> =>
  house.server.db.selectFrom('payment_intents').selectAll().where('user_id', '=', id).orderBy('id').execute();

const pay = (url: string | null) => house.server.landing.inject({ method: 'POST', url: new URL(url ?? '').pathname });

/** Buys a package and pays for it on the page of the provider. */
async function buy(user: TestUser, body: Record<string, unknown> = {}): Promise<void> {
  await pay((await purchase(user, body)).url);
}

const infoOf = async ({ token }: TestUser) => {
  const { body } = await house.server.call('subscription.info', { token });
  return body as unknown as {
    current: Record<string, unknown> & { plan: Record<string, unknown> | null; next: Record<string, unknown> | null };
    history: Record<string, unknown>[];
  };
};

const renew = () => renewSubscriptions(house.server.deps, house.payments);

describe('buying a package', () => {
  it('starts the subscription when it is paid, at the price of the server', async () => {
    const user = await member();
    const { status, url } = await purchase(user);
    expect(status).toBe(200);
    expect((await infoOf(user)).current).toMatchObject({ state: 'pending_payment', is_subscribed: false });
    await pay(url);
    const { current, history } = await infoOf(user);
    const until = addPeriod(iso(), 'half_year');
    expect(current).toMatchObject({ state: 'active', is_subscribed: true, until, plan: { price_cents: 3000 } });
    expect(history).toMatchObject([{ amount_cents: 3000, status: 'paid', from: iso(), until }]);
    expect(history[0]?.['receipt']).toMatch(/^S-\d{6}$/);
  });

  it('opens one payment for fifty taps, and fifty payments of it give one period', async () => {
    const user = await member();
    const replies = await Promise.all(Array.from({ length: 50 }, () => purchase(user)));
    const opened = await intents(user);
    expect([new Set(replies.map(({ url }) => url)).size, opened.length]).toEqual([1, 1]);
    const intent = opened[0]!;
    await Promise.all(Array.from({ length: 50 }, () => house.report('checkout.session.completed', intent)));
    const { current, history } = await infoOf(user);
    expect(current['until']).toBe(addPeriod(iso(), 'half_year'));
    expect(history).toHaveLength(1);
  });

  it('accepts no amount, no other currency and no unknown package or period', async () => {
    const user = await member();
    expect((await purchase(user, { amount_cents: 1 })).status).toBe(400);
    expect((await purchase(user, { period: 'week' })).status).toBe(400);
    expect((await purchase(user, { period: 'day' })).status).toBe(400);
    expect((await purchase(user, { package_id: uuidv7() })).status).toBe(404);
    expect(await intents(user)).toEqual([]);
  });

  it('extends a running subscription from the end of its paid time', async () => {
    const user = await subscriber();
    await buy(user);
    const { current } = await infoOf(user);
    expect(current).toMatchObject({ state: 'active', until: addPeriod(iso(20 * DAY), 'half_year'), next: null });
  });

  it('plans another package for the end of the period, without a payment now, and takes it back', async () => {
    const user = await subscriber();
    expect((await purchase(user, { package_id: family })).url).toBe('http://localhost:8080/subscription');
    expect((await infoOf(user)).current.next).toMatchObject({
      package_id: family,
      price_cents: 4800,
      starts_at: iso(20 * DAY),
    });
    await purchase(user);
    expect((await infoOf(user)).current.next).toBeNull();
    expect(await intents(user)).toEqual([]);
  });

  it('starts a paid other package when the current period ends, if nothing renews', async () => {
    const user = await subscriber({ state: 'cancelling' });
    await buy(user, { package_id: family });
    const { current } = await infoOf(user);
    expect(current).toMatchObject({ state: 'cancelling', until: addPeriod(iso(20 * DAY), 'half_year') });
    expect([current.plan?.['package_id'], current.next?.['package_id']]).toEqual([learn, family]);
    house.server.clock.advance(20 * DAY);
    await renew();
    const later = (await infoOf(user)).current;
    expect([later.plan?.['package_id'], later.next]).toEqual([family, null]);
  });

  it('gives a payment that was not made up after 23 hours', async () => {
    const user = await member();
    await purchase(user);
    house.server.clock.advance(23 * 3_600_000 - 1);
    await renew();
    expect((await infoOf(user)).current['state']).toBe('pending_payment');
    house.server.clock.advance(1);
    await renew();
    expect((await infoOf(user)).current['state']).toBe('none');
  });

  it('takes the time of a refunded payment back', async () => {
    const user = await member();
    await buy(user);
    const [intent] = await intents(user);
    await inScope(house.server.deps, house.server.scope, (context) =>
      markRefunded(context, intent!.id, { cause: 'refund' }),
    );
    const { current, history } = await infoOf(user);
    expect(current).toMatchObject({ state: 'expired', is_subscribed: false });
    expect(history).toMatchObject([{ status: 'refunded' }]);
  });

  it('makes a waiting lead active and takes them out of the pool', async () => {
    const lead = await member({ status: 'waiting', waiting_since: iso(), responsible_id: null });
    await buy(lead);
    const row = await house.server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', lead.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'active', waiting_since: null, claimed_rev: row.rev });
    const events = house.server.db
      .selectFrom('person_events')
      .select(['kind', 'detail'])
      .where('person_id', '=', lead.id);
    expect(await events.execute()).toMatchObject([{ kind: 'status', detail: { from: 'waiting', to: 'active' } }]);
  });

  it.each(['not_active', 'active'] as const)('leaves the status of a person who is %s', async (status) => {
    const person = await member({ status });
    await buy(person);
    const query = house.server.db.selectFrom('users').select('status').where('id', '=', person.id);
    expect(await query.executeTakeFirst()).toEqual({ status });
  });
});

describe('a promo code', () => {
  const promo = (code: string, fields: Record<string, unknown>) =>
    house.server.db
      .insertInto('promo_codes')
      .values({
        scope: house.server.scope,
        code,
        trial_days: 0,
        valid_until: null,
        uses_left: null,
        created_at: iso(),
        ...fields,
      })
      .execute();

  it('reduces the first payment, and the renewals have the full price', async () => {
    await promo('SAVE20', { discount_percent: 20, uses_left: 5 });
    const user = await member();
    await buy(user, { promo_code: 'save20' });
    const { current, history } = await infoOf(user);
    expect([history[0]?.['amount_cents'], current.plan?.['price_cents']]).toEqual([2400, 3000]);
    const left = house.server.db.selectFrom('promo_codes').select('uses_left').where('code', '=', 'SAVE20');
    expect(await left.where('scope', '=', house.server.scope).executeTakeFirst()).toEqual({ uses_left: 4 });
    expect((await purchase(user, { promo_code: 'SAVE20' })).code).toBe('promo_unavailable');
  });

  it('starts a trial without a payment, once and only without a running subscription', async () => {
    await promo('TRY14', { trial_days: 14 });
    const user = await member();
    expect((await purchase(user, { promo_code: 'TRY14' })).url).toBe('http://localhost:8080/subscription');
    expect((await infoOf(user)).current).toMatchObject({
      state: 'cancelling',
      until: iso(14 * DAY),
      is_subscribed: true,
    });
    expect((await purchase(user, { promo_code: 'TRY14' })).code).toBe('promo_unavailable');
    expect((await purchase(await subscriber(), { promo_code: 'TRY14' })).code).toBe('subscription_state');
  });
});

describe('the saved card', () => {
  it('is shown once it is saved, and auto-pay can then be turned off and on', async () => {
    const user = await member();
    await buy(user);
    await house.runJobs();
    expect((await infoOf(user)).current).toMatchObject({ method: { brand: 'visa', last4: '4242' } });
    for (const state of ['cancelling', 'active']) {
      await house.server.call('subscription.set_auto_pay', { token: user.token, body: {} });
      expect((await infoOf(user)).current['state']).toBe(state);
    }
  });
});
