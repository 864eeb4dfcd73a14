import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { bookChunks, deleteBookFile, savedBook } from '../../src/db/queries/books.ts';
import { saveDevice } from '../../src/db/schema/device.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { freeUpSpace } from '../../src/db/storage/free-up-space.ts';
import { runBookAction } from '../../workers/sync/books.ts';
import { makeBooks } from '../helpers/device-books.ts';
import { addComment } from '../helpers/phone.ts';

const BIG = 3 * MEDIA_CHUNK_BYTES + 77;
let w: Awaited<ReturnType<typeof makeBooks>>;

/** Makes every file write beyond this many bytes fail with Dexie's error, as on a full disk. */
function limitDisk(room: number): void {
  const put = w.db.blobs.put.bind(w.db.blobs);
  let left = room;
  vi.spyOn(w.db.blobs, 'put').mockImplementation((row, ...rest) => {
    if (row.bytes > left) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    left -= row.bytes;
    return put(row, ...rest);
  });
}

/** A response to the first chunk of a book of 5000 bytes, with wrong bytes. */
const answer = (bytes: number) =>
  new Response(new Uint8Array(bytes), { status: 206, headers: { 'Content-Range': 'bytes 0-4999/5000' } });
const damagedReply = () => answer(5000);

const cutConnectionAt = (from: number) =>
  w.faults.push((asked) => (asked.from === from ? Promise.reject(new TypeError('cut')) : null));

describe('book file', () => {
  beforeEach(async () => {
    w = await makeBooks([BIG, 5000]);
  });

  test('a book arrives in chunks of 1 MiB, is stored as one file, and its chunks are deleted', async () => {
    expect(await w.fetch(0)).toEqual({ ok: true, url: null });
    expect(w.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 3]);
    expect(await w.isWhole(0)).toBe(true);
    expect(await bookChunks(w.db, w.books[0]!.file.sha256)).toEqual([]);
    expect(await w.fetch(0)).toEqual({ ok: true, url: null });
    expect(w.asked).toHaveLength(4);
  });

  test('resumes an interrupted book download, which is not shown as complete until then', async () => {
    cutConnectionAt(2 * MEDIA_CHUNK_BYTES);
    expect(await w.fetch(0)).toEqual({ ok: false, why: 'no_answer' });
    expect((await savedBook(w.db, w.books[0]!.id))?.card.downloaded).toBeCloseTo(0.66, 1);
    expect(await w.isWhole(0)).toBe(false);
    w.faults.pop();
    expect(await w.fetch(0)).toMatchObject({ ok: true });
    expect(w.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 2, 3]);
    expect(await w.isWhole(0)).toBe(true);
  });

  test('reports a book download without a connection', async () => {
    cutConnectionAt(0);
    w.ports.online = false;
    expect(await w.fetch(0)).toEqual({ ok: false, why: 'offline' });
  });

  test('discards a book with corrupt bytes, reports it as damaged and can fetch it again', async () => {
    w.faults.push(damagedReply);
    expect(await w.fetch(1)).toEqual({ ok: false, why: 'refused', code: 'checksum' });
    expect(await w.db.blobs.count()).toBe(0);
    w.faults.pop();
    expect(await w.fetch(1)).toMatchObject({ ok: true });
    expect(await w.isWhole(1)).toBe(true);
  });

  test("a book download rejects a captive portal's page and a chunk that is too short", async () => {
    w.faults.push(() => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } }));
    expect(await w.fetch(1)).toEqual({ ok: false, why: 'no_answer' });
    w.faults[0] = () => answer(4999);
    expect(await w.fetch(1)).toEqual({ ok: false, why: 'no_answer' });
    expect(await w.db.blobs.count()).toBe(0);
  });

  test('reports a book without permission or an unknown one as missing', async () => {
    w.faults.push(() => new Response(null, { status: 404 }));
    expect(await w.fetch(1)).toEqual({ ok: false, why: 'refused', code: 'not_found' });
    await w.db.books.clear();
    expect(await w.fetch(1)).toEqual({ ok: false, why: 'refused', code: 'not_found' });
  });

  test('fetches a book with a new token after the old one expired', async () => {
    w.server.token = 'token-2';
    expect(await w.fetch(1)).toMatchObject({ ok: true });
    expect(await savedMeta(w.db, 'token')).toBe('token-2');
  });

  test('two tabs together fetch a book only once', async () => {
    expect(await Promise.all([w.fetch(0), w.fetch(0)])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(w.asked).toHaveLength(4);
  });
});

describe('a book on a device with little storage', () => {
  beforeEach(async () => {
    w = await makeBooks([BIG, 5000]);
  });

  test('refuses a book that would leave less than 50 MB', async () => {
    Object.assign(w.around, { used: 5e6, quota: 60e6 });
    expect(await w.fetch(0)).toEqual({ ok: false, why: 'refused', code: 'too_large' });
    expect(w.asked).toEqual([]);
    expect(await w.fetch(1)).toMatchObject({ ok: true });
  });

  test('reports a disk that fills midway and keeps unsent work and received chunks', async () => {
    const op_id = await w.phone.store.write(addComment('Unsent'));
    await w.fetch(1);
    limitDisk(2 * MEDIA_CHUNK_BYTES);
    expect(await w.fetch(0)).toEqual({ ok: false, why: 'refused', code: 'too_large' });
    expect((await w.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
    expect(await w.isWhole(1)).toBe(true);
    expect(await bookChunks(w.db, w.books[0]!.file.sha256)).toHaveLength(2);
    vi.restoreAllMocks();
    expect(await w.fetch(0)).toMatchObject({ ok: true });
    expect(w.asked.filter(({ id }) => id === w.books[0]!.id).map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([
      0, 1, 2, 2, 3,
    ]);
  });

  test('does not retry a book download in every sync cycle while the disk is full', async () => {
    await w.buy(0);
    limitDisk(2 * MEDIA_CHUNK_BYTES);
    await w.bring();
    await w.bring();
    expect(w.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2]);
    vi.restoreAllMocks();
    expect(await runBookAction(w.session, 'fetch', w.books[0]!.id)).toMatchObject({ ok: true });
  });

  test('evicts a book read to its end when the disk fills', async () => {
    await w.fetch(1);
    const place = { device_id: w.phone.actor.device_id, place: '2/0', percent: 100, at: '' };
    await w.db.book_shelf.put({ id: w.books[1]!.id, rev: 1, bought_at: null, places: [place], marks: [] });
    vi.spyOn(w.db.blobs, 'put').mockImplementationOnce(() => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    expect(await w.fetch(0)).toMatchObject({ ok: true });
    expect([await w.isWhole(0), await w.isWhole(1)]).toEqual([true, false]);
  });

  test('keeps the chunks of a book when the disk fills at the end of its download', async () => {
    limitDisk(BIG);
    expect(await w.fetch(0)).toEqual({ ok: false, why: 'refused', code: 'too_large' });
    expect(await bookChunks(w.db, w.books[0]!.file.sha256)).toHaveLength(4);
  });
});

describe('bought books', () => {
  beforeEach(async () => {
    w = await makeBooks([5000, 6000]);
  });

  test('downloads bought books automatically once, and no other books', async () => {
    await w.bring();
    expect(w.asked).toEqual([]);
    await w.buy(0);
    await Promise.all([w.bring(), w.bring()]);
    await w.bring();
    expect(w.asked).toEqual([{ id: w.books[0]!.id, from: 0 }]);
    expect(await w.isWhole(0)).toBe(true);
    expect(await w.isWhole(1)).toBe(false);
  });

  test('bought books wait for Wi-Fi if the user wants that and the browser can detect it', async () => {
    await saveDevice(w.device, 'wifi_only', true);
    await w.buy(0);
    w.around.line = { ...w.around.line, isWifi: false };
    await w.bring();
    expect(w.asked).toEqual([]);
    w.around.line = { ...w.around.line, isKnown: false };
    await w.bring();
    expect(await w.isWhole(0)).toBe(true);
  });

  test('leaves the remaining bought books to the next sync cycle when offline', async () => {
    await Promise.all([w.buy(0), w.buy(1)]);
    w.faults.push(() => Promise.reject(new TypeError('cut')));
    await w.bring();
    expect(w.asked).toHaveLength(1);
    w.faults.pop();
    await w.bring();
    expect([await w.isWhole(0), await w.isWhole(1)]).toEqual([true, true]);
  });

  test('continues with the next bought book when one no longer exists', async () => {
    await Promise.all([w.buy(0), w.buy(1)]);
    const first = (await w.db.book_shelf.toCollection().primaryKeys())[0];
    w.faults.push(({ id }) => (id === first ? new Response(null, { status: 404 }) : null));
    await w.bring();
    expect((await Promise.all([w.isWhole(0), w.isWhole(1)])).filter(Boolean)).toHaveLength(1);
  });

  test('a bought book deleted by the user is not downloaded again until requested', async () => {
    await w.buy(0);
    await w.bring();
    await deleteBookFile(w.db, w.books[0]!);
    await w.bring();
    expect([w.asked.length, await w.isWhole(0)]).toEqual([1, false]);
    expect(await runBookAction(w.session, 'fetch', w.books[0]!.id)).toMatchObject({ ok: true });
    expect(await w.isWhole(0)).toBe(true);
    await w.db.blobs.clear();
    await w.bring();
    expect(await w.isWhole(0)).toBe(true);
  });

  test('does not fetch a damaged book again in every sync cycle', async () => {
    await w.buy(0);
    w.faults.push(damagedReply);
    await w.bring();
    await w.bring();
    expect(w.asked).toHaveLength(1);
  });

  test('evicts a bought book for space only after it was read', async () => {
    await Promise.all([w.buy(0), w.buy(1)]);
    await w.bring();
    const place = { device_id: w.phone.actor.device_id, place: '2/0', percent: 100, at: '' };
    await w.db.book_shelf.update(w.books[1]!.id, { places: [place] });
    await w.db.blobs.put({
      sha256: `${w.books[0]!.file.sha256}:1`,
      mime: '',
      data: new ArrayBuffer(9),
      bytes: 9,
      saved_at: 1,
      sent_at: 1,
    });
    expect(await freeUpSpace(w.db, undefined)).toBe(1);
    expect([await w.isWhole(0), await w.isWhole(1)]).toEqual([true, false]);
    expect(await bookChunks(w.db, w.books[0]!.file.sha256)).toHaveLength(1);
    await w.bring();
    expect(await w.isWhole(1)).toBe(false);
  });

  test('deletes a book with all of its chunks', async () => {
    await w.fetch(0);
    await deleteBookFile(w.db, w.books[0]!);
    expect(await w.db.blobs.count()).toBe(0);
  });
});
