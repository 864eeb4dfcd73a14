import { unzipSync } from 'fflate';
import type { Ports } from '../src/lib/ports.ts';

// [Note: Precache bundles] The app has some 300 files, and the precache requests them one after another: over a slow
// connection that is minutes of round trips. The build also writes them into about ten archives, which compress a third
// better. Files that a bundle fails to deliver (a broken connection, an interfering proxy) are requested by the
// precache itself, and a small update fetches only the changed files.

/** An archive of build files. */
export interface Pack {
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
function response(path: string, body: Uint8Array<ArrayBuffer>, { headers }: Response): Response {
  const own = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) own.delete(name);
  own.set('content-type', typeOf(path));
  return new Response(body, { headers: own });
}

async function unpack({ url, files }: Pack, cache: Cache, send: Ports['fetch']): Promise<void> {
  const here = await Promise.all(files.map((file) => cache.match(file)));
  const missing = files.filter((_, index) => here[index] === undefined);
  if (missing.length <= files.length / 2) return;
  const answer = await send(url, {});
  if (!answer.ok) return;
  const found = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const put = async (file: string): Promise<void> => {
    const body = found[file.slice(1)];
    if (body) await cache.put(file, response(file, body as Uint8Array<ArrayBuffer>, answer));
  };
  await Promise.all(missing.map(put));
}

/**
 * Puts the files of the bundles into the precache. Never fails: the precache requests the rest. See: [Note: Precache
 * bundles]
 */
export async function unpackAll(packs: readonly Pack[], cache: Cache, send: Ports['fetch']): Promise<void> {
  for (const pack of packs) await unpack(pack, cache, send).catch(() => undefined);
}
