import { afterEach, describe, expect, test, vi } from 'vitest';
import { freeUpSpace, MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { isStorageScarce, readSpace } from '../../src/lib/storage.ts';
import { photoFile } from '../helpers/contact-makers.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { addComment, START } from '../helpers/phone.ts';

afterEach(() => vi.unstubAllGlobals());

describe('free storage', () => {
  test.each([
    [1e6, 10e9, false],
    [8e9, 10e9, true],
    [9.9e9, 10e9, true],
    [60e6, 250e6, true],
    [null, 10e9, false],
    [5, null, false],
    [0, 0, false],
  ])('%s bytes used of a quota of %s count as scarce storage: %s', (used, quota, scarce) =>
    expect(isStorageScarce(used, quota)).toBe(scarce),
  );

  test('reads the free storage from the browser', async () => {
    const storage = { estimate: async () => ({ usage: 9e9, quota: 10e9 }), persisted: async () => true };
    vi.stubGlobal('navigator', { storage });
    expect(await readSpace()).toEqual({ used: 9e9, quota: 10e9, isProtected: true, isScarce: true });
  });

  test('ignores a storage quota that the browser made up', async () => {
    const storage = { estimate: async () => ({ usage: 59_005_359, quota: 10_796_423_599 }) };
    vi.stubGlobal('navigator', { storage });
    expect(await readSpace()).toEqual({ used: 59_005_359, quota: null, isProtected: false, isScarce: false });
  });

  test.each([
    ['has no storage API', undefined],
    ['has an incomplete storage API', {}],
    [
      'rejects every storage request',
      { estimate: () => Promise.reject(new TypeError()), persisted: () => Promise.reject(new TypeError()) },
    ],
  ])('reports unknown storage in a browser that %s', async (_, storage) => {
    vi.stubGlobal('navigator', { storage });
    expect(await readSpace()).toEqual({ used: null, quota: null, isProtected: false, isScarce: false });
  });
});

/** Returns a CacheStorage with caches of these names, and the set of the names. */
function memoryCaches(...names: string[]) {
  const cacheNames = new Set(names);
  const storage = {
    has: async (name: string) => cacheNames.has(name),
    delete: async (name: string) => cacheNames.delete(name),
  };
  return { cacheNames, storage: storage as unknown as CacheStorage };
}

const diskFullError = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' });

describe('full disk', () => {
  async function openFullPhone() {
    const { phone } = await makePhone();
    const [mine, fetched] = [photoFile('mine'), photoFile('fetched')];
    const blob = { bytes: 4, saved_at: START };
    await phone.db.blobs.bulkPut([
      { ...mine, ...blob, sent_at: null },
      { ...fetched, ...blob, sent_at: START },
    ]);
    await phone.db.pages.put({ key: 'devices', rows: [], fetched_at: '' });
    await phone.db.meta.put({ key: 'draft:comment:x', value: 'half a thou' });
    const op_id = await phone.store.write(addComment('Unsent'));
    return { db: phone.db, phone, mine, op_id };
  }

  test('evicts only what can be fetched again, never unsent work, drafts or unsent photos', async () => {
    const { db, mine, op_id } = await openFullPhone();
    const { cacheNames, storage } = memoryCaches(MEDIA_CACHE, 'workbox-precache');
    expect(await freeUpSpace(db, storage)).toBe(3);
    expect((await db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
    expect((await db.blobs.toArray()).map((blob) => blob.sha256)).toEqual([mine.sha256]);
    expect(await db.meta.get('draft:comment:x')).toBeDefined();
    expect(await db.pages.count()).toBe(0);
    expect([...cacheNames]).toEqual(['workbox-precache']);
    expect(await freeUpSpace(db, storage)).toBe(0);
    expect(await freeUpSpace(db, undefined)).toBe(0);
  });

  test('retries a write once after freeing space, and rejects it completely if the disk is still full', async () => {
    const { phone, db, op_id } = await openFullPhone();
    let faults = 1;
    db.outbox.hook('creating', () => {
      faults -= 1;
      if (faults >= 0) throw diskFullError();
    });
    const second = await phone.store.write(addComment('After room was made'));
    expect((await db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id, second]);
    faults = 10;
    const draft = addComment('No room at all');
    await expect(phone.store.write(draft)).rejects.toThrow();
    expect(await db.outbox.count()).toBe(2);
    expect(await db.comments.get(draft.id)).toBeUndefined();
  });
});
