import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePrecacheBundles } from '../../build/make-precache-bundles.ts';
import { unpackBundles, type PrecacheBundle } from '../../sw/precache-bundles.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';

const large = 'x'.repeat(150_000);
const builtFiles: Record<string, string> = {
  'assets/entry-1.js': 'the page asks for it by itself',
  'assets/sync.worker-2.js': 'and for this',
  'assets/pdf-3.js': 'late',
  'assets/a-4.js': `export const a = '${large}';`,
  'assets/b-5.css': `.b { color: red } /* ${large} */`,
  'assets/c-6.js': 'export const c = 3;',
  'assets/picture-7.png': 'no text',
};
const first = ['/assets/a-4.js', '/assets/b-5.css'];

let folder: string;
let bundles: PrecacheBundle[];
let caches: MemoryCaches;
let cache: Cache;
let requestedUrls: string[];
const stored = async () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haversack-bundles-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<script src="/assets/entry-1.js"></script>');
  for (const [path, text] of Object.entries(builtFiles)) await writeFile(join(folder, path), text);
  bundles = await makePrecacheBundles(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  caches = new MemoryCaches();
  cache = await caches.storage.open('app');
  requestedUrls = [];
});

const headers = { 'Content-Type': 'application/zip', 'Content-Encoding': 'br', 'Content-Security-Policy': 'none' };

async function send(url: string): Promise<Response> {
  requestedUrls.push(url);
  return new Response(await readFile(join(folder, url)), { headers });
}

describe('precache bundles', () => {
  it('splits files that the page does not request itself into small bundles', () => {
    expect(bundles.map(({ files }) => files)).toEqual([first, ['/assets/c-6.js']]);
  });

  it('stores each bundled file under its precache key with its own type and common headers', async () => {
    await unpackBundles(bundles, cache, send, stored);
    expect(caches.paths('app')).toEqual([...first, '/assets/c-6.js']);
    for (const path of caches.paths('app')) {
      const cachedResponse = await cache.match(path);
      expect(await cachedResponse?.text()).toBe(builtFiles[path.slice(1)]);
      expect(cachedResponse?.headers.get('Content-Type')).toBe(path.endsWith('.css') ? 'text/css' : 'text/javascript');
      expect(cachedResponse?.headers.get('Content-Security-Policy')).toBe('none');
      expect(cachedResponse?.headers.get('Content-Encoding')).toBeNull();
    }
  });

  it('reports each file stored from a bundle, so that the progress is known', async () => {
    const counts: number[] = [];
    await unpackBundles(bundles, cache, send, async () => void counts.push(caches.paths('app').length));
    expect(counts).toEqual([2, 3]);
  });

  it('does not fetch a precache bundle if an update leaves half of its files unchanged', async () => {
    await cache.put('/assets/a-4.js', new Response('kept'));
    await unpackBundles(bundles, cache, send, stored);
    expect(requestedUrls).toEqual([bundles[1]?.url]);
    expect(await (await cache.match('/assets/a-4.js'))?.text()).toBe('kept');
  });

  it.each([
    ['no response', async () => Promise.reject(new TypeError('offline'))],
    ['the page of a captive portal', async () => new Response('<html>Welcome</html>')],
    ['half of the archive', async (url: string) => new Response((await readFile(join(folder, url))).subarray(0, 900))],
    ['a missing archive', async () => new Response(null, { status: 404 })],
  ])('leaves the files of a bundle to the precache if the bundle cannot be unpacked: %s', async (_, broken) => {
    const sendWithFault = (url: string) => (url === bundles[0]?.url ? broken(url) : send(url));
    await unpackBundles(bundles, cache, sendWithFault, stored);
    expect(caches.paths('app')).toEqual(['/assets/c-6.js']);
  });
});
