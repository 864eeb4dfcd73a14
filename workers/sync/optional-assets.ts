import { isScript, OPTIONAL_CACHE, OPTIONAL_LIST } from '../../src/lib/optional-assets.ts';
import type { Ports } from '../../src/lib/ports.ts';

/** Null where no service worker keeps files: then there is nothing to bring. */
async function listAssets(get: Ports['fetch']): Promise<string[] | null> {
  const response = await get(OPTIONAL_LIST, { cache: 'no-store', redirect: 'error' });
  if (!response.ok || !(response.headers.get('Content-Type') ?? '').startsWith('application/json')) return null;
  const paths: unknown = await response.json();
  return Array.isArray(paths) ? paths.map(String) : null;
}

/**
 * Brings what only some people need of the app: it is here before what needs it. Throws as fetch does; `other` when
 * something else came, `nobody` where nobody would keep it. See: [Note: Late files]
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
