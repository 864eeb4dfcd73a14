import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPeriod } from '../../contract/states/subscription.ts';
import type { TestUser } from '../helpers/server.ts';
import { reconcilePayments } from '../../server/features/payments/reconcile.ts';
import { usersDueForRenewal, renewSubscriptions } from '../../server/features/subscription/renew.ts';
import { readQueuedEmailTemplates } from '../helpers/emails.ts';
import { openSubscriptionWorld, type SubscriptionWorld } from '../helpers/subscription-world.ts';
import { DAY, planOf } from '../helpers/subscriptions.ts';

const HOUR = 3_600_000;

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await openSubscriptionWorld();
});
afterAll(() => world.server.close());

const iso = (offset_ms = 0) => world.iso(offset_ms);

const emailTemplatesTo = (user: TestUser) => readQueuedEmailTemplates(world.server, user);

describe('the renewal', () => {
  it('a renewal charges the saved card exactly once, at the end of the paid time', async () => {
    const user = await world.subscriber({ until: iso(1000) });
    await world.saveCard(user, '4242');
    await world.renew();
    expect(await world.intents(user)).toEqual([]);
    world.server.clock.advance(1000);
    const until = addPeriod(iso(), 'half_year');
    await Promise.all([world.renew(), world.renew()]);
    await world.renew();
    expect((await world.infoOf(user)).current).toMatchObject({ state: 'active', until });
    expect(await world.intents(user)).toMatchObject([{ state: 'succeeded', amount_cents: 3000, is_off_session: true }]);
  });

  it('a renewal charges the price of the planned package, and starts that package', async () => {
    const user = await world.subscriber({ until: iso(1000) });
    await world.saveCard(user, '4242');
    await world.purchase(user, { package_id: world.family });
    world.server.clock.advance(1000);
    await world.renew();
    expect((await world.infoOf(user)).current).toMatchObject({
      plan: { package_id: world.family, price_cents: 4800 },
      next: null,
    });
  });

  it('a renewal tries a declined card again on day 1, 3 and 5, and the subscription ends on day 7', async () => {
    const user = await world.subscriber({ until: iso() });
    await world.saveCard(user, '0002');
    const seen: unknown[] = [];
    for (let day = 0; day <= 7; day += 1) {
      await world.renew();
      const { current } = await world.infoOf(user);
      seen.push([(await world.intents(user)).length, current['state'], current['is_subscribed']]);
      if (day < 7) world.server.clock.advance(DAY);
    }
    const pastDue = (tries: number) => [tries, 'past_due', true];
    expect(seen).toEqual([
      pastDue(1),
      pastDue(2),
      pastDue(2),
      pastDue(3),
      pastDue(3),
      pastDue(4),
      pastDue(4),
      [4, 'expired', false],
    ]);
    expect((await world.infoOf(user)).history.map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
      'failed',
    ]);
    expect((await emailTemplatesTo(user)).filter((template) => template === 'subscription_unpaid')).toHaveLength(4);
  });

  it('a renewal charged during the grace period continues from the end of the paid time', async () => {
    const user = await world.subscriber({ until: iso() });
    const until = addPeriod(iso(), 'half_year');
    await world.saveCard(user, '0002');
    await world.renew();
    await world.saveCard(user, '4242');
    world.server.clock.advance(DAY);
    await world.renew();
    expect((await world.infoOf(user)).current).toMatchObject({ state: 'active', until, next_try_at: null });
  });

  it('a renewal counts as declined if the member must confirm the card payment', async () => {
    const user = await world.subscriber({ until: iso() });
    await world.saveCard(user, '3184');
    await world.renew();
    expect((await world.infoOf(user)).current).toMatchObject({ state: 'past_due', next_try_at: iso(DAY) });
    expect(await world.intents(user)).toMatchObject([{ state: 'failed' }]);
    expect(await emailTemplatesTo(user)).toEqual(['subscription_unpaid']);
  });

  it('charges a renewal only once if the clock is set back after the charge', async () => {
    const user = await world.subscriber({ until: iso() });
    await world.saveCard(user, '4242');
    const until = addPeriod(iso(), 'half_year');
    const stateOf = async () => {
      const row = world.server.db.selectFrom('subscriptions').select(['state', 'until']);
      const { state, until: end } = await row.where('user_id', '=', user.id).executeTakeFirstOrThrow();
      return [(await world.intents(user)).length, state, end];
    };
    await world.renew();
    for (const ms of [-2 * DAY, DAY, 2 * DAY]) {
      world.server.clock.advance(ms);
      await world.renew();
      expect(await stateOf()).toEqual([1, 'active', until]);
    }
    world.server.clock.advance(Date.parse(until) - Date.parse(iso()) - 1);
    await world.renew();
    expect(await stateOf()).toEqual([1, 'active', until]);
    world.server.clock.advance(1);
    await world.renew();
    expect(await stateOf()).toEqual([2, 'active', addPeriod(until, 'half_year')]);
  });

  /** Returns payments with a provider whose replies to charges are lost, and the number of requested charges. */
  const withLostReplies = () => {
    const { provider } = world.payments;
    const seen = { count: 0 };
    const charge: typeof provider.charge = async (...args) => {
      seen.count += 1;
      await provider.charge(...args);
      throw new Error('the connection was lost');
    };
    const payments = { ...world.payments, provider: { ...provider, charge } };
    return { seen, renew: () => renewSubscriptions(world.server.deps, payments) };
  };

  it('a renewal never replaces a charge whose outcome is unknown', async () => {
    const user = await world.subscriber({ until: iso() });
    const until = addPeriod(iso(), 'half_year');
    await world.saveCard(user, '4242');
    const lost = withLostReplies();
    await lost.renew();
    await world.purchase(user, { package_id: world.family });
    world.server.clock.advance(22 * HOUR - 1);
    await lost.renew();
    expect(lost.seen.count).toBe(2);
    world.server.clock.advance(1);
    await lost.renew();
    expect(lost.seen.count).toBe(2);
    await reconcilePayments(world.payments);
    expect(await world.intents(user)).toMatchObject([{ state: 'succeeded', amount_cents: 3000 }]);
    expect((await world.infoOf(user)).current).toMatchObject({
      ...{ until, plan: { package_id: world.learn } },
      next: { package_id: world.family, starts_at: until },
    });
  });

  it('ends a subscription that does not renew, without a charge', async () => {
    const user = await world.subscriber({ state: 'cancelling', until: iso(1) });
    await world.saveCard(user, '4242');
    await world.renew();
    expect((await world.infoOf(user)).current['state']).toBe('cancelling');
    world.server.clock.advance(1);
    await world.renew();
    expect((await world.infoOf(user)).current).toMatchObject({ state: 'expired', is_subscribed: false });
    expect(await world.intents(user)).toEqual([]);
  });

  it('the renewal job selects only subscriptions with something due', async () => {
    const { clock, deps } = world.server;
    clock.advance(10 * DAY);
    const next = { ...planOf(world.family), starts_at: iso() };
    const pastDue = [
      { until: iso() },
      { state: 'cancelling', until: iso() },
      { state: 'pending_payment', until: null, pending_until: iso() },
      { state: 'past_due', until: iso(-DAY), next_try_at: iso() },
      { state: 'past_due', until: iso(-7 * DAY) },
      { until: iso(7 * DAY) },
      { state: 'cancelling', until: iso(DAY), reminded_days: 7 },
      { next },
    ] as const;
    const not_due = [
      { until: iso(7 * DAY + 1) },
      { until: iso(DAY + 1), reminded_days: 7 },
      { until: iso(1), reminded_days: 1 },
      { state: 'pending_payment', until: null, pending_until: iso(1) },
      { state: 'past_due', until: iso(-DAY), next_try_at: iso(1) },
      { state: 'past_due', until: iso(1 - 7 * DAY) },
      { state: 'expired', until: iso(-DAY) },
      { next: { ...next, starts_at: iso(1) } },
    ] as const;
    const expected: string[] = [];
    for (const fields of pastDue) expected.push((await world.subscriber(fields)).id);
    for (const fields of not_due) expected.push((await world.subscriber(fields)).id);
    const found = await usersDueForRenewal(deps, iso());
    expect(expected.map((id) => found.includes(id))).toEqual([...pastDue.map(() => true), ...not_due.map(() => false)]);
  });

  it('reminds a subscriber once 7 days and once 1 day before the end of the paid time', async () => {
    const [renewing, ending] = [
      await world.subscriber({ until: iso(8 * DAY) }),
      await world.subscriber({ state: 'cancelling', until: iso(8 * DAY) }),
    ];
    const count = async () => [(await emailTemplatesTo(renewing)).length, (await emailTemplatesTo(ending)).length];
    const counts: number[][] = [];
    for (let hours = 0; hours < 8 * 24; hours += 12) {
      await world.renew();
      if (hours % 24 === 0) counts.push(await count());
      world.server.clock.advance(DAY / 2);
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 1, 1, 2].map((sent) => [sent, sent]));
    expect(await emailTemplatesTo(renewing)).toEqual(['subscription_renews', 'subscription_renews']);
    expect(await emailTemplatesTo(ending)).toEqual(['subscription_ends', 'subscription_ends']);
  });
});
