import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPeriod } from '../../contract/states/subscription.ts';
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

const infoOf = async ({ token }: TestUser) => {
  const { body } = await house.server.call('subscription.info', { token });
  return body as unknown as {
    current: Record<string, unknown> & { plan: Record<string, unknown> | null; next: Record<string, unknown> | null };
    history: Record<string, unknown>[];
  };
};

const renew = () => renewSubscriptions(house.server.deps, house.payments);

const emailsTo = async ({ email }: TestUser): Promise<string[]> => {
  const jobs = await house.server.db.selectFrom('jobs').select('payload').where('kind', '=', 'email').execute();
  return (jobs.map(({ payload }) => payload) as { to: string; template: string }[])
    .filter(({ to }) => to === email)
    .map(({ template }) => template);
};

describe('the renewal', () => {
  it('charges the saved card once when the paid time ends, at the price of the subscription', async () => {
    const user = await subscriber({ until: iso(1000) });
    await house.saveCard(user, '4242');
    await renew();
    expect(await intents(user)).toEqual([]);
    house.server.clock.advance(1000);
    const until = addPeriod(iso(), 'half_year');
    await Promise.all([renew(), renew()]);
    await renew();
    expect((await infoOf(user)).current).toMatchObject({ state: 'active', until });
    expect(await intents(user)).toMatchObject([{ state: 'succeeded', amount_cents: 3000, is_off_session: true }]);
  });

  it('charges the price of a planned package and starts it', async () => {
    const user = await subscriber({ until: iso(1000) });
    await house.saveCard(user, '4242');
    await purchase(user, { package_id: family });
    house.server.clock.advance(1000);
    await renew();
    expect((await infoOf(user)).current).toMatchObject({ plan: { package_id: family, price_cents: 4800 }, next: null });
  });

  it('tries a declined card again on day 1, 3 and 5 and ends the subscription on day 7', async () => {
    const user = await subscriber({ until: iso() });
    await house.saveCard(user, '0002');
    const seen: unknown[] = [];
    for (let day = 0; day <= 7; day += 1) {
      await renew();
      const { current } = await infoOf(user);
      seen.push([(await intents(user)).length, current['state'], current['is_subscribed']]);
      if (day < 7) house.server.clock.advance(DAY);
    }
    const due = (tries: number) => [tries, 'past_due', true];
    expect(seen).toEqual([due(1), due(2), due(2), due(3), due(3), due(4), due(4), [4, 'expired', false]]);
    expect((await infoOf(user)).history.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect((await emailsTo(user)).filter((template) => template === 'subscription_unpaid')).toHaveLength(4);
  });

  it('continues from the end of the paid time if the card is charged during the grace', async () => {
    const user = await subscriber({ until: iso() });
    const until = addPeriod(iso(), 'half_year');
    await house.saveCard(user, '0002');
    await renew();
    await house.saveCard(user, '4242');
    house.server.clock.advance(DAY);
    await renew();
    expect((await infoOf(user)).current).toMatchObject({ state: 'active', until, next_try_at: null });
  });

  it('ends a subscription that does not renew, without a charge', async () => {
    const user = await subscriber({ state: 'cancelling', until: iso(1) });
    await house.saveCard(user, '4242');
    await renew();
    expect((await infoOf(user)).current['state']).toBe('cancelling');
    house.server.clock.advance(1);
    await renew();
    expect((await infoOf(user)).current).toMatchObject({ state: 'expired', is_subscribed: false });
    expect(await intents(user)).toEqual([]);
  });

  it('reminds 7 days and 1 day before the end, once each', async () => {
    const [renewing, ending] = [
      await subscriber({ until: iso(8 * DAY) }),
      await subscriber({ state: 'cancelling', until: iso(8 * DAY) }),
    ];
    const count = async () => [(await emailsTo(renewing)).length, (await emailsTo(ending)).length];
    const counts: number[][] = [];
    for (let hours = 0; hours < 8 * 24; hours += 12) {
      await renew();
      if (hours % 24 === 0) counts.push(await count());
      house.server.clock.advance(DAY / 2);
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 1, 1, 2].map((sent) => [sent, sent]));
    expect(await emailsTo(renewing)).toEqual(['subscription_renews', 'subscription_renews']);
    expect(await emailsTo(ending)).toEqual(['subscription_ends', 'subscription_ends']);
  });
});
