import { registerRoute } from 'workbox-routing';
import type { Ports } from '../src/lib/ports.ts';
import { isOptional, isScript, OPTIONAL_CACHE, OPTIONAL_LIST } from '../src/lib/optional-assets.ts';

interface ManifestEntry {
  url: string;
  revision: string | null;
}

// [Note: Optional assets] The PDF viewer is a quarter of all code, and most users never open a PDF. Therefore it is not
// precached; the first download of a PDF fetches it, so that the PDF can be opened offline. From then on, each new
// version of the app fetches its own copy of the viewer before it is activated.

const pathOf = ({ url }: ManifestEntry): string => (url.startsWith('/') ? url : `/${url}`);

/** Splits the precache manifest into the files to precache and the paths of the optional assets. */
export function splitManifest(files: readonly ManifestEntry[]): { precached: ManifestEntry[]; optional: string[] } {
  const optional = files.filter(({ url }) => isOptional(url)).map(pathOf);
  return { precached: files.filter(({ url }) => !isOptional(url)), optional };
}

type Send = Ports['fetch'];

async function fetchOptionalAsset(path: string, send: Send): Promise<Response> {
  const response = await send(path, {});
  if (isScript(response)) await (await caches.open(OPTIONAL_CACHE)).put(path, response.clone());
  return response;
}

async function updateCachedAssets(paths: readonly string[], send: Send): Promise<void> {
  if (!(await caches.has(OPTIONAL_CACHE))) return;
  const cache = await caches.open(OPTIONAL_CACHE);
  for (const path of paths) {
    if ((await cache.match(path)) === undefined && !isScript(await fetchOptionalAsset(path, send)))
      throw new Error(`${path} could not be fetched`);
  }
}

async function deleteOutdatedAssets(paths: readonly string[]): Promise<void> {
  if (!(await caches.has(OPTIONAL_CACHE))) return;
  const cache = await caches.open(OPTIONAL_CACHE);
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await Promise.all(cached.filter((path) => !paths.includes(path)).map((path) => cache.delete(path)));
}

/** The part of the service worker's global scope that is used here: its lifecycle events. */
interface LifecycleTarget {
  addEventListener(name: 'install' | 'activate', run: (event: Event) => void): void;
}

type ExtendableEvent = Event & { waitUntil(work: Promise<void>): void };

/**
 * Serves the list of optional assets, which the sync worker requests, and the assets themselves, from the cache if
 * possible. Updates the cached assets when a new version is installed.
 */
export function serveOptionalAssets(self: LifecycleTarget, paths: readonly string[], send: Send): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === OPTIONAL_LIST,
    async () => Response.json(paths),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && paths.includes(url.pathname),
    async ({ url }) =>
      (await caches.match(url.pathname, { cacheName: OPTIONAL_CACHE })) ?? fetchOptionalAsset(url.pathname, send),
  );
  self.addEventListener('install', (event) => (event as ExtendableEvent).waitUntil(updateCachedAssets(paths, send)));
  self.addEventListener('activate', (event) => (event as ExtendableEvent).waitUntil(deleteOutdatedAssets(paths)));
}
