import { unzipSync } from 'fflate';
import type { Ports } from '../src/lib/ports.ts';

// [Note: Precache bundles] The app has some 300 files, and the precache requests them one after another: over a slow
// connection that is minutes of round trips. The build also writes them into about ten archives, which compress a third
// better. Files that a bundle fails to deliver (a broken connection, an interfering proxy) are requested by the
// precache itself, and a small update fetches only the changed files.

/** An archive of build files. */
export interface PrecacheBundle {
  /** Path of the archive. */
  url: string;
  /** Paths of the files in it. */
  files: string[];
}

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

function typeOf(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Returns a file as the server would have sent it, with the headers of the archive's response. */
function fileResponse(path: string, body: Uint8Array<ArrayBuffer>, { headers }: Response): Response {
  const own = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) own.delete(name);
  own.set('content-type', typeOf(path));
  return new Response(body, { headers: own });
}

async function unpack({ url, files }: PrecacheBundle, cache: Cache, send: Ports['fetch']): Promise<void> {
  const cached = await Promise.all(files.map((file) => cache.match(file)));
  const missing = files.filter((_, index) => cached[index] === undefined);
  if (missing.length <= files.length / 2) return;
  const response = await send(url, {});
  if (!response.ok) return;
  const archived = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const put = async (file: string): Promise<void> => {
    const body = archived[file.slice(1)];
    if (body) await cache.put(file, fileResponse(file, body as Uint8Array<ArrayBuffer>, response));
  };
  await Promise.all(missing.map(put));
}

/**
 * Puts the files of the bundles into the precache; `onBundle` runs after each. Never fails: the precache requests the
 * rest. See: [Note: Precache bundles]
 */
export async function unpackBundles(
  bundles: readonly PrecacheBundle[],
  cache: Cache,
  send: Ports['fetch'],
  onBundle: () => Promise<void>,
): Promise<void> {
  for (const bundle of bundles) {
    await unpack(bundle, cache, send).catch(() => undefined);
    await onBundle();
  }
}
