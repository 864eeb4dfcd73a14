import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { isOptional } from '../src/lib/optional-assets.ts';
import type { PrecacheBundle } from '../sw/precache-bundles.ts';

/** Target size of a bundle, uncompressed (about 60 kB compressed): what a broken connection can cost. */
const BUNDLE_BYTES = 200_000;

/** Matches files that the first page loads by itself; they are on the phone before the service worker is installed. */
async function ofFirstPage(outDir: string): Promise<(file: string) => boolean> {
  const page = await readFile(join(outDir, 'index.html'), 'utf8');
  return (file) => page.includes(file) || file.startsWith('assets/sync.worker-');
}

/**
 * Writes the bundles into the build folder and returns their list; deterministic for the same files. Files of the first
 * page and optional assets are left out. See: [Note: Precache bundles]
 */
export async function makePrecacheBundles(outDir: string): Promise<PrecacheBundle[]> {
  const isFirst = await ofFirstPage(outDir);
  const names = (await readdir(join(outDir, 'assets'))).toSorted().map((name) => `assets/${name}`);
  const wanted = names.filter((file) => /\.(js|css)$/.test(file) && !isFirst(file) && !isOptional(file));

  const bundles: PrecacheBundle[] = [];
  let open: Record<string, Uint8Array> = {};
  let size = 0;
  const close = async (): Promise<void> => {
    // Stored uncompressed: the server compresses the whole archive, which beats compressing file by file.
    const archive = zipSync(open, { level: 0, mtime: '1980-01-01T12:00:00' });
    const hash = createHash('sha256').update(archive).digest('base64url').slice(0, 8);
    const url = `assets/bundle-${hash}.zip`;
    await writeFile(join(outDir, url), archive);
    bundles.push({ url: `/${url}`, files: Object.keys(open).map((file) => `/${file}`) });
    [open, size] = [{}, 0];
  };
  for (const file of wanted) {
    const content = await readFile(join(outDir, file));
    open[file] = content;
    size += content.length;
    if (size >= BUNDLE_BYTES) await close();
  }
  if (size > 0) await close();
  return bundles;
}
