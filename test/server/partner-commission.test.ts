import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Commission } from '../../contract/api-calls/partners.ts';
import { inScope } from '../../server/context.ts';
import { markRefunded } from '../../server/features/payments/ledger.ts';
import { roles, type TestUser } from '../helpers/server.ts';
import { openSubscriptionWorld, type SubscriptionWorld } from '../helpers/subscription-world.ts';
import { DAY } from '../helpers/subscriptions.ts';

let world: SubscriptionWorld;
let admin: TestUser;
let token: string;

beforeAll(async () => {
  world = await openSubscriptionWorld();
  admin = await world.server.user(roles.admin);
  // The token expires so late that tests can move the clock.
  token = await world.server.tokenFor(admin, 365 * 86_400);
});
afterAll(() => world.server.close());

const partner = (commission_percent: number, more = {}) =>
  world.member({ partner_since: world.iso(), commission_percent, ...more });

async function donate(donor: TestUser, amount_cents: number, change: Record<string, unknown> = {}): Promise<void> {
  const at = world.iso();
  const about = { amount_cents, currency: 'USD', purpose: 'general', purpose_text: '', method: 'cash' };
  await world.server.db
    .insertInto('donations')
    .values({
      ...{ scope: world.server.scope, id: uuidv7(), rev: 1, donor_id: donor.id, author_id: admin.id, ...about },
      ...{ paid_at: at, receipt: 'D-00FF-0001', comment: '', is_anonymous: false, state: 'confirmed', reason: '' },
      ...{ decided_by_id: admin.id, decided_at: at, entered_at: at, created_at: at, updated_at: at },
      ...{ photo_sha256: null, photo_mime: null, ...change },
    } as never)
    .execute();
}

async function readCommission({ id }: TestUser): Promise<Commission | null> {
  const { body } = await world.server.call('partners.details', { token, body: { user_id: id } });
  return body['commission'] as unknown as Commission | null;
}

const refund = async (payer: TestUser) => {
  const [paid] = await world.intents(payer);
  const { deps, scope } = world.server;
  await inScope(deps, scope, (context) => markRefunded(context, paid!.id, { cause: 'refund' }));
};

describe('the commission of a partner', () => {
  it('the commission of a partner is a percentage of all payments in the branch, by month, minus refunds', async () => {
    const paula = await partner(10);
    const below = await world.member({ referrer_id: paula.id });
    const deep = await world.member({ referrer_id: below.id });
    const memberOutside = await world.member();
    const march = world.iso().slice(0, 7);
    for (const payer of [paula, memberOutside]) await donate(payer, 7_000);
    await donate(below, 2_005);
    await world.buy(deep);
    await world.buy(below);
    world.server.clock.advance(31 * DAY);
    const april = world.iso().slice(0, 7);
    await donate(deep, 1_000);
    await refund(deep);
    const [{ amount_cents } = { amount_cents: 0 }] = await world.intents(deep);
    expect(amount_cents).toBeGreaterThan(0);
    const paid = 2_005 + 2 * amount_cents;
    expect(await readCommission(paula)).toEqual({
      ...{ percent: 10, people: 2, at: world.iso() },
      months: [
        {
          ...{ month: april, donations_cents: 1_000, subscriptions_cents: 0, refunds_cents: amount_cents },
          commission_cents: Math.round((1_000 - amount_cents) / 10),
        },
        {
          ...{ month: march, donations_cents: 2_005, subscriptions_cents: 2 * amount_cents, refunds_cents: 0 },
          commission_cents: Math.round(paid / 10),
        },
      ],
    });
  });

  it('the commission of a partner leaves out unconfirmed donations and books', async () => {
    const paula = await partner(50);
    const below = await world.member({ referrer_id: paula.id });
    await donate(below, 1_000, { state: 'submitted', decided_at: null });
    await donate(below, 1_000, { state: 'rejected' });
    await world.openBook(below);
    expect((await readCommission(paula))?.months).toEqual([]);
  });

  it('the commission of a partner is rounded to whole cents', async () => {
    const paula = await partner(1);
    const below = await world.member({ referrer_id: paula.id });
    await donate(below, 149);
    expect((await readCommission(paula))?.months).toMatchObject([{ commission_cents: 1 }]);
    await donate(below, 1);
    expect((await readCommission(paula))?.months).toMatchObject([{ donations_cents: 150, commission_cents: 2 }]);
  });

  it('the commission of a partner covers the last twelve months with payments', async () => {
    const paula = await partner(10);
    const below = await world.member({ referrer_id: paula.id });
    for (let month = 1; month <= 13; month += 1) {
      const decided_at = new Date(Date.UTC(2024, month, 1)).toISOString();
      await donate(below, 100 * month, { decided_at });
    }
    const months = (await readCommission(paula))?.months ?? [];
    expect(months.map(({ month }) => month).slice(0, 2)).toEqual(['2025-02', '2025-01']);
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toMatchObject({ month: '2024-03', donations_cents: 200 });
  });

  it('the commission of a partner is null if the agreed percentage is 0', async () => {
    const paula = await partner(0);
    await donate(await world.member({ referrer_id: paula.id }), 1_000);
    expect(await readCommission(paula)).toBeNull();
  });
});
