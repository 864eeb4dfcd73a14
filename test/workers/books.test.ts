import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { bookChunks, deleteBookFile, savedBook } from '../../src/db/queries/books.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { freeUpSpace } from '../../src/db/storage/free-up-space.ts';
import { runBookAction } from '../../workers/sync/books.ts';
import { makeBooks } from '../helpers/device-books.ts';
import { addComment } from '../helpers/phone.ts';

const BIG = 3 * MEDIA_CHUNK_BYTES + 77;
let setup: Awaited<ReturnType<typeof makeBooks>>;

/** Makes file writes fail as on a full disk once `freeBytes` are used up, with the error that Dexie throws. */
function limitDisk(freeBytes: number): void {
  const put = setup.db.blobs.put.bind(setup.db.blobs);
  let remaining = freeBytes;
  vi.spyOn(setup.db.blobs, 'put').mockImplementation((row, ...rest) => {
    if (row.bytes > remaining) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    remaining -= row.bytes;
    return put(row, ...rest);
  });
}

/** Returns a 206 response whose header announces all 5000 bytes of a book, and whose body has `bytes` wrong bytes. */
const wrongBytes = (bytes: number) =>
  new Response(new Uint8Array(bytes), { status: 206, headers: { 'Content-Range': 'bytes 0-4999/5000' } });
const damagedReply = () => wrongBytes(5000);

const cutConnectionAt = (from: number) =>
  setup.faults.push((asked) => (asked.from === from ? Promise.reject(new TypeError('cut')) : null));

describe('book file', () => {
  beforeEach(async () => {
    setup = await makeBooks([BIG, 5000]);
  });

  test('a book arrives in chunks of 1 MiB, is stored as one file, and its chunks are deleted', async () => {
    expect(await setup.fetch(0)).toEqual({ ok: true, url: null });
    expect(setup.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 3]);
    expect(await setup.isWhole(0)).toBe(true);
    expect(await bookChunks(setup.db, setup.books[0]!.file.sha256)).toEqual([]);
    expect(await setup.fetch(0)).toEqual({ ok: true, url: null });
    expect(setup.asked).toHaveLength(4);
  });

  test('resumes an interrupted book download, and shows the book as complete only after the last chunk', async () => {
    cutConnectionAt(2 * MEDIA_CHUNK_BYTES);
    expect(await setup.fetch(0)).toEqual({ ok: false, why: 'no_answer' });
    expect((await savedBook(setup.db, setup.books[0]!.id))?.card.downloaded).toBeCloseTo(0.66, 1);
    expect(await setup.isWhole(0)).toBe(false);
    setup.faults.pop();
    expect(await setup.fetch(0)).toMatchObject({ ok: true });
    expect(setup.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 2, 3]);
    expect(await setup.isWhole(0)).toBe(true);
  });

  test('reports a failed book download as offline when the browser has no connection', async () => {
    cutConnectionAt(0);
    setup.ports.online = false;
    expect(await setup.fetch(0)).toEqual({ ok: false, why: 'offline' });
  });

  test('discards a corrupt book, reports it as damaged and can fetch it again', async () => {
    setup.faults.push(damagedReply);
    expect(await setup.fetch(1)).toEqual({ ok: false, why: 'refused', code: 'checksum' });
    expect(await setup.db.blobs.count()).toBe(0);
    setup.faults.pop();
    expect(await setup.fetch(1)).toMatchObject({ ok: true });
    expect(await setup.isWhole(1)).toBe(true);
  });

  test("a book download rejects a captive portal's page and a chunk that is too short", async () => {
    setup.faults.push(() => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } }));
    expect(await setup.fetch(1)).toEqual({ ok: false, why: 'no_answer' });
    setup.faults[0] = () => wrongBytes(4999);
    expect(await setup.fetch(1)).toEqual({ ok: false, why: 'no_answer' });
    expect(await setup.db.blobs.count()).toBe(0);
  });

  test('reports a book as missing if the server does not serve it or the device does not know it', async () => {
    setup.faults.push(() => new Response(null, { status: 404 }));
    expect(await setup.fetch(1)).toEqual({ ok: false, why: 'refused', code: 'not_found' });
    await setup.db.books.clear();
    expect(await setup.fetch(1)).toEqual({ ok: false, why: 'refused', code: 'not_found' });
  });

  test('fetches a book with a new token after the old one expired', async () => {
    setup.server.token = 'token-2';
    expect(await setup.fetch(1)).toMatchObject({ ok: true });
    expect(await savedMeta(setup.db, 'token')).toBe('token-2');
  });

  test('a book requested twice at the same time is fetched only once', async () => {
    expect(await Promise.all([setup.fetch(0), setup.fetch(0)])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(setup.asked).toHaveLength(4);
  });
});

describe('a book on a device with little storage', () => {
  beforeEach(async () => {
    setup = await makeBooks([BIG, 5000]);
  });

  test('refuses a book that would leave less than 50 MB of storage, and downloads a smaller one', async () => {
    Object.assign(setup.around, { used: 5e6, quota: 60e6 });
    expect(await setup.fetch(0)).toEqual({ ok: false, why: 'refused', code: 'too_large' });
    expect(setup.asked).toEqual([]);
    expect(await setup.fetch(1)).toMatchObject({ ok: true });
  });

  test('reports a disk that fills during a book download, keeps unsent work, and resumes later', async () => {
    const op_id = await setup.phone.store.write(addComment('Unsent'));
    await setup.fetch(1);
    limitDisk(2 * MEDIA_CHUNK_BYTES);
    expect(await setup.fetch(0)).toEqual({ ok: false, why: 'refused', code: 'too_large' });
    expect((await setup.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
    expect(await setup.isWhole(1)).toBe(true);
    expect(await bookChunks(setup.db, setup.books[0]!.file.sha256)).toHaveLength(2);
    vi.restoreAllMocks();
    expect(await setup.fetch(0)).toMatchObject({ ok: true });
    expect(
      setup.asked.filter(({ id }) => id === setup.books[0]!.id).map(({ from }) => from / MEDIA_CHUNK_BYTES),
    ).toEqual([0, 1, 2, 2, 3]);
  });

  test('does not retry a book download in every sync cycle while the disk is full', async () => {
    await setup.buy(0);
    limitDisk(2 * MEDIA_CHUNK_BYTES);
    await setup.bring();
    await setup.bring();
    expect(setup.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2]);
    vi.restoreAllMocks();
    expect(await runBookAction(setup.session, 'fetch', setup.books[0]!.id)).toMatchObject({ ok: true });
  });

  test('evicts a book read to its end when the disk fills', async () => {
    await setup.fetch(1);
    const place = { device_id: setup.phone.actor.device_id, place: '2/0', percent: 100, at: '' };
    await setup.db.book_shelf.put({ id: setup.books[1]!.id, rev: 1, bought_at: null, places: [place], marks: [] });
    vi.spyOn(setup.db.blobs, 'put').mockImplementationOnce(() => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    expect(await setup.fetch(0)).toMatchObject({ ok: true });
    expect([await setup.isWhole(0), await setup.isWhole(1)]).toEqual([true, false]);
  });

  test('keeps the chunks of a book when the disk fills at the end of its download', async () => {
    limitDisk(BIG);
    expect(await setup.fetch(0)).toEqual({ ok: false, why: 'refused', code: 'too_large' });
    expect(await bookChunks(setup.db, setup.books[0]!.file.sha256)).toHaveLength(4);
  });
});

describe('bought books', () => {
  beforeEach(async () => {
    setup = await makeBooks([5000, 6000]);
  });

  test('automatically downloads each bought book once, and no other book', async () => {
    await setup.bring();
    expect(setup.asked).toEqual([]);
    await setup.buy(0);
    await Promise.all([setup.bring(), setup.bring()]);
    await setup.bring();
    expect(setup.asked).toEqual([{ id: setup.books[0]!.id, from: 0 }]);
    expect(await setup.isWhole(0)).toBe(true);
    expect(await setup.isWhole(1)).toBe(false);
  });

  test('bought books wait for Wi-Fi if the user wants that and the browser can detect it', async () => {
    await saveDeviceValue(setup.device, 'wifi_only', true);
    await setup.buy(0);
    setup.around.line = { ...setup.around.line, isWifi: false };
    await setup.bring();
    expect(setup.asked).toEqual([]);
    setup.around.line = { ...setup.around.line, isKnown: false };
    await setup.bring();
    expect(await setup.isWhole(0)).toBe(true);
  });

  test('stops downloading bought books after a network error and continues in the next sync cycle', async () => {
    await Promise.all([setup.buy(0), setup.buy(1)]);
    setup.faults.push(() => Promise.reject(new TypeError('cut')));
    await setup.bring();
    expect(setup.asked).toHaveLength(1);
    setup.faults.pop();
    await setup.bring();
    expect([await setup.isWhole(0), await setup.isWhole(1)]).toEqual([true, true]);
  });

  test('continues with the next bought book when a bought book no longer exists', async () => {
    await Promise.all([setup.buy(0), setup.buy(1)]);
    const first = (await setup.db.book_shelf.toCollection().primaryKeys())[0];
    setup.faults.push(({ id }) => (id === first ? new Response(null, { status: 404 }) : null));
    await setup.bring();
    expect((await Promise.all([setup.isWhole(0), setup.isWhole(1)])).filter(Boolean)).toHaveLength(1);
  });

  test('a bought book that the user deleted is downloaded again only on request', async () => {
    await setup.buy(0);
    await setup.bring();
    await deleteBookFile(setup.db, setup.books[0]!);
    await setup.bring();
    expect([setup.asked.length, await setup.isWhole(0)]).toEqual([1, false]);
    expect(await runBookAction(setup.session, 'fetch', setup.books[0]!.id)).toMatchObject({ ok: true });
    expect(await setup.isWhole(0)).toBe(true);
    await setup.db.blobs.clear();
    await setup.bring();
    expect(await setup.isWhole(0)).toBe(true);
  });

  test('does not fetch a damaged book again in the next sync cycle', async () => {
    await setup.buy(0);
    setup.faults.push(damagedReply);
    await setup.bring();
    await setup.bring();
    expect(setup.asked).toHaveLength(1);
  });

  test('evicts a bought book that was read, and keeps an unread one with its chunks', async () => {
    await Promise.all([setup.buy(0), setup.buy(1)]);
    await setup.bring();
    const place = { device_id: setup.phone.actor.device_id, place: '2/0', percent: 100, at: '' };
    await setup.db.book_shelf.update(setup.books[1]!.id, { places: [place] });
    await setup.db.blobs.put({
      sha256: `${setup.books[0]!.file.sha256}:1`,
      mime: '',
      data: new ArrayBuffer(9),
      bytes: 9,
      saved_at: 1,
      sent_at: 1,
    });
    expect(await freeUpSpace(setup.db, undefined)).toBe(1);
    expect([await setup.isWhole(0), await setup.isWhole(1)]).toEqual([true, false]);
    expect(await bookChunks(setup.db, setup.books[0]!.file.sha256)).toHaveLength(1);
    await setup.bring();
    expect(await setup.isWhole(1)).toBe(false);
  });

  test('deletes a book with all of its chunks', async () => {
    await setup.fetch(0);
    await deleteBookFile(setup.db, setup.books[0]!);
    expect(await setup.db.blobs.count()).toBe(0);
  });
});
