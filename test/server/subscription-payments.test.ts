import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addPeriod } from '../../contract/states/subscription.ts';
import { inScope } from '../../server/context.ts';
import { markRefunded } from '../../server/features/payments/ledger.ts';
import type { TestUser } from '../helpers/server.ts';
import { changeDemoPayment } from '../../server/features/payments/demo-provider.ts';
import { openSubscriptionWorld, type SubscriptionWorld } from '../helpers/subscription-world.ts';
import { DAY, planOf, subscribe } from '../helpers/subscriptions.ts';

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await openSubscriptionWorld();
});
afterAll(() => world.server.close());

const iso = (offset_ms = 0) => world.iso(offset_ms);

describe('buying a package', () => {
  it('a subscription starts when it is paid, at the price stored on the server', async () => {
    const user = await world.member();
    const { status, url } = await world.purchase(user);
    expect(status).toBe(200);
    expect((await world.infoOf(user)).current).toMatchObject({ state: 'pending_payment', is_subscribed: false });
    await world.pay(url);
    const { current, history } = await world.infoOf(user);
    const until = addPeriod(iso(), 'half_year');
    expect(current).toMatchObject({ state: 'active', is_subscribed: true, until, plan: { price_cents: 3000 } });
    expect(history).toMatchObject([{ amount_cents: 3000, status: 'paid', from: iso(), until }]);
    expect(history[0]?.['receipt']).toMatch(/^S-\d{6}$/);
  });

  it('lists a payment as pending right after the purchase, and as paid with its time once it is paid', async () => {
    const user = await world.member();
    const at = iso();
    const { url } = await world.purchase(user);
    expect((await world.infoOf(user)).history).toMatchObject([{ at, paid_at: null, status: 'pending' }]);
    world.server.clock.advance(3_600_000);
    await world.pay(url);
    expect((await world.infoOf(user)).history).toMatchObject([{ at, paid_at: iso(), status: 'paid' }]);
  });

  it('opens one payment for fifty taps, and fifty reports of that payment grant one period', async () => {
    const user = await world.member();
    const replies = await Promise.all(Array.from({ length: 50 }, () => world.purchase(user)));
    const opened = await world.intents(user);
    expect([new Set(replies.map(({ url }) => url)).size, opened.length]).toEqual([1, 1]);
    const intent = opened[0]!;
    await Promise.all(Array.from({ length: 50 }, () => world.report('checkout.session.completed', intent)));
    const { current, history } = await world.infoOf(user);
    expect(current['until']).toBe(addPeriod(iso(), 'half_year'));
    expect(history).toHaveLength(1);
  });

  it('fifty simultaneous taps and fifty reports of their payment cause one charge and grant one period', async () => {
    const user = await world.member();
    const key = { 'idempotency-key': uuidv7() };
    await world.purchase(user, {}, key);
    const [intent] = await world.intents(user);
    await changeDemoPayment(world.server.deps, intent?.provider_id ?? '', ['open'], 'paid');
    const event = world.event('checkout.session.completed', intent!);
    const taps = Array.from({ length: 50 }, () => world.purchase(user, {}, key));
    // Half of the reports repeat the same event; each of the others is a separate event.
    const reports = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? world.postSigned(event) : world.report('payment_intent.succeeded', intent!),
    );
    const statuses = (await Promise.all(taps)).map(({ status }) => status);
    expect(await Promise.all(reports)).toEqual(Array(50).fill(200));
    // A tap that waits too long for the others gets 409, and the app repeats it.
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const charges = world.server.db.selectFrom('demo_payments').select('state').where('intent_id', '=', intent!.id);
    expect(await charges.execute()).toEqual([{ state: 'paid' }]);
    expect(await world.intents(user)).toHaveLength(1);
    const { current, history } = await world.infoOf(user);
    expect(current['until']).toBe(addPeriod(iso(), 'half_year'));
    expect(history).toMatchObject([{ status: 'paid' }]);
  });

  it('a purchase request sets neither amount nor currency, and must name an existing package and period', async () => {
    const user = await world.member();
    expect((await world.purchase(user, { amount_cents: 1 })).status).toBe(400);
    expect((await world.purchase(user, { period: 'week' })).status).toBe(400);
    expect((await world.purchase(user, { period: 'day' })).status).toBe(400);
    expect((await world.purchase(user, { package_id: uuidv7() })).status).toBe(404);
    expect(await world.intents(user)).toEqual([]);
  });

  it('a purchase gets an empty URL while the provider is down, and the payment page afterwards', async () => {
    const user = await world.member();
    vi.spyOn(world.payments.provider, 'checkout').mockRejectedValueOnce(new Error('down'));
    expect(await world.purchase(user)).toMatchObject({ status: 200, url: '' });
    expect((await world.infoOf(user)).current).toMatchObject({ state: 'pending_payment', is_subscribed: false });
    await world.buy(user);
    expect(await world.intents(user)).toMatchObject([{ state: 'succeeded' }]);
  });

  it('extends a running subscription from the end of its paid time', async () => {
    const user = await world.subscriber();
    await world.buy(user);
    const { current } = await world.infoOf(user);
    expect(current).toMatchObject({ state: 'active', until: addPeriod(iso(20 * DAY), 'half_year'), next: null });
  });

  it('a change of package takes effect at the end of the period, and can be cancelled before', async () => {
    const user = await world.subscriber();
    expect((await world.purchase(user, { package_id: world.family })).url).toBe('http://localhost:8080/subscription');
    expect((await world.infoOf(user)).current.next).toMatchObject({
      package_id: world.family,
      price_cents: 4800,
      starts_at: iso(20 * DAY),
    });
    await world.purchase(user);
    expect((await world.infoOf(user)).current.next).toBeNull();
    expect(await world.intents(user)).toEqual([]);
  });

  it('starts a purchased package at the end of the current period if the subscription does not renew', async () => {
    const user = await world.subscriber({ state: 'cancelling' });
    await world.buy(user, { package_id: world.family });
    const { current } = await world.infoOf(user);
    expect(current).toMatchObject({ state: 'cancelling', until: addPeriod(iso(20 * DAY), 'half_year') });
    expect([current.plan?.['package_id'], current.next?.['package_id']]).toEqual([world.learn, world.family]);
    world.server.clock.advance(20 * DAY);
    await world.renew();
    const later = (await world.infoOf(user)).current;
    expect([later.plan?.['package_id'], later.next]).toEqual([world.family, null]);
  });

  it('an unpaid payment for a package expires after 23 hours', async () => {
    const user = await world.member();
    await world.purchase(user);
    world.server.clock.advance(23 * 3_600_000 - 1);
    await world.renew();
    expect((await world.infoOf(user)).current['state']).toBe('pending_payment');
    world.server.clock.advance(1);
    await world.renew();
    expect((await world.infoOf(user)).current['state']).toBe('none');
  });

  it('removes the time that a refunded payment had added', async () => {
    const user = await world.member();
    await world.buy(user);
    const [intent] = await world.intents(user);
    await inScope(world.server.deps, world.server.scope, (context) =>
      markRefunded(context, intent!.id, { cause: 'refund' }),
    );
    const { current, history } = await world.infoOf(user);
    expect(current).toMatchObject({ state: 'expired', is_subscribed: false });
    expect(history).toMatchObject([{ status: 'refunded' }]);
  });

  /** Returns the member with a new token, because the earlier token has expired. */
  const logIn = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await world.server.tokenFor(user) });

  /** Buys two periods, and refunds the payment of one of them a day later. */
  const refundOne = async (index: 0 | 1) => {
    const user = await world.member();
    await world.buy(user);
    const bought = iso();

    await world.buy(user);
    await world.runJobs();
    world.server.clock.advance(DAY);
    const intents = await world.intents(user);
    await inScope(world.server.deps, world.server.scope, (context) =>
      markRefunded(context, intents[index]!.id, { cause: 'refund' }),
    );
    return { ...(await world.infoOf(user)), bought };
  };

  it('a refund that is reported again removes no further time', async () => {
    const user = await world.member();
    await world.buy(user);
    await world.buy(user);
    await world.runJobs();
    const [, second] = await world.intents(user);
    const { until } = (await world.infoOf(user)).history[1]!;
    for (let count = 0; count < 3; count += 1) {
      expect(await world.report('charge.refunded', second!, { refunded: true })).toBe(200);
      expect((await world.infoOf(user)).current).toMatchObject({ state: 'cancelling', until });
    }
  });

  it('moves a later paid period forward if the running period is refunded', async () => {
    const { current, history, bought } = await refundOne(0);
    const end = addPeriod(bought, 'half_year');
    const length = Date.parse(addPeriod(end, 'half_year')) - Date.parse(end);
    expect(current).toMatchObject({ state: 'cancelling', until: iso(length), is_subscribed: true });
    expect(history).toMatchObject([{ status: 'paid', from: iso(), until: iso(length) }, { status: 'refunded' }]);
  });

  it('leaves the running period unchanged if a later one is refunded', async () => {
    const { current, history, bought } = await refundOne(1);
    const until = addPeriod(bought, 'half_year');
    expect(current).toMatchObject({ state: 'cancelling', until });
    expect(history).toMatchObject([{ status: 'refunded' }, { status: 'paid', from: bought, until }]);
  });

  it('leaves the running period and its renewal unchanged if an earlier period is refunded', async () => {
    const user = await world.member();
    await world.buy(user);
    await world.saveCard(user, '4242');
    world.server.clock.advance(Date.parse(addPeriod(iso(), 'half_year')) - Date.parse(iso()));
    await world.renew();
    const { current: before } = await world.infoOf(await logIn(user));
    const [first] = await world.intents(user);
    await inScope(world.server.deps, world.server.scope, (context) =>
      markRefunded(context, first!.id, { cause: 'refund' }),
    );
    const { current, history } = await world.infoOf(await logIn(user));
    expect(current).toMatchObject({ state: 'active', until: before['until'], is_subscribed: true });
    expect(history).toMatchObject([{ status: 'paid', until: before['until'] }, { status: 'refunded' }]);
  });

  it('ends a subscription in its grace period if its last payment is refunded', async () => {
    const user = await world.subscriber({ state: 'cancelling' });
    await world.buy(user);
    const { until } = (await world.infoOf(user)).current;
    world.server.clock.advance(Date.parse(String(until)) - Date.parse(iso()));
    await subscribe(world.server, user.id, { state: 'past_due', until: String(until), plan: planOf(world.learn) });
    const [intent] = await world.intents(user);
    await inScope(world.server.deps, world.server.scope, (context) =>
      markRefunded(context, intent!.id, { cause: 'refund' }),
    );
    expect((await world.infoOf(await logIn(user))).current).toMatchObject({ state: 'expired', until });
  });

  it('buying a package activates a waiting lead and removes the lead from the pool', async () => {
    const lead = await world.member({ status: 'waiting', waiting_since: iso(), responsible_id: null });
    await world.buy(lead);
    const row = await world.server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', lead.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'active', waiting_since: null, claimed_rev: row.rev });
    const events = world.server.db
      .selectFrom('person_events')
      .select(['kind', 'detail'])
      .where('person_id', '=', lead.id);
    expect(await events.execute()).toMatchObject([{ kind: 'status', detail: { from: 'waiting', to: 'active' } }]);
  });

  it.each(['not_active', 'active'] as const)(
    'buying a package does not change the status of a person who is %s',
    async (status) => {
      const person = await world.member({ status });
      await world.buy(person);
      const query = world.server.db.selectFrom('users').select('status').where('id', '=', person.id);
      expect(await query.executeTakeFirst()).toEqual({ status });
    },
  );
});

describe('a purchase with an idempotency key', () => {
  const newKeyHeader = () => ({ 'idempotency-key': uuidv7() });

  it('a repeated request that cancels a planned change does not buy an extension', async () => {
    const user = await world.subscriber();
    await world.purchase(user, { package_id: world.family });
    const key = newKeyHeader();
    const replies = [await world.purchase(user, {}, key), await world.purchase(user, {}, key)];
    expect(replies.map(({ replayed }) => replayed)).toEqual([undefined, 'true']);
    expect(replies.map(({ url }) => url)).toEqual(Array(2).fill('http://localhost:8080/subscription'));
    expect(await world.intents(user)).toEqual([]);
  });

  it('a repeated purchase gets the same payment page, or the subscription once it is paid', async () => {
    const user = await world.member();
    const key = newKeyHeader();
    const { url } = await world.purchase(user, {}, key);
    expect(await world.purchase(user, {}, key)).toMatchObject({ status: 200, url, replayed: 'true' });
    await world.pay(url);
    expect((await world.purchase(user, {}, key)).url).toBe('http://localhost:8080/subscription');
    expect(await world.intents(user)).toHaveLength(1);
  });

  it('a repeated purchase gets the same refusal, and another choice under the same key is rejected', async () => {
    const user = await world.member();
    const key = newKeyHeader();
    const body = { promo_code: 'NO-SUCH-CODE' };
    const { code } = await world.purchase(user, body, key);
    expect(code).toBe('promo_unavailable');
    expect(await world.purchase(user, body, key)).toMatchObject({ code, replayed: 'true' });
    expect(await world.purchase(user, {}, key)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });
});

describe('the saved card', () => {
  it('a card is shown when it is saved, and auto-pay can then be turned off and on', async () => {
    const user = await world.member();
    await world.buy(user);
    await world.runJobs();
    expect((await world.infoOf(user)).current).toMatchObject({ method: { brand: 'visa', last4: '4242' } });
    for (const state of ['cancelling', 'active']) {
      await world.server.call('subscription.set_auto_pay', { token: user.token, body: {} });
      expect((await world.infoOf(user)).current['state']).toBe(state);
    }
  });
});
