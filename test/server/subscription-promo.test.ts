import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../helpers/server.ts';
import { openSubscriptionWorld, type SubscriptionWorld } from '../helpers/subscription-world.ts';
import { addPromo, DAY } from '../helpers/subscriptions.ts';

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await openSubscriptionWorld();
});
afterAll(() => world.server.close());

const iso = (offset_ms = 0) => world.iso(offset_ms);
const promo = (code: string, fields: Record<string, unknown>) =>
  addPromo(world.server, { code, discount_percent: 0, ...fields });

const check = ({ token }: TestUser, body: Record<string, unknown>) =>
  world.server.call('subscription.check_promo', {
    token,
    body: { package_id: world.learn, period: 'half_year', ...body },
  });

async function usesLeft(code: string): Promise<number | null | undefined> {
  const row = world.server.db.selectFrom('promo_codes').select('uses_left').where('code', '=', code);
  return (await row.where('scope', '=', world.server.scope).executeTakeFirst())?.uses_left;
}

describe('a promo code', () => {
  it('a promo code reduces the first payment but not the renewals', async () => {
    await promo('SAVE20', { discount_percent: 20, uses_left: 5 });
    const user = await world.member();
    await world.buy(user, { promo_code: 'save20' });
    const { current, history } = await world.infoOf(user);
    expect([history[0]?.['amount_cents'], current.plan?.['price_cents']]).toEqual([2400, 3000]);
    expect(history[0]?.['discount']).toEqual({ code: 'SAVE20', amount_cents: 600 });
    expect(await usesLeft('SAVE20')).toBe(4);
    expect((await world.purchase(user, { promo_code: 'SAVE20' })).code).toBe('promo_unavailable');
  });

  it('two open payments with the same discount count as one use, and the later one is refunded', async () => {
    await promo('TWICE', { discount_percent: 20, uses_left: 5 });
    const user = await world.member();
    const half = await world.purchase(user, { promo_code: 'TWICE' });
    const month = await world.purchase(user, { promo_code: 'TWICE', period: 'month' });
    await world.pay(half.url);
    const { until } = (await world.infoOf(user)).current;
    await world.pay(month.url);
    await world.runJobs();
    const { current, history } = await world.infoOf(user);
    expect(current['until']).toBe(until);
    expect(history.map(({ period, status, receipt }) => [period, status, receipt !== null])).toEqual([
      ['month', 'refunded', false],
      ['half_year', 'paid', true],
    ]);
    expect((await world.intents(user)).map(({ state }) => state)).toEqual(['succeeded', 'refunded']);
    expect(await usesLeft('TWICE')).toBe(4);
  });

  it('a promo code starts a trial without a payment, but only once', async () => {
    await promo('TRY14', { trial_days: 14 });
    const user = await world.member();
    expect((await world.purchase(user, { promo_code: 'TRY14' })).url).toBe('http://localhost:8080/subscription');
    const { current, history } = await world.infoOf(user);
    expect(current).toMatchObject({ state: 'cancelling', until: iso(14 * DAY), is_subscribed: true });
    expect(history).toMatchObject([{ amount_cents: 0, discount: null }]);
    expect((await world.purchase(user, { promo_code: 'TRY14' })).code).toBe('promo_unavailable');
    expect((await world.purchase(await world.subscriber(), { promo_code: 'TRY14' })).code).toBe('subscription_state');
  });
});

describe('checking a promo code', () => {
  it('checking a promo code returns the discounted price, and does not use the code up', async () => {
    await promo('SAVE33', { discount_percent: 33, uses_left: 1 });
    const user = await world.member();
    const discount = { code: 'SAVE33', trial_days: 0, discount_percent: 33 };
    expect((await check(user, { promo_code: ' save33 ' })).body).toEqual({
      ...{ ...discount, price_cents: 3000, amount_cents: 2010 },
    });
    expect((await check(user, { promo_code: 'SAVE33', period: 'month' })).body).toMatchObject({ amount_cents: 402 });
    expect(await usesLeft('SAVE33')).toBe(1);
    await world.buy(user, { promo_code: 'SAVE33' });
    expect((await world.infoOf(user)).history[0]).toMatchObject({ amount_cents: 2010 });
  });

  it('checking a promo code returns the free days of a trial', async () => {
    await promo('TRY7', { trial_days: 7 });
    const free = { trial_days: 7, price_cents: 3000, amount_cents: 0 };
    expect((await check(await world.member(), { promo_code: 'TRY7' })).body).toMatchObject(free);
    const refused = await check(await world.subscriber(), { promo_code: 'TRY7' });
    expect([refused.status, refused.body['code']]).toEqual([409, 'subscription_state']);
  });

  it('checking a promo code refuses codes that are unknown, expired, used up or used before', async () => {
    await promo('OVER', { discount_percent: 10, valid_until: iso(-1) });
    await promo('GONE', { discount_percent: 10, uses_left: 0 });
    await promo('ONCE', { discount_percent: 10 });
    const user = await world.member();
    await world.buy(user, { promo_code: 'ONCE' });
    for (const promo_code of ['NO-SUCH', 'OVER', 'GONE', 'ONCE']) {
      const { body } = await check(user, { promo_code });
      expect([promo_code, body['code']]).toEqual([promo_code, 'promo_unavailable']);
    }
  });

  it('checking a promo code refuses unknown packages, periods without a price and empty codes', async () => {
    await promo('ANY', { discount_percent: 10 });
    const user = await world.member();
    const statuses = [{ package_id: uuidv7() }, { period: 'week' }, { promo_code: '' }].map(
      async (body) => (await check(user, { promo_code: 'ANY', ...body })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 400, 400]);
  });
});

describe('a discount entered at registration', () => {
  let registered = 0;
  const register = async (promo_code: string): Promise<TestUser> => {
    registered += 1;
    const { body, status } = await world.server.call('accounts.register', {
      body: {
        ...{ first_name: 'Nina', last_name: 'Vogel', language: 'de', password: 'a door that opens', consent: true },
        ...{ email: `discount${registered}@example.org`, phone: `+4916012345${registered}0`, promo_code },
      },
    });
    expect(status).toBe(200);
    return { token: String(body['token']) } as TestUser;
  };

  it('a discount entered at registration is kept for the first payment and then deleted', async () => {
    await promo('HELLO', { discount_percent: 50, uses_left: 9 });
    const user = await register('hello');
    expect((await world.infoOf(user)).current).toMatchObject({ state: 'none', promo_code: 'HELLO', plan: null });
    expect(await usesLeft('HELLO')).toBe(9);
    const { url } = await world.purchase(user);
    expect((await world.infoOf(user)).current['promo_code']).toBe('HELLO');
    await world.pay(url);
    const { current, history } = await world.infoOf(user);
    expect([history[0]?.['amount_cents'], current['promo_code'], await usesLeft('HELLO')]).toEqual([1500, null, 8]);
    await world.buy(user);
    expect((await world.infoOf(user)).history[0]).toMatchObject({ amount_cents: 3000 });
  });

  it('a discount entered at registration stays for later if the member declines it', async () => {
    await promo('LATER', { discount_percent: 50 });
    await promo('BETTER', { discount_percent: 75 });
    const [declines, prefers] = [await register('LATER'), await register('LATER')];
    await world.buy(declines, { promo_code: '' });
    await world.buy(prefers, { promo_code: 'BETTER' });
    const paid = await Promise.all([declines, prefers].map((user) => world.infoOf(user)));
    expect(paid.map(({ history, current }) => [history[0]?.['amount_cents'], current['promo_code']])).toEqual([
      [3000, 'LATER'],
      [750, 'LATER'],
    ]);
  });

  it('a discount entered at registration does not prevent a purchase after the code has expired', async () => {
    const valid_until = iso(DAY);
    await promo('SHORT', { discount_percent: 50, valid_until });
    const user = await register('SHORT');
    world.server.clock.advance(2 * DAY);
    await world.buy(user);
    expect((await world.infoOf(user)).history[0]).toMatchObject({ amount_cents: 3000, status: 'paid' });
  });

  it('a discount entered at registration does not turn a free package change into a payment', async () => {
    await promo('KEEP', { discount_percent: 50 });
    const user = await world.subscriber({ promo_code: 'KEEP' });
    await world.purchase(user, { package_id: world.family });
    expect(await world.intents(user)).toEqual([]);
    expect((await world.infoOf(user)).current.next).toMatchObject({ package_id: world.family });
  });
});
