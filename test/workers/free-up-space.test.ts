import { beforeEach, describe, expect, it } from 'vitest';
import { evictedBooks } from '../../src/db/storage/evicted-books.ts';
import { freeUpSpace, MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { savedChunks } from '../../src/db/storage/files.ts';
import { filesCache } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { makeDownloads } from '../helpers/downloads.ts';
import { START } from '../helpers/phone.ts';

const fakeHash = (digit: string) => digit.repeat(64);
const at = '2026-03-02T09:00:00.000Z';
const SIZES = [1000, 2000, 3000, 4000];

let phone: Awaited<ReturnType<typeof makeDownloads>>;
beforeEach(async () => {
  phone = await makeDownloads(SIZES);
});

/** Stores a book with its file and two reading positions, at 20 % and at `percent`. */
async function storeBook(digit: string, percent: number): Promise<void> {
  const { db } = phone;
  const id = `018f0000-0000-7000-8000-00000000000${digit}`;
  const book = {
    title: digit,
    author: '',
    description: '',
    language: 'en',
    pages: null,
    price_cents: 0,
    is_new: false,
  };
  await db.books.put({ ...book, id, rev: 1, format: 'epub', file: { sha256: fakeHash(digit), bytes: 4 }, media: [] });
  const place = { device_id: id, place: '1/0', at };
  await db.book_shelf.put({
    id,
    rev: 1,
    bought_at: at,
    marks: [],
    places: [
      { ...place, percent: 20 },
      { ...place, percent },
    ],
  });
  await storeBlob(fakeHash(digit), START);
}

async function storeBlob(sha256: string, sent_at: number | null): Promise<void> {
  const blob = { mime: 'application/epub+zip', data: new ArrayBuffer(4), bytes: 4, saved_at: START };
  await phone.db.blobs.put({ ...blob, sha256, sent_at });
}

const blobs = async () => (await phone.db.blobs.toCollection().primaryKeys()).toSorted();
const chunks = async () => [...(await savedChunks(phone.cache)).keys()].toSorted();
const freeSpace = () => freeUpSpace(phone.db, phone.caches.storage);

async function saveProgress(lesson: number, state: 'started' | 'done'): Promise<void> {
  const { id } = phone.lessons[lesson]!;
  const progress = { slices: [], older_s: 0, scrolled: 100, last_read_at: at, done_at: null };
  await phone.db.lesson_progress.put({ ...progress, id, rev: 1, state });
}

describe('videos and audio when storage is full', () => {
  beforeEach(async () => {
    await phone.ask(0, 1, 2, 3);
    await phone.run();
  });

  it('keeps requested videos and audio of lessons that are not finished', async () => {
    await saveProgress(0, 'started');
    expect(await freeSpace()).toBe(0);
    expect(await phone.db.downloads.count()).toBe(4);
    expect(await chunks()).toHaveLength(4);
    expect(await savedMeta(phone.db, 'room_made')).toBeUndefined();
  });

  it('evicts videos and audio of finished lessons and automatic downloads, with their chunks', async () => {
    await saveProgress(0, 'done');
    await saveProgress(1, 'started');
    await phone.db.downloads.update(phone.sha(3), { is_asked: false });
    expect(await freeSpace()).toBe(2);
    expect((await phone.db.downloads.toCollection().primaryKeys()).toSorted()).toEqual(
      [phone.sha(1), phone.sha(2)].toSorted(),
    );
    expect(await chunks()).toEqual([phone.sha(1), phone.sha(2)].toSorted());
    const storedPaths = phone.caches.paths(filesCache(phone.db.name));
    expect(storedPaths.filter((path) => path.includes(phone.sha(0)))).toEqual([]);
    expect(await savedMeta(phone.db, 'room_made')).toMatchObject({ files: 2, bytes: 5000 });
  });

  it('keeps a video of a finished lesson that is still being downloaded', async () => {
    await saveProgress(0, 'done');
    await phone.db.downloads.update(phone.sha(0), { state: 'downloading' });
    expect(await freeSpace()).toBe(0);
    expect(await phone.db.downloads.get(phone.sha(0))).toBeDefined();
  });

  it('evicts no videos or audio if there is no cache to delete them from', async () => {
    await saveProgress(0, 'done');
    expect(await freeUpSpace(phone.db, undefined)).toBe(0);
    expect(await phone.db.downloads.count()).toBe(4);
  });
});

describe('books when storage is full', () => {
  it('evicts the file of a book read to its end, and does not download it again automatically', async () => {
    await storeBook('a', 100);
    expect(await freeSpace()).toBe(1);
    expect(await blobs()).toEqual([]);
    expect([...(await evictedBooks(phone.db))]).toEqual([fakeHash('a')]);
  });

  it('keeps the file of a book that is not read to its end', async () => {
    await storeBook('b', 99);
    expect(await freeSpace()).toBe(0);
    expect(await blobs()).toEqual([fakeHash('b')]);
    expect([...(await evictedBooks(phone.db))]).toEqual([]);
  });

  it('keeps the chunks of a book being downloaded, and deletes chunks without a book', async () => {
    await storeBook('b', 10);
    await storeBlob(`${fakeHash('b')}:2`, START);
    await storeBlob(`${fakeHash('c')}:2`, START);
    expect(await freeSpace()).toBe(1);
    expect(await blobs()).toEqual([fakeHash('b'), `${fakeHash('b')}:2`]);
  });
});

describe('pictures, lists and photos when storage is full', () => {
  it('evicts and counts pictures, cached lists and photos that the server has', async () => {
    await storeBlob(fakeHash('d'), START);
    await storeBlob(fakeHash('e'), null);
    await phone.db.pages.bulkPut([
      { key: 'devices', rows: [], fetched_at: at },
      { key: 'structure', rows: [], fetched_at: at },
    ]);
    await (await phone.caches.storage.open(MEDIA_CACHE)).put('/media/x', new Response('x'));
    expect(await freeSpace()).toBe(4);
    expect(await blobs()).toEqual([fakeHash('e')]);
    expect(await phone.db.pages.count()).toBe(0);
    expect(await phone.caches.storage.has(MEDIA_CACHE)).toBe(false);
  });
});
