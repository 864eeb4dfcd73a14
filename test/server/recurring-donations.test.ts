import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RecurringDonation } from '../../contract/entities/recurring-donation.ts';
import { addMonths } from '../../contract/states/subscription.ts';
import { eraseRemoved } from '../../server/features/accounts/deletion.ts';
import { reconcilePayments } from '../../server/features/payments/reconcile.ts';
import { openCardDonations, type CardDonations } from '../helpers/card-donations.ts';
import { readQueuedEmailTemplates } from '../helpers/emails.ts';
import type { TestUser } from '../helpers/server.ts';
import { DAY, subscribe } from '../helpers/subscriptions.ts';
import { SyncServer, type Person } from '../helpers/sync-server.ts';

let world: CardDonations;
let phone: SyncServer;

beforeAll(async () => {
  world = await openCardDonations();
  phone = new SyncServer(world.server);
});
afterAll(() => world.server.close());
afterEach(() => vi.restoreAllMocks());

const HOUR_MS = 3_600_000;
const donor = (fields = {}) => world.server.user(fields);
/** Returns a donor with a device and a token that stays valid for a year. */
async function device(user: TestUser): Promise<Person> {
  return { id: user.id, token: await world.server.tokenFor(user, 365 * 86_400), device_id: uuidv7() };
}
const command = async (user: TestUser, what: 'pause' | 'resume' | 'end', id: string) =>
  phone.send(await device(user), phone.op({ kind: `recurring_donation.${what}`, id, args: { at: world.iso() } }));
const statesOf = async (user: TestUser) => (await world.donationsOf(user)).map(({ state }) => state);

const emailTemplatesTo = (user: TestUser) => readQueuedEmailTemplates(world.server, user);

describe('a donation that repeats', () => {
  it('a recurring donation begins with the first payment, and charges the saved card at each date', async () => {
    const nina = await donor();
    const id = await world.donateAndPay(nina, { frequency: 'monthly', cover_fee: true, comment: 'Every month' });
    const started_at = world.iso();
    expect(await world.recurring(id)).toMatchObject({
      ...{ user_id: nina.id, state: 'active', amount_cents: 5_000, fee_cents: 181, comment: 'Every month', started_at },
      next_at: addMonths(started_at, 1),
    });
    expect(await world.donation(id)).toMatchObject({ recurring_id: id, due_at: null });
    await world.runJobs();
    expect(await world.cardOf(nina)).toMatchObject({ last4: '4242' });

    world.server.clock.advance(Date.parse(addMonths(started_at, 1)) - world.server.clock.now().getTime() - 1);
    await world.charge();
    expect(await world.intents(nina)).toHaveLength(1);
    world.server.clock.advance(1);
    await Promise.all([world.charge(), world.charge()]);
    await world.charge();
    const [, second] = await world.donationsOf(nina);
    expect(second).toMatchObject({
      ...{ recurring_id: id, due_at: addMonths(started_at, 1), state: 'succeeded', amount_cents: 5_000 },
      ...{ fee_cents: 181, method: 'card', frequency: 'monthly', comment: 'Every month', paid_at: world.iso() },
    });
    expect((await world.intents(nina)).map(({ amount_cents, state }) => [amount_cents, state])).toEqual([
      [5_181, 'succeeded'],
      [5_181, 'succeeded'],
    ]);
    expect(await world.recurring(id)).toMatchObject({ state: 'active', next_at: addMonths(started_at, 2) });
  });

  it('a recurring donation does not begin before the first payment, nor with a one-time donation', async () => {
    const [nina, id] = [await donor(), uuidv7()];
    await world.donate(nina, { id, frequency: 'yearly' });
    expect(await world.recurring(id)).toBeUndefined();
    expect(await world.recurring(await world.donateAndPay(nina))).toBeUndefined();
  });

  it("the donor's subscription shows the card that a recurring donation has saved", async () => {
    const nina = await donor();
    await subscribe(world.server, nina.id);
    await world.saveCard(nina, '1111');
    await world.donateAndPay(nina, { frequency: 'monthly' });
    const seen = (await phone.changes(await device(nina), { p0: 0 })).cursors;
    await world.runJobs();
    const { changes } = await phone.changes(await device(nina), { p0: seen.p0 ?? 0 });
    expect(changes).toMatchObject([{ c: 'subscriptions', row: { method: { last4: '4242' } } }]);
  });

  it('charges a recurring donation once for all dates that passed while the server was down', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina);
    const { started_at } = await world.recurring(id);
    world.server.clock.advance(70 * DAY);
    await world.charge();
    await world.charge();
    expect(await statesOf(nina)).toEqual(['succeeded']);
    expect(await world.recurring(id)).toMatchObject({ next_at: addMonths(started_at, 3) });
  });

  it('charges a date of a recurring donation only once if the clock is set back', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina);
    const { started_at } = await world.recurring(id);
    await world.charge();
    for (const days of [-2, 1, 2]) {
      world.server.clock.advance(days * DAY);
      await world.charge();
    }
    expect(await statesOf(nina)).toEqual(['succeeded']);
    expect(await world.intents(nina)).toHaveLength(1);
    expect(await world.recurring(id)).toMatchObject({ state: 'active', next_at: addMonths(started_at, 1) });
  });

  it.each(['delete_at', 'deleted_at'] as const)(
    'does not charge a recurring donation of an account whose %s is set',
    async (column) => {
      const nina = await donor();
      await world.addDueDonation(nina);
      const change = { [column]: world.iso(30 * DAY) };
      await world.server.db.updateTable('users').set(change).where('id', '=', nina.id).execute();
      await world.charge();
      expect(await world.donationsOf(nina)).toEqual([]);
    },
  );

  it('erasing an account deletes its recurring donation, and keeps paid donations without their texts', async () => {
    const nina = await donor();
    const id = await world.donateAndPay(nina, { frequency: 'monthly', comment: 'Every month' });
    await world.server.db.updateTable('users').set({ deleted_at: world.iso() }).where('id', '=', nina.id).execute();
    await eraseRemoved(world.server.deps, nina.id);
    expect(await world.recurring(id)).toBeUndefined();
    expect(await world.donation(id)).toMatchObject({ state: 'succeeded', amount_cents: 5_000, comment: '' });
  });
});

describe('a recurring donation whose card is declined', () => {
  it('a declined card is charged again on day 1, 3 and 5 before the recurring donation is paused', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina, '0002');
    const seen: unknown[] = [];
    for (let day = 0; day <= 6; day += 1) {
      await world.charge();
      seen.push([(await world.intents(nina)).length, (await world.recurring(id)).state]);
      world.server.clock.advance(DAY);
    }
    const tries = (count: number) => [count, 'past_due'];
    expect(seen).toEqual([tries(1), tries(2), tries(2), tries(3), tries(3), [4, 'paused'], [4, 'paused']]);
    expect(await statesOf(nina)).toEqual(['failed']);
    expect(await emailTemplatesTo(nina)).toEqual([...Array<string>(3).fill('donation_unpaid'), 'donation_paused']);
    expect(await world.recurring(id)).toMatchObject({
      next_at: null,
      next_try_at: null,
      failed_at: expect.any(String),
    });
  });

  it('a recurring donation continues with the next date when the card works again', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina, '3184');
    const { started_at } = await world.recurring(id);
    await world.charge();
    expect(await world.recurring(id)).toMatchObject({
      ...{ state: 'past_due', next_at: started_at, next_try_at: world.iso(DAY), failed_at: world.iso() },
    });
    await world.saveCard(nina, '4242');
    world.server.clock.advance(DAY);
    await world.charge();
    expect(await statesOf(nina)).toEqual(['succeeded']);
    expect(await world.recurring(id)).toMatchObject({
      ...{ state: 'active', next_at: addMonths(started_at, 1), next_try_at: null, failed_at: null, attempts: 0 },
    });
  });

  it('does not charge a card twice if the response of the provider was lost', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina);
    const { provider } = world.payments;
    const { charge } = provider;
    vi.spyOn(provider, 'charge').mockImplementationOnce(async (...given) => {
      await charge(...given);
      throw new Error('500');
    });
    await world.charge();
    expect(await statesOf(nina)).toEqual(['pending']);
    world.server.clock.advance(HOUR_MS);
    await reconcilePayments(world.payments);
    await world.charge();
    expect(await statesOf(nina)).toEqual(['succeeded']);
    expect(await world.intents(nina)).toMatchObject([{ state: 'succeeded' }]);
    expect((await world.recurring(id)).state).toBe('active');
  });
});

describe('the commands of the donor', () => {
  it('pausing stops the charges, and resuming continues with the next date without charging for the past', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina);
    const { started_at } = await world.recurring(id);
    expect(await command(nina, 'pause', id)).toMatchObject({ status: 200, row: { state: 'paused', next_at: null } });
    world.server.clock.advance(40 * DAY);
    await world.charge();
    expect(await command(nina, 'resume', id)).toMatchObject({
      ...{ status: 200, row: { id, state: 'active', next_at: addMonths(started_at, 2) } },
    });
    await world.charge();
    expect(await world.donationsOf(nina)).toEqual([]);
  });

  it('resuming a donation restarts the attempts of a failed charge', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina, '0002');
    await world.charge();
    await command(nina, 'pause', id);
    await command(nina, 'resume', id);
    expect(await world.recurring(id)).toMatchObject({ state: 'active', attempts: 0, failed_at: null });
  });

  it('repeating a command on a recurring donation changes nothing', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina);
    const { row } = await command(nina, 'pause', id);
    expect((await command(nina, 'pause', id)).row).toEqual(row);
    const { row: resumed } = await command(nina, 'resume', id);
    expect((await command(nina, 'resume', id)).row).toEqual(resumed);
  });

  it('an ended recurring donation cannot be resumed', async () => {
    const nina = await donor();
    const id = await world.addDueDonation(nina);
    expect(await command(nina, 'end', id)).toMatchObject({ status: 200, row: { state: 'ended' } });
    expect(await command(nina, 'resume', id)).toMatchObject({
      ...{ status: 409, code: 'donation_state', row: { state: 'ended' } },
    });
    await world.charge();
    expect(await world.donationsOf(nina)).toEqual([]);
  });

  it.each(['pause', 'end'] as const)(
    'a charge that is in progress at the command "%s" is refunded and never counts',
    async (what) => {
      const nina = await donor();
      const id = await world.addDueDonation(nina);
      const { provider } = world.payments;
      const { charge } = provider;
      vi.spyOn(provider, 'charge').mockImplementationOnce(async (...given) => {
        const result = await charge(...given);
        await command(nina, what, id);
        return result;
      });
      await world.charge();
      await world.runJobs();
      expect(await statesOf(nina)).toEqual(['refunded']);
      expect(await world.intents(nina)).toMatchObject([{ state: 'refunded' }]);
      expect((await world.recurring(id)).state).toBe(what === 'pause' ? 'paused' : 'ended');
    },
  );

  it("responds identically to another donor's recurring donation and to a missing one", async () => {
    const id = await world.addDueDonation(await donor());
    const stranger = await donor();
    for (const unknown of [id, uuidv7()])
      expect(await command(stranger, 'end', unknown)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await world.recurring(id)).state).toBe('active');
  });

  it('sends employees the payments of a recurring donation, but not the recurring donation itself', async () => {
    const carl = await donor({ is_staff: true });
    const nina = await donor({ responsible_id: carl.id, status: 'active' });
    const id = await world.donateAndPay(nina, { frequency: 'monthly' });
    const { changes } = await phone.changes(await device(carl), { p1: 0 });
    expect(changes.filter(({ c }) => c === 'recurring_donations')).toEqual([]);
    expect(changes.filter(({ c, id: found }) => c === 'donations' && found === id)).toHaveLength(1);
    const own = await phone.changes(await device(nina), { p1: 0 });
    const rows = own.changes.filter(({ c }) => c === 'recurring_donations');
    expect(rows).toMatchObject([{ op: 'put', id, row: { id, state: 'active' } satisfies Partial<RecurringDonation> }]);
    expect(JSON.stringify(rows)).not.toContain('attempts');
  });
});
