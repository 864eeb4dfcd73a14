import { unzipSync } from 'fflate';
import type { Ports } from '../src/lib/ports.ts';

// [Note: Packs] The app is some 300 files, and the precache asks for one after another: over a slow line that is
// minutes of waiting for answers. The build also puts them together, about ten files of everything, which besides
// compress a third better. Whatever a pack does not bring (a broken line, a proxy that knows better), the precache
// asks for by itself; and an update that changes little asks for that little alone.

/** Files of the build in one archive. */
export interface Pack {
  /** Where the archive is. */
  url: string;
  /** What is in it, by its path. */
  files: string[];
}

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

function typeOf(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** The file as the server would have sent it: what the headers promise of the archive holds for what is in it. */
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

/** Puts into the precache what packs bring. Never fails: the precache asks for the rest. See: [Note: Packs] */
export async function unpackAll(packs: readonly Pack[], cache: Cache, send: Ports['fetch']): Promise<void> {
  for (const pack of packs) await unpack(pack, cache, send).catch(() => undefined);
}
