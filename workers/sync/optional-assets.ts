import { isScript, OPTIONAL_CACHE, OPTIONAL_LIST } from '../../src/lib/optional-assets.ts';
import type { Ports } from '../../src/lib/ports.ts';

/** Returns the paths of the optional assets; null if there is no service worker that caches them. */
async function listAssets(get: Ports['fetch']): Promise<string[] | null> {
  const response = await get(OPTIONAL_LIST, { cache: 'no-store', redirect: 'error' });
  if (!response.ok || !(response.headers.get('Content-Type') ?? '').startsWith('application/json')) return null;
  const paths: unknown = await response.json();
  return Array.isArray(paths) ? paths.map(String) : null;
}

/**
 * Fetches the optional assets into the cache. Returns `invalid` if a response was not a script, and `unsupported` if
 * there is no service worker. Rejects like fetch. See: [Note: Optional assets]
 */
export async function fetchOptionalAssets({
  fetch: get,
  caches,
}: Pick<Ports, 'fetch' | 'caches'>): Promise<'stored' | 'invalid' | 'unsupported'> {
  if (!caches) return 'unsupported';
  const paths = await listAssets(get);
  if (paths === null) return 'unsupported';
  const cache = await caches.open(OPTIONAL_CACHE);
  for (const path of paths) {
    if (await cache.match(path)) continue;
    const response = await get(path, { redirect: 'error' });
    if (!isScript(response)) return 'invalid';
    await cache.put(path, response);
  }
  return 'stored';
}
