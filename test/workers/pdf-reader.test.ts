import { beforeEach, describe, expect, test } from 'vitest';
import { deleteBookFile } from '../../src/db/queries/books.ts';
import { OPTIONAL_CACHE, OPTIONAL_LIST } from '../../src/lib/optional-assets.ts';
import { fetchMedia } from '../../workers/sync/media.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { makeBooks } from '../helpers/device-books.ts';

let setup: Awaited<ReturnType<typeof makeBooks>>;

describe('PDF book', () => {
  let caches: MemoryCaches;
  let respond: ((path: string) => Response) | null;
  const script = () => new Response('export {}', { headers: { 'Content-Type': 'text/javascript' } });
  const cachedReaderFiles = () => caches.paths(OPTIONAL_CACHE);

  beforeEach(async () => {
    setup = await makeBooks([5000]);
    await setup.db.books.update(setup.books[0]!.id, { format: 'pdf' });
    caches = new MemoryCaches();
    respond = script;
    const calls = setup.ports.fetch;
    setup.ports.caches = caches.storage;
    setup.ports.fetch = async (url, init) => {
      if (url === OPTIONAL_LIST)
        return respond ? Response.json(['/assets/pdf-1.js', '/assets/pdf-2.mjs']) : new Response(null, { status: 404 });
      return respond && url.startsWith('/assets/') ? respond(url) : calls(url, init);
    };
  });

  test('fetches the PDF reader together with a PDF, and only once', async () => {
    const requests: string[] = [];
    respond = (path) => {
      requests.push(path);
      return script();
    };
    expect(await setup.fetch(0)).toMatchObject({ ok: true });
    await deleteBookFile(setup.db, setup.books[0]!);
    expect(await setup.fetch(0)).toMatchObject({ ok: true });
    expect(requests).toEqual(['/assets/pdf-1.js', '/assets/pdf-2.mjs']);
    expect(cachedReaderFiles()).toEqual(requests);
  });

  test("a PDF is not downloaded if a captive portal's page arrives in place of the reader", async () => {
    respond = () => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } });
    expect(await setup.fetch(0)).toEqual({ ok: false, why: 'no_answer' });
    expect(cachedReaderFiles()).toEqual([]);
    expect(await setup.isWhole(0)).toBe(false);
  });

  test('reports a full disk when the PDF reader is fetched', async () => {
    caches.freeBytes = 3;
    expect(await setup.fetch(0)).toEqual({ ok: false, why: 'refused', code: 'too_large' });
  });

  test('fetches a PDF without the reader where no service worker stores files', async () => {
    respond = null;
    expect(await setup.fetch(0)).toMatchObject({ ok: true });
    expect(cachedReaderFiles()).toEqual([]);
    // From the second visit on, a service worker handles the requests for the reader and stores its files.
    respond = script;
    await fetchMedia(setup.phone, setup.ports);
    expect(cachedReaderFiles()).toHaveLength(2);
  });
});
