import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import type { TestUser } from '../helpers/server.ts';

// These tests need PostgreSQL: transactions wait for each other's locks, but an embedded database runs them one by one.
let world: PaymentServer;
let reader: TestUser;

beforeAll(async () => {
  world = await openPaymentServer();
  reader = await world.server.user();
});
afterAll(() => world.server.close());

/** Waits until the given number of transactions in this database are waiting for a lock. */
async function waiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.server.db);
      return rows.length;
    })
    .toBe(count);
}

test('opens no second payment for a purchase that arrives while the first one is being settled', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  const body = { id: subject_id };
  const [webhook, purchase] = await world.server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', reader.id).forUpdate().execute();
    const webhook = world.report('checkout.session.completed', intent);
    await waiting(1);
    const purchase = world.server.call('books.purchase', { token: reader.token, body });
    await waiting(2);
    return [webhook, purchase].map((run) => () => run);
  });
  expect(await webhook?.()).toBe(200);
  await purchase?.();
  expect((await world.intentsOf(subject_id)).map(({ state }) => state)).toEqual(['succeeded']);
  expect(await world.owns(reader, subject_id)).toBe(true);
});

test.each(['checkout.session.expired', 'charge.refunded'])(
  'locks the payer before the payment when %s is reported',
  async (type) => {
    const { intent } = await world.openBook(reader);
    if (type === 'charge.refunded') await world.report('checkout.session.completed', intent);
    const { db } = world.server;
    const reported = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', reader.id).forUpdate().execute();
      const report = world.report(type, intent, { refunded: true });
      await waiting(1);
      const intents = tx.selectFrom('payment_intents').select('id').where('id', '=', intent.id);
      expect(await intents.forUpdate().skipLocked().execute()).toHaveLength(1);
      return () => report;
    });
    expect(await reported()).toBe(200);
  },
);
