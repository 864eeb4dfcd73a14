import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signWebhook } from '../../server/features/payments/signature.ts';
import { openBookIntent, openPaymentServer, type PaymentServer } from '../helpers/payments.ts';
import type { TestUser } from '../helpers/server.ts';

let world: PaymentServer;
let reader: TestUser;

beforeAll(async () => {
  world = await openPaymentServer();
  reader = await world.server.user();
});
afterAll(() => world.server.close());

it.each([
  ['a wrong signature', (body: string) => signWebhook('another secret', body, world.server.clock.now())],
  ['no signature', () => ''],
  [
    'the signature of another body',
    (body: string) => signWebhook(world.payments.provider.webhook_secret, `${body} `, world.server.clock.now()),
  ],
  [
    'a timestamp that is more than five minutes old',
    (body: string) =>
      signWebhook(world.payments.provider.webhook_secret, body, new Date(world.server.clock.now().getTime() - 301_000)),
  ],
])('responds with 400 to a webhook with %s, and changes nothing', async (_what, sign) => {
  const { intent } = await world.openBook(reader);
  const body = world.event('checkout.session.completed', intent);
  expect(await world.post(body, sign(body))).toBe(400);
  expect((await world.intent(intent)).state).toBe('pending');
});

it('rejects a webhook whose timestamp is more than five minutes ahead', async () => {
  const { intent } = await world.openBook(reader);
  const body = world.event('checkout.session.completed', intent);
  const at = (ms: number) => new Date(world.server.clock.now().getTime() + ms);
  expect(await world.post(body, signWebhook(world.payments.provider.webhook_secret, body, at(301_000)))).toBe(400);
  expect(await world.post(body, signWebhook(world.payments.provider.webhook_secret, body, at(300_000)))).toBe(200);
});

it('accepts a webhook if one of its signatures is right, because it has several while a secret is being replaced', async () => {
  const { intent } = await world.openBook(reader);
  const body = world.event('checkout.session.completed', intent);
  const [time, right] = signWebhook(world.payments.provider.webhook_secret, body, world.server.clock.now()).split(',');
  const wrong = `v1=${'0'.repeat(64)}`;
  expect(await world.post(body, `${time},${wrong},v0=${right}`)).toBe(400);
  expect(await world.post(body, `${time},${wrong},${right}`)).toBe(200);
});

it('rejects a webhook body of more than 256 KiB with 413', async () => {
  const pad = (size: number) => `"${'x'.repeat(size - 2)}"`;
  expect(await world.postSigned(pad(256 * 1024 + 1))).toBe(413);
  expect(await world.postSigned(pad(256 * 1024))).toBe(400);
});

it('accepts a webhook whose timestamp is five minutes old', async () => {
  const { intent } = await world.openBook(reader);
  const body = world.event('checkout.session.completed', intent);
  const at = new Date(world.server.clock.now().getTime() - 300_000);
  expect(await world.post(body, signWebhook(world.payments.provider.webhook_secret, body, at))).toBe(200);
  expect((await world.intent(intent)).state).toBe('succeeded');
});

it('rejects a signed webhook body that is not an event', async () => {
  for (const body of ['', 'null', '{"id":1}', '{"id":"a","type":"checkout.session.completed","data":{"object":{}}}'])
    expect(await world.postSigned(body)).toBe(400);
});

it('accepts an event for an unknown payment and one of an unknown type without effect', async () => {
  const { intent } = await world.openBook(reader);
  expect(await world.report('checkout.session.completed', { ...intent, id: randomUUID() })).toBe(200);
  expect(await world.report('customer.created', intent)).toBe(200);
  expect((await world.intent(intent)).state).toBe('pending');
});

it('finds the payment of a reported refund by the id of the charge', async () => {
  const { intent } = await world.buyNewBook(reader);
  await world.report('charge.refunded', intent, { refunded: true, metadata: {} });
  expect((await world.intent(intent)).state).toBe('refunded');
});

it('does not settle the payment of another organisation', async () => {
  const other = await openPaymentServer();
  const { intent } = await other.openBook(await other.server.user());
  expect(await world.report('checkout.session.completed', intent)).toBe(200);
  expect((await other.intent(intent)).state).toBe('pending');
  await other.server.close();
});

it('settles a payment only once if 50 webhooks about it arrive at the same time', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  const same = world.event('checkout.session.completed', intent);
  const bodies = Array.from({ length: 50 }, (_, at) =>
    at % 2 === 0 ? same : world.event('payment_intent.succeeded', intent),
  );
  const statuses = await Promise.all(bodies.map((body) => world.postSigned(body)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded']);
  expect(await world.owns(reader, subject_id)).toBe(true);
});

it('charges one payment for 50 purchases and 50 simultaneous webhooks', async () => {
  const { intent, subject_id, url } = await world.openBook(reader);
  const buy = () =>
    world.server.app.inject({
      method: 'POST',
      url: '/api/books/purchase/',
      headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ id: subject_id }),
    });
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => [buy(), world.report('checkout.session.completed', intent)] as const).flat(),
  );
  const urls = replies.flatMap((reply) => (typeof reply === 'number' ? [] : [reply.json<string>()]));
  const own = `http://localhost:8080/books/${subject_id}`;
  expect(urls.filter((requestedUrl) => requestedUrl !== url && requestedUrl !== own)).toEqual([]);
  expect((await world.intentsOf(subject_id)).map(({ state }) => state)).toEqual(['succeeded']);
  expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded']);
  expect(await world.owns(reader, subject_id)).toBe(true);
});

it('settles a payment that is reported after its page expired', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  expect(await world.report('checkout.session.expired', intent)).toBe(200);
  expect((await world.intent(intent)).state).toBe('expired');
  expect(await world.report('checkout.session.completed', intent)).toBe(200);
  expect(await world.owns(reader, subject_id)).toBe(true);
});

it('keeps a paid payment when a failure or an expiry arrives after the success', async () => {
  const { intent } = await world.buyNewBook(reader);
  for (const type of ['checkout.session.async_payment_failed', 'checkout.session.expired'])
    expect(await world.report(type, intent)).toBe(200);
  expect((await world.intent(intent)).state).toBe('succeeded');
});

it('records a refund that is reported before its payment', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  for (const type of ['charge.refunded', 'checkout.session.completed']) {
    expect(await world.report(type, intent, { refunded: true })).toBe(200);
    expect(await world.statesOf(intent)).toEqual(['created', 'pending', 'succeeded', 'refunded']);
    expect(await world.owns(reader, subject_id)).toBe(false);
  }
});

it('a partly refunded payment remains paid', async () => {
  const { intent } = await world.buyNewBook(reader);
  await world.report('charge.refunded', intent, { refunded: false });
  expect((await world.intent(intent)).state).toBe('succeeded');
});

it.each([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'eur' }],
  ['an unpaid session', { payment_status: 'unpaid' }],
])('does not settle a payment that is reported with %s', async (_what, fields) => {
  const { intent, subject_id } = await world.openBook(reader);
  expect(await world.report('checkout.session.completed', intent, fields)).toBe(200);
  expect(await world.owns(reader, subject_id)).toBe(false);
});

it('keeps a payment page open after a declined card', async () => {
  const { intent } = await world.openBook(reader);
  await world.report('payment_intent.payment_failed', intent);
  expect((await world.intent(intent)).state).toBe('pending');
});

it('fails a charge of a saved card that is reported as failed', async () => {
  const intent = await openBookIntent(world, reader, { subject_id: uuidv7(), is_off_session: true });
  await world.report('payment_intent.payment_failed', intent);
  expect((await world.intent(intent)).state).toBe('failed');
});

it('responds to a failed webhook with an error, so that the provider repeats it', async () => {
  const { intent, subject_id } = await world.openBook(reader);
  const body = world.event('checkout.session.completed', intent);
  await world.server.db
    .updateTable('payment_intents')
    .set({ purpose: 'donation' })
    .where('id', '=', intent.id)
    .execute();
  expect(await world.postSigned(body)).toBe(500);
  await world.server.db.updateTable('payment_intents').set({ purpose: 'book' }).where('id', '=', intent.id).execute();
  expect(await world.postSigned(body)).toBe(200);
  expect(await world.owns(reader, subject_id)).toBe(true);
});
