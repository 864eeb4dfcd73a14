import { beforeEach, expect, test, vi } from 'vitest';
import { OPTIONAL_CACHE, OPTIONAL_LIST } from '../../src/lib/optional-assets.ts';
import { serveOptionalAssets, splitManifest } from '../../sw/lazy-precache.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';

type Match = (asked: { url: URL; sameOrigin: boolean }) => boolean;
type Answer = (asked: { url: URL; request: Request }) => Promise<Response>;

const routes: { match: Match; answer: Answer }[] = [];
vi.mock('workbox-routing', () => ({
  registerRoute: (match: Match, answer: Answer) => routes.push({ match, answer }),
}));

const script = () => new Response('export {}', { headers: { 'Content-Type': 'text/javascript' } });
const [first, second] = ['/assets/pdf-reader-1.js', '/assets/pdf.worker-2.mjs'];
let caches: MemoryCaches;
let get: ReturnType<typeof vi.fn<(path: string) => Promise<Response>>>;

beforeEach(() => {
  routes.length = 0;
  caches = new MemoryCaches();
  get = vi.fn(async () => script());
  const match = async (path: string, { cacheName }: { cacheName: string }) =>
    (await caches.storage.open(cacheName)).match(path);
  vi.stubGlobal('caches', { ...caches.storage, match });
  return () => vi.unstubAllGlobals();
});

/** Creates the service worker of a version with the given optional files. Returns functions that run its lifecycle. */
function startVersion(...paths: string[]) {
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<void>) => void }) => void>();
  const worker = { addEventListener: (name: string, run: () => void) => void listeners.set(name, run) };
  serveOptionalAssets(worker as unknown as Parameters<typeof serveOptionalAssets>[0], paths, get);
  const dispatch = async (name: string): Promise<void> => {
    let work: Promise<void> = Promise.resolve();
    listeners.get(name)?.({
      waitUntil: (promise) => {
        work = promise;
      },
    });
    await work;
  };
  return { install: () => dispatch('install'), activate: () => dispatch('activate') };
}

async function request(path: string): Promise<Response | null> {
  const url = new URL(path, 'http://phone');
  const route = routes.findLast(({ match }) => match({ url, sameOrigin: true }));
  return route ? route.answer({ url, request: new Request(url) }) : null;
}

test('leaves only the PDF reader out of the precache, so that it is fetched later', () => {
  const files = [
    'index.html',
    'assets/base-1.js',
    'assets/pdf-reader-1.js',
    'assets/pdf.worker-2.mjs',
    'assets/pdf.css',
  ];
  const manifest = splitManifest(files.map((url) => ({ url, revision: null })));
  expect(manifest.optional).toEqual([first, second]);
  expect(manifest.precached.map(({ url }) => url)).toEqual(['index.html', 'assets/base-1.js', 'assets/pdf.css']);
});

test('lists the optional files, caches each file when it is fetched, and serves the files offline', async () => {
  const oldVersion = startVersion(first, second);
  await oldVersion.install();
  expect(get).not.toHaveBeenCalled();
  expect(await (await request(OPTIONAL_LIST))?.json()).toEqual([first, second]);
  await request(first);
  expect(caches.paths(OPTIONAL_CACHE)).toEqual([first]);
  get.mockRejectedValue(new TypeError('offline'));
  expect((await request(first))?.ok).toBe(true);
  expect(await request('/assets/base-1.js')).toBeNull();
});

test("does not store a captive portal's page as an optional file", async () => {
  startVersion(first);
  get.mockResolvedValue(new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } }));
  await request(first);
  expect(caches.paths(OPTIONAL_CACHE)).toEqual([]);
});

test("fetches the next version's optional files before activation, and then removes the old version's files", async () => {
  startVersion(first);
  await request(first);
  const next = startVersion('/assets/pdf-reader-9.js', second);
  get.mockRejectedValueOnce(new TypeError('cut'));
  await expect(next.install()).rejects.toThrow('cut');
  await next.install();
  expect(caches.paths(OPTIONAL_CACHE)).toEqual([first, '/assets/pdf-reader-9.js', second]);
  await next.activate();
  expect(caches.paths(OPTIONAL_CACHE)).toEqual(['/assets/pdf-reader-9.js', second]);
});
