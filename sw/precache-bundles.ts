import { unzipSync } from 'fflate';
import type { Ports } from '../src/lib/ports.ts';

// [Note: Precache bundles] The app has some 300 files, and the precache requests them one after another; over a slow
// connection that means minutes of round trips. Therefore the build also packs them into about ten archives, whose
// total size after compression is a third smaller. If files of a bundle are missing after its download (a broken
// connection, an interfering proxy), the precache requests them itself. After a small update, only the changed files
// are fetched.

/** An archive of build files. */
export interface PrecacheBundle {
  /** Path of the archive. */
  url: string;
  /** Paths of the files in the archive. */
  files: string[];
}

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

function typeOf(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/**
 * Returns the response that the server would have sent for a single file. Takes the headers from the response for the
 * archive.
 */
function fileResponse(path: string, body: Uint8Array<ArrayBuffer>, { headers }: Response): Response {
  const ownHeaders = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) ownHeaders.delete(name);
  ownHeaders.set('content-type', typeOf(path));
  return new Response(body, { headers: ownHeaders });
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
 * Stores the files of the bundles in the precache and calls `onBundle` after each bundle. Never fails: the precache
 * requests missing files itself. See: [Note: Precache bundles]
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
