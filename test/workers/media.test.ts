import { expect, test } from 'vitest';
import { MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { fetchMedia } from '../../workers/sync/media.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { bookRow } from '../helpers/device-books.ts';

test('fetches each small picture only once, even if a second sync cycle begins in the meantime', async () => {
  const { phone, ports } = await makePhone();
  const covers = Array.from({ length: 6 }, (_, index) => String(index).repeat(64));
  await phone.db.books.bulkPut(
    covers.map((sha256) => bookRow({ media: [{ sha256, kind: 'cover', bytes: 9, width: 1, height: 1, alt: '' }] })),
  );
  const caches = new MemoryCaches();
  ports.caches = caches.storage;
  const requestedUrls: string[] = [];
  ports.fetch = async (url) => {
    requestedUrls.push(url);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return new Response('…', { headers: { 'Content-Type': 'image/webp' } });
  };
  await Promise.all([fetchMedia(phone, ports), fetchMedia(phone, ports)]);
  await fetchMedia(phone, ports);
  const paths = covers.map((sha256) => `/media/${sha256}`);
  expect(requestedUrls.toSorted()).toEqual(paths);
  expect(caches.paths(MEDIA_CACHE).toSorted()).toEqual(paths);
});
