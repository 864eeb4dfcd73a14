import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { changeDemoPayment } from '../../server/features/payments/demo-provider.ts';
import { reconcilePayments } from '../../server/features/payments/reconcile.ts';
import { addBook } from '../helpers/books.ts';
import { openBookIntent, openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import type { TestUser } from '../helpers/server.ts';

const HOUR_MS = 3_600_000;

// Each test has an organisation of its own, so that only the payments of the test are checked.
let world: PaymentServer;
let reader: TestUser;
const opened: PaymentServer[] = [];

beforeEach(async () => {
  world = await openPaymentServer();
  opened.push(world);
  reader = await world.server.user();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all(opened.map(({ server }) => server.close())));

const advance = (ms: number) => world.server.clock.advance(ms);
const payAtProvider = async (id: string) => changeDemoPayment(world.server.deps, id, ['open'], 'paid');

it('settles a payment whose webhook was lost', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  await payAtProvider(intent.provider_id!);
  advance(60_001);
  await reconcilePayments(world.payments);
  expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded']);
  expect(await world.owns(reader, subject_id)).toBe(true);
});

it('records a payment that was paid and refunded while the webhooks were lost', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  await payAtProvider(intent.provider_id!);
  await changeDemoPayment(world.server.deps, intent.provider_id!, ['paid'], 'refunded');
  advance(60_001);
  await reconcilePayments(world.payments);
  expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded', 'refunded']);
  expect(await world.owns(reader, subject_id)).toBe(false);
});

it('leaves a new payment alone for a minute, and then opens its page', async () => {
  const intent = await openBookIntent(world, reader, { subject_id: await addBook(world.server, { price_cents: 500 }) });
  advance(60_000);
  await reconcilePayments(world.payments);
  expect(await world.statesOf(intent)).toEqual(['created']);
  advance(1);
  await reconcilePayments(world.payments);
  expect(await world.statesOf(intent)).toEqual(['created', 'pending']);
  expect((await world.intent(intent)).url).toContain('/demo/checkout/');
});

it('finishes a charge whose response was lost, without charging again', async () => {
  await world.saveCard(reader, '4242');
  const subject_id = await addBook(world.server, { price_cents: 500 });
  const intent = await openBookIntent(world, reader, { subject_id, is_off_session: true });
  const { provider } = world.payments;
  await provider.charge(intent, (await world.cardOf(reader))!, new AbortController().signal);
  const charge = vi.spyOn(provider, 'charge');
  advance(60_001);
  await reconcilePayments(world.payments);
  expect(charge).not.toHaveBeenCalled();
  expect((await world.intent(intent)).state).toBe('succeeded');
});

it('repeats a charge that never arrived, but not after 22 hours', async () => {
  await world.saveCard(reader, '4242');
  const charge = vi.spyOn(world.payments.provider, 'charge').mockRejectedValueOnce(new Error('down'));
  const lateIntent = await openBookIntent(world, reader, { subject_id: uuidv7(), is_off_session: true });
  advance(22 * HOUR_MS);
  const earlyIntent = await openBookIntent(world, reader, { subject_id: uuidv7(), is_off_session: true });
  advance(60_001);
  await reconcilePayments(world.payments);
  await reconcilePayments(world.payments);
  expect(charge.mock.calls.map(([intent]) => intent.id)).toEqual([earlyIntent.id, earlyIntent.id]);
  expect((await world.intent(lateIntent)).state).toBe('created');
  expect((await world.intent(earlyIntent)).state).toBe('succeeded');
});

it('expires an unpaid payment after 24 hours, when the provider has confirmed that it is unpaid', async () => {
  const { intent } = await world.openBook(reader);
  const find = vi.spyOn(world.payments.provider, 'find');
  find.mockResolvedValueOnce({ state: 'open', amount_cents: 500, currency: 'USD', payment_id: null, method: null });
  advance(24 * HOUR_MS - 1);
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('pending');
  advance(1);
  find.mockRejectedValueOnce(new Error('down'));
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('pending');
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('expired');
});

it('a payment that is being processed stays open even after 24 hours', async () => {
  const { intent } = await world.openBook(reader);
  await changeDemoPayment(world.server.deps, intent.provider_id!, ['open'], 'processing');
  advance(25 * HOUR_MS);
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('pending');
});

it('checks a replaced payment once more after its page has expired', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  await openBookIntent(world, reader, { subject_id, amount_cents: 600 });
  await payAtProvider(intent.provider_id!);
  advance(24 * HOUR_MS - 1);
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('expired');
  advance(1);
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('succeeded');
  const find = vi.spyOn(world.payments.provider, 'find');
  advance(HOUR_MS);
  await reconcilePayments(world.payments);
  expect(find.mock.calls.map(([asked]) => asked.id)).not.toContain(intent.id);
});

it('settles a replaced payment that was paid while the provider could not be reached', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  await payAtProvider(intent.provider_id!);
  advance(25 * HOUR_MS);
  vi.spyOn(world.payments.provider, 'find').mockRejectedValue(new Error('the provider cannot be reached'));
  await reconcilePayments(world.payments);
  await openBookIntent(world, reader, { subject_id });
  expect((await world.intent(intent)).state).toBe('expired');
  vi.restoreAllMocks();
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('succeeded');
  expect(await world.owns(reader, subject_id)).toBe(true);
});

it('checks a replaced payment at most a week after its page has expired', async () => {
  const isChecked = async (age: number) => {
    const { intent, subject_id } = await world.openBook(reader);
    await openBookIntent(world, reader, { subject_id, amount_cents: 600 });
    advance(24 * HOUR_MS + age);
    const find = vi.spyOn(world.payments.provider, 'find');
    await reconcilePayments(world.payments);
    const ids = find.mock.calls.map(([{ id }]) => id);
    find.mockRestore();
    return ids.includes(intent.id);
  };
  expect([await isChecked(7 * 24 * HOUR_MS - 1), await isChecked(7 * 24 * HOUR_MS)]).toEqual([true, false]);
});

it('checks a hundred payments in a run, and the others in the next run', async () => {
  const { intent } = await world.openBook(reader);
  const more = Array.from({ length: 100 }, () => {
    const id = uuidv7();
    return { ...intent, id, idempotency_key: id, subject_id: id, provider_id: null, url: null, is_off_session: true };
  });
  await world.server.db.insertInto('payment_intents').values(more).execute();
  advance(60_001);
  const open = { amount_cents: 500, currency: 'USD', payment_id: null, method: null };
  const find = vi.spyOn(world.payments.provider, 'find').mockResolvedValue({ ...open, state: 'open' });
  await reconcilePayments(world.payments);
  expect(find).toHaveBeenCalledTimes(100);
  await reconcilePayments(world.payments);
  expect(new Set(find.mock.calls.map(([{ id }]) => id)).size).toBe(101);
});

it('does not settle a payment whose amount differs at the provider, and records the difference once', async () => {
  const { intent } = await world.openBook(reader);
  await payAtProvider(intent.provider_id!);
  await world.server.db
    .updateTable('demo_payments')
    .set({ amount_cents: 1 })
    .where('id', '=', intent.provider_id)
    .execute();
  advance(60_001);
  await reconcilePayments(world.payments);
  await reconcilePayments(world.payments);
  expect((await world.intent(intent)).state).toBe('pending');
  const { db } = world.server;
  const events = db.selectFrom('payment_events').select(['from_state', 'to_state']).where('intent_id', '=', intent.id);
  const mismatches = await events.where('cause', '=', 'other_amount').execute();
  expect(mismatches).toEqual([{ from_state: 'pending', to_state: 'pending' }]);
  const entries = db.selectFrom('audit_log').select('detail').where('action', '=', 'payment_of_other_amount');
  expect(await entries.where('target_id', '=', reader.id).execute()).toMatchObject([
    { detail: { intent_id: intent.id, amount_cents: 1, expected_cents: 500 } },
  ]);
});

it('stops checking open payments after five failures, and begins the next run with the other payments', async () => {
  for (let count = 0; count < 7; count += 1) await world.openBook(reader);
  advance(60_001);
  const find = vi.spyOn(world.payments.provider, 'find').mockRejectedValue(new Error('down'));
  await reconcilePayments(world.payments);
  expect(find).toHaveBeenCalledTimes(5);
  const first = new Set(find.mock.calls.map(([{ id }]) => id));
  await reconcilePayments(world.payments);
  const next = find.mock.calls.slice(5, 7).map(([{ id }]) => id);
  expect(next.filter((id) => first.has(id))).toEqual([]);
});
