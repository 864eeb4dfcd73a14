import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountingReport } from '../../contract/api-calls/accounting.ts';
import { inScope } from '../../server/context.ts';
import { checkAccounting, checkAtNight, NIGHT_HOUR } from '../../server/features/accounting/check.ts';
import {
  CLOSED_WITHIN_MS,
  EFFECT_WITHIN_MS,
  findProblems,
  MAX_PER_KIND,
} from '../../server/features/accounting/problems.ts';
import { markRefunded } from '../../server/features/payments/ledger.ts';
import { roles, type TestUser } from '../helpers/server.ts';
import { openSubscriptionWorld, type SubscriptionWorld } from '../helpers/subscription-world.ts';
import { addPromo, DAY } from '../helpers/subscriptions.ts';

const HOUR = 3_600_000;

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await openSubscriptionWorld();
});
afterAll(() => world.server.close());

const now = () => world.server.clock.now();

/** Returns the problems of a user that the check finds: kind, expected and found value. */
async function problemsOf({ id }: TestUser): Promise<unknown[]> {
  const { problems } = await findProblems(world.server.db, world.server.scope, now());
  return problems.filter(({ user_id }) => user_id === id).map(({ kind, expected, found }) => [kind, expected, found]);
}

/** Creates a member who bought a package so long ago that the payment should have taken effect. */
async function createPayer(body: Record<string, unknown> = {}) {
  const user = await world.member();
  await world.buy(user, body);
  const [intent] = await world.intents(user);
  world.server.clock.advance(EFFECT_WITHIN_MS + 1);
  return { user, id: intent!.id };
}

const tables = ['payment_intents', 'subscription_lines'] as const;
const change = (table: (typeof tables)[number], id: string, fields: Record<string, unknown>) =>
  world.server.db.updateTable(table).set(fields).where('id', '=', id).execute();

const updateSubscription = ({ id }: TestUser, fields: Record<string, unknown>) =>
  world.server.db.updateTable('subscriptions').set(fields).where('user_id', '=', id).execute();

describe('the nightly check of ledger and subscriptions', () => {
  it('reports no problems for accounts that are in order', async () => {
    await addPromo(world.server, { code: 'SAVE', discount_percent: 30 });
    await addPromo(world.server, { code: 'FREE', trial_days: 14, discount_percent: 0 });
    const { user: discounted } = await createPayer({ promo_code: 'SAVE' });
    const { user: extended } = await createPayer();
    await world.buy(extended);
    const { user: refunded, id } = await createPayer();
    await inScope(world.server.deps, world.server.scope, (context) => markRefunded(context, id, { cause: 'refund' }));
    const onTrial = await world.member();
    await world.purchase(onTrial, { promo_code: 'FREE' });
    const waiting = await world.member();
    await world.purchase(waiting);
    const reader = await world.member();
    await world.buyNewBook(reader);
    const older = await world.subscriber();
    world.server.clock.advance(2 * HOUR);
    for (const user of [discounted, extended, refunded, onTrial, waiting, reader, older])
      expect(await problemsOf(user)).toEqual([]);
  });

  it('reports a payment whose state no event explains', async () => {
    const { user, id } = await createPayer();
    await change('payment_intents', id, { state: 'failed' });
    expect(await problemsOf(user)).toEqual([
      ['ledger_state', 'succeeded', 'failed'],
      ['period_without_payment', 'succeeded', 'failed'],
    ]);
  });

  it('reports a payment without any event', async () => {
    const { user, id } = await createPayer();
    await world.server.db.deleteFrom('payment_events').where('intent_id', '=', id).execute();
    expect(await problemsOf(user)).toEqual([['ledger_state', null, 'succeeded']]);
  });

  it('reports a gap between the events of a payment', async () => {
    const { user, id } = await createPayer();
    const events = world.server.db.deleteFrom('payment_events').where('intent_id', '=', id);
    await events.where('to_state', '=', 'pending').execute();
    expect(await problemsOf(user)).toEqual([['ledger_gap', 'created', 'pending']]);
  });

  it('reports a payment that added no subscription period, once it is an hour old', async () => {
    const user = await world.member();
    await world.buy(user);
    const [intent] = await world.intents(user);
    await world.server.db.deleteFrom('subscription_lines').where('id', '=', intent!.id).execute();
    await updateSubscription(user, { plan: null });
    world.server.clock.advance(EFFECT_WITHIN_MS);
    expect(await problemsOf(user)).toEqual([]);
    world.server.clock.advance(1);
    expect(await problemsOf(user)).toEqual([['payment_without_period', 'paid', null]]);
  });

  it('reports a subscription period that was not paid for', async () => {
    const { user, id } = await createPayer();
    for (const table of ['payment_intents', 'payment_events'] as const)
      await world.server.db
        .deleteFrom(table)
        .where(table === 'payment_events' ? 'intent_id' : 'id', '=', id)
        .execute();
    expect(await problemsOf(user)).toEqual([['period_without_payment', 'succeeded', null]]);
  });

  it('reports a refunded payment whose subscription period was not removed', async () => {
    const { user, id } = await createPayer();
    await inScope(world.server.deps, world.server.scope, (context) => markRefunded(context, id, { cause: 'refund' }));
    await change('subscription_lines', id, { status: 'paid' });
    const found = await problemsOf(user);
    expect(found).toContainEqual(['refund_with_period', 'refunded', 'paid']);
  });

  it('reports a line of the payment history whose amount differs from the amount of the payment', async () => {
    const { user, id } = await createPayer();
    await change('subscription_lines', id, { amount_cents: 2999 });
    expect(await problemsOf(user)).toEqual([['other_amount', '3000', '2999']]);
  });

  it.each([1, -1])('reports a subscription whose end differs from the paid time by %i day', async (days) => {
    const { user, id } = await createPayer();
    const [line] = await world.server.db.selectFrom('subscription_lines').selectAll().where('id', '=', id).execute();
    const paid = line?.until_at ?? '';
    const until = new Date(Date.parse(paid) + days * DAY).toISOString();
    await updateSubscription(user, { until });
    await world.server.db.updateTable('users').set({ subscribed_until: until }).where('id', '=', user.id).execute();
    expect(await problemsOf(user)).toEqual([['other_time', paid, until]]);
  });

  it('reports a user whose access to paid lessons differs from the subscription', async () => {
    const { user, id } = await createPayer();
    const [line] = await world.server.db.selectFrom('subscription_lines').selectAll().where('id', '=', id).execute();
    await world.server.db.updateTable('users').set({ subscribed_until: null }).where('id', '=', user.id).execute();
    expect(await problemsOf(user)).toEqual([['other_access', line?.until_at, null]]);
  });

  it('reports a paid book that is not in the library, an hour after the payment', async () => {
    const user = await world.member();
    const { subject_id } = await world.buyNewBook(user);
    const item = world.server.db.updateTable('library_items').set({ bought_at: null }).where('user_id', '=', user.id);
    await item.where('book_id', '=', subject_id).execute();
    world.server.clock.advance(EFFECT_WITHIN_MS);
    expect(await problemsOf(user)).toEqual([]);
    world.server.clock.advance(1);
    expect(await problemsOf(user)).toEqual([['payment_without_book', null, 'The Kettle']]);
  });

  async function createDonor() {
    const user = await world.member();
    const reply = await world.server.app.inject({
      method: 'POST',
      url: '/api/payments/donation/',
      headers: { authorization: `Bearer ${user.token}` },
      payload: { id: uuidv7(), amount: 50, type: 'general', payment_method: 'card' },
    });
    await world.pay(reply.json());
    const [intent] = await world.intents(user);
    return { user, id: intent!.id };
  }

  it('reports a payment whose donation does not count as paid, once it is an hour old', async () => {
    const { user, id } = await createDonor();
    expect(await problemsOf(user)).toEqual([]);
    await world.server.db.updateTable('donations').set({ state: 'failed' }).where('intent_id', '=', id).execute();
    world.server.clock.advance(EFFECT_WITHIN_MS);
    expect(await problemsOf(user)).toEqual([]);
    world.server.clock.advance(1);
    expect(await problemsOf(user)).toEqual([['payment_without_donation', 'succeeded', 'failed']]);
  });

  it('reports a donation by card that was not paid', async () => {
    const { user } = await createDonor();
    await world.server.db.updateTable('donations').set({ intent_id: null }).where('donor_id', '=', user.id).execute();
    expect(await problemsOf(user)).toEqual([['donation_without_payment', 'succeeded', null]]);
  });

  it('reports a payment that is still open three days after it expired', async () => {
    const user = await world.member();
    await world.purchase(user);
    world.server.clock.advance(DAY + CLOSED_WITHIN_MS);
    expect(await problemsOf(user)).toEqual([]);
    world.server.clock.advance(1);
    expect(await problemsOf(user)).toEqual([['open_too_long', null, 'pending']]);
  });
});

describe('the report of the nightly check', () => {
  let alone: SubscriptionWorld;
  let admin: TestUser;
  beforeEach(async () => {
    alone = await openSubscriptionWorld();
    admin = await alone.server.user(roles.admin);
    return () => alone.server.close();
  });
  const report = async (): Promise<AccountingReport | null> => {
    const { body } = await alone.server.call('accounting.report', { token: admin.token });
    return body['report'] as unknown as AccountingReport | null;
  };
  const check = () => checkAccounting(alone.server.deps, alone.payments);

  it('shows the report of the last nightly check to admins', async () => {
    expect(await report()).toBeNull();
    const user = await alone.member({ first_name: 'Nina', last_name: 'Vogel' });
    await alone.buy(user);
    alone.server.clock.advance(DAY);
    await check();
    const figures = { payments: 1, subscriptions: 1, provider_payments: 1, provider: 'answered' };
    expect(await report()).toEqual({ ...figures, checked_at: alone.iso(), problem_count: 0, problems: [] });
    await alone.server.db.updateTable('demo_payments').set({ state: 'refunded' }).execute();
    alone.server.clock.advance(DAY);
    await check();
    const [intent] = await alone.intents(user);
    const problem = { kind: 'provider_state', payment_id: intent?.id, user_id: user.id, user_name: 'Nina Vogel' };
    expect(await report()).toMatchObject({
      checked_at: alone.iso(),
      problem_count: 1,
      problems: [{ ...problem, expected: 'succeeded', found: 'refunded' }],
    });
  });

  it('counts all problems of a nightly check, and describes the first ones of each kind', async () => {
    const at = alone.iso();
    const price = { price_cents: 100, amount_cents: 100, title: '{}', package_id: uuidv7(), period: 'month' as const };
    const lines = Array.from({ length: MAX_PER_KIND + 2 }, () => ({
      ...{ scope: alone.server.scope, id: uuidv7(), user_id: uuidv7(), at, status: 'paid' as const, ...price },
      ...{ from_at: at, until_at: at, promo_code: null, receipt_no: null },
    }));
    await alone.server.db.insertInto('subscription_lines').values(lines).execute();
    await check();
    const found = await report();
    expect([found?.problem_count, found?.problems.length]).toEqual([MAX_PER_KIND + 2, MAX_PER_KIND]);
  });

  it('checks only the ledger if there is no payment provider', async () => {
    await checkAccounting(alone.server.deps, undefined);
    expect(await report()).toMatchObject({ provider: 'none', provider_payments: 0 });
  });

  it('runs the nightly check once a day, not before 2 a.m., even if it is started twice', async () => {
    const findPayment = vi.spyOn(alone.payments.provider, 'find');
    await alone.buy(await alone.member());
    const { clock, deps } = alone.server;
    const nextDay = DAY - (clock.now().getTime() % DAY);
    clock.advance(nextDay + NIGHT_HOUR * HOUR - 1);
    await checkAtNight(deps, alone.payments);
    expect(await report()).toBeNull();
    clock.advance(1);
    await Promise.all([checkAtNight(deps, alone.payments), checkAtNight(deps, alone.payments)]);
    clock.advance(HOUR);
    await checkAtNight(deps, alone.payments);
    expect(findPayment).toHaveBeenCalledTimes(1);
    clock.advance(DAY);
    await checkAtNight(deps, alone.payments);
    expect(findPayment).toHaveBeenCalledTimes(2);
  });

  it('repeats an interrupted nightly check after two hours', async () => {
    const { clock, deps, db, scope } = alone.server;
    await db
      .insertInto('accounting_checks')
      .values({ scope, day: alone.iso().slice(0, 10), started_at: alone.iso(), finished_at: null, problems: '[]' })
      .execute();
    clock.advance(2 * HOUR);
    await checkAccounting(deps, alone.payments);
    expect(await report()).toBeNull();
    clock.advance(1);
    await checkAccounting(deps, alone.payments);
    expect(await report()).not.toBeNull();
  });

  it('keeps the reports of nightly checks for 90 days', async () => {
    const count = async () => {
      const days = alone.server.db
        .selectFrom('accounting_checks')
        .select('day')
        .where('scope', '=', alone.server.scope);
      return (await days.execute()).length;
    };
    await check();
    alone.server.clock.advance(90 * DAY);
    await check();
    expect(await count()).toBe(2);
    alone.server.clock.advance(DAY);
    await check();
    expect(await count()).toBe(2);
  });
});
