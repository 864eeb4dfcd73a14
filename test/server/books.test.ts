import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { refundIntent } from '../../server/features/payments/ledger.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { addBook } from '../helpers/books.ts';
import { openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let buyer: TestUser;
let other: TestUser;
let free: string;
let paid: string;

beforeAll(async () => {
  server = await openTestServer({ app: { demo: true } });
  [buyer, other] = [await server.user(), await server.user()];
  free = await addBook(server);
  paid = await addBook(server, { title: 'The Long Road', price_cents: 900, is_new: true });
});
afterAll(() => server.close());

const fetchFile = (id: string, who: TestUser, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/books/file/${id}/`, headers: { authorization: `Bearer ${who.token}`, ...headers } });

async function checkoutOf(id: string, who: TestUser): Promise<string> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/books/purchase/',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ id }),
  });
  return new URL(reply.json<string>()).pathname;
}

const push = (who: TestUser, device_id: string, kind: string, id: string, args: unknown) => {
  const op = { op_id: uuidv7(), lane: `book_shelf:${id}`, deps: [], kind, v: 1, entity: 'book_shelf', id };
  const otherFields = { base_rev: 0, args, base: null, at: server.clock.now().toISOString(), clock_offset_ms: 0 };
  return server.call('sync.push', {
    token: who.token,
    body: { proto: 1, device_id, ops: [{ ...op, ...otherFields }] },
  });
};

const runJobs = () => {
  const { deps, payments } = server;
  const mailer = { send: async () => undefined };
  return runDueJobs(deps, jobHandlers(deps, { mailer, public_url: 'http://localhost:8080', payments }));
};

const shelfOf = (who: TestUser) =>
  server.db.selectFrom('library_items').selectAll().where('user_id', '=', who.id).execute();

describe('book files', () => {
  it('serves the file of a free book to a member who has not bought it, completely or in ranges', async () => {
    expect((await fetchFile(free, other)).body).toBe(`the file of ${free}`);
    const part = await fetchFile(free, other, { range: 'bytes=4-7' });
    expect([part.statusCode, part.body]).toEqual([206, 'file']);
  });

  it('serves a converted EPUB as a book pack, and a PDF unchanged', async () => {
    const { sha256 } = await server.db
      .selectFrom('books as b')
      .innerJoin('media_files as m', 'm.sha256', 'b.file_sha256')
      .select('m.sha256')
      .where('b.id', '=', free)
      .executeTakeFirstOrThrow();
    for (const [mime, type] of [
      ['application/octet-stream', 'application/vnd.haversack.book'],
      ['application/pdf', 'application/pdf'],
    ] as const) {
      await server.db.updateTable('media_files').set({ mime }).where('sha256', '=', sha256).execute();
      expect((await fetchFile(free, other)).headers['content-type']).toBe(type);
    }
  });

  it('responds with 404 for the file of a book that the caller has not bought', async () => {
    const [notMine, missing] = [await fetchFile(paid, other), await fetchFile(uuidv7(), other)];
    expect([notMine.statusCode, missing.statusCode]).toEqual([404, 404]);
    const withoutRequestId = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' });
    expect(withoutRequestId(notMine.body)).toEqual(withoutRequestId(missing.body));
  });

  it("does not serve a book's file as media", async () => {
    const { file_sha256 } = await server.db
      .selectFrom('books')
      .select('file_sha256')
      .where('id', '=', free)
      .executeTakeFirstOrThrow();
    const headers = { authorization: `Bearer ${buyer.token}` };
    expect((await server.app.inject({ url: `/media/${file_sha256}`, headers })).statusCode).toBe(404);
  });
});

describe('book purchases', () => {
  it('completes a purchase exactly once if it is interrupted after the payment', async () => {
    const path = await checkoutOf(paid, buyer);
    expect((await server.landing.inject({ url: path })).body).toMatch(/The Long Road.*\$9\.00/s);
    expect((await fetchFile(paid, buyer)).statusCode).toBe(404);
    // The payment page is submitted three times, and no redirect is followed, as if the user had closed the tab.
    const replies = await Promise.all([1, 2, 3].map(() => server.landing.inject({ method: 'POST', url: path })));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    expect((await fetchFile(paid, buyer)).statusCode).toBe(200);
    expect(await shelfOf(buyer)).toHaveLength(1);
    const { body } = await server.call('sync.changes', { token: buyer.token, query: { p3: 0 } });
    const rows = (body['changes'] as unknown as { c: string; row: unknown }[]).filter(({ c }) => c === 'book_shelf');
    expect(rows).toMatchObject([{ row: { id: paid, bought_at: server.clock.now().toISOString() } }]);
    expect((await fetchFile(paid, other)).statusCode).toBe(404);
  });

  it('a purchase request redirects to a bought or free book, and is rejected for an unknown one', async () => {
    expect(await checkoutOf(paid, buyer)).toBe(`/books/${paid}`);
    expect(await checkoutOf(free, other)).toBe(`/books/${free}`);
    expect((await server.call('books.purchase', { token: other.token, body: { id: uuidv7() } })).status).toBe(404);
    expect((await server.landing.inject({ method: 'POST', url: '/demo/checkout/nothing' })).statusCode).toBe(404);
  });

  it('creates one payment and charges once for repeated purchase requests', async () => {
    const [id, reader] = [await addBook(server, { price_cents: 300 }), await server.user()];
    const paths = await Promise.all([1, 2, 3].map(() => checkoutOf(id, reader)));
    expect(new Set(paths).size).toBe(1);
    expect((await server.landing.inject({ url: paths[0]! })).body).toContain('$3.00');
    expect(await checkoutOf(id, await server.user())).not.toBe(paths[0]);
    await server.landing.inject({ method: 'POST', url: paths[0]! });
    const page = (await server.landing.inject({ url: paths[0]! })).body;
    expect(page).toContain('This is paid');
    expect(page).not.toContain('<form');
  });

  it('closes the payment page with the old price when the price has changed', async () => {
    const [id, reader] = [await addBook(server, { price_cents: 300 }), await server.user()];
    const oldPage = await checkoutOf(id, reader);
    await server.db.updateTable('books').set({ price_cents: 350 }).where('id', '=', id).execute();
    const currentPage = await checkoutOf(id, reader);
    await runJobs();
    expect((await server.landing.inject({ url: currentPage })).body).toContain('$3.50');
    expect((await server.landing.inject({ url: oldPage })).body).toContain('This payment page has expired');
    await server.landing.inject({ method: 'POST', url: oldPage });
    expect(await shelfOf(reader)).toEqual([]);
  });

  it('refunds a second payment when another one has already paid for the book', async () => {
    const [id, reader] = [await addBook(server, { price_cents: 300 }), await server.user()];
    const old = await checkoutOf(id, reader);
    await server.db.updateTable('books').set({ price_cents: 350 }).where('id', '=', id).execute();
    const current = await checkoutOf(id, reader);
    // Both payment pages are paid before the old one is closed.
    await Promise.all([old, current].map((url) => server.landing.inject({ method: 'POST', url })));
    await runJobs();
    const payments = await server.db
      .selectFrom('payment_intents')
      .select('state')
      .where('subject_id', '=', id)
      .execute();
    expect(payments.map(({ state }) => state).toSorted()).toEqual(['refunded', 'succeeded']);
    const charged = await server.db
      .selectFrom('demo_payments')
      .select('state')
      .where('return_path', '=', `/books/${id}`)
      .execute();
    expect(charged.map(({ state }) => state).toSorted()).toEqual(['paid', 'refunded']);
    expect(await shelfOf(reader)).toMatchObject([{ bought_at: server.clock.now().toISOString() }]);
  });

  it('removes a refunded book, keeps its reading position, and sells it again', async () => {
    const [id, reader] = [await addBook(server, { price_cents: 300 }), await server.user()];
    const pay = async () => server.landing.inject({ method: 'POST', url: await checkoutOf(id, reader) });
    await pay();
    await push(reader, uuidv7(), 'book.place', id, { place: '2/0', percent: 10 });
    const [before] = await shelfOf(reader);
    const payments = server.db.selectFrom('payment_intents').select('id').where('subject_id', '=', id);
    const { id: intent_id } = await payments.executeTakeFirstOrThrow();
    await inScope(server.deps, server.scope, (context) => refundIntent(context, intent_id));
    await runJobs();
    const [after] = await shelfOf(reader);
    expect(after).toMatchObject({ bought_at: null, places: [{ place: '2/0' }] });
    expect(after?.rev).toBeGreaterThan(before?.rev ?? 0);
    expect((await fetchFile(id, reader)).statusCode).toBe(404);
    await pay();
    expect((await fetchFile(id, reader)).statusCode).toBe(200);
  });

  it('does not recreate an erased library item when the book is refunded', async () => {
    const [id, reader] = [await addBook(server, { price_cents: 300 }), await server.user()];
    await server.landing.inject({ method: 'POST', url: await checkoutOf(id, reader) });
    await server.db.deleteFrom('library_items').where('user_id', '=', reader.id).execute();
    const payments = server.db.selectFrom('payment_intents').select('id').where('subject_id', '=', id);
    const { id: intent_id } = await payments.executeTakeFirstOrThrow();
    await inScope(server.deps, server.scope, (context) => refundIntent(context, intent_id));
    await runJobs();
    expect(await shelfOf(reader)).toEqual([]);
  });

  it('buying a book keeps the reading position from before the purchase', async () => {
    const id = await addBook(server, { price_cents: 100 });
    await push(other, uuidv7(), 'book.place', id, { place: '2/0', percent: 10 });
    await server.landing.inject({ method: 'POST', url: await checkoutOf(id, other) });
    expect((await shelfOf(other)).find(({ book_id }) => book_id === id)).toMatchObject({
      bought_at: server.clock.now().toISOString(),
      places: [{ place: '2/0' }],
    });
  });
});

describe('reading position', () => {
  it('stores the newest reading position per device', async () => {
    const [phone, tablet, reader] = [uuidv7(), uuidv7(), await server.user()];
    await push(reader, phone, 'book.place', free, { place: '1/4', percent: 20 });
    server.clock.advance(1000);
    await push(reader, phone, 'book.place', free, { place: '2/0', percent: 40 });
    await push(reader, tablet, 'book.place', free, { place: '0/3', percent: 5 });
    const [shelf] = await shelfOf(reader);
    const places = new Map(shelf?.places.map(({ device_id, place }) => [device_id, place]));
    expect(places).toEqual(
      new Map([
        [phone, '2/0'],
        [tablet, '0/3'],
      ]),
    );
  });

  it('adds a bookmark only once if the write is repeated, and removes it', async () => {
    const [phone, mark_id, reader] = [uuidv7(), uuidv7(), await server.user()];
    const mark = { mark_id, place: '1/0', text: 'Page' };
    for (let times = 0; times < 2; times += 1) await push(reader, phone, 'book.mark', free, mark);
    expect((await shelfOf(reader))[0]?.marks).toMatchObject([{ id: mark_id, text: 'Page' }]);
    await push(reader, phone, 'book.unmark', free, { mark_id });
    expect((await shelfOf(reader))[0]?.marks).toEqual([]);
  });

  it('rejects a reading position for an unknown book', async () => {
    const { body } = await push(buyer, uuidv7(), 'book.place', uuidv7(), { place: '1/0', percent: 1 });
    expect(body['results']).toMatchObject([{ status: 404, code: 'not_found' }]);
  });
});
