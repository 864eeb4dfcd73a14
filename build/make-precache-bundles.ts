import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { isOptional } from '../src/lib/optional-assets.ts';
import type { PrecacheBundle } from '../sw/precache-bundles.ts';

/**
 * Target size of a bundle before compression; about 60 kB compressed. If the connection breaks, at most this amount is
 * fetched again.
 */
const BUNDLE_BYTES = 200_000;

/**
 * Returns a predicate for the files that the first page loads by itself. They are already on the phone when the service
 * worker is installed.
 */
async function firstPageMatcher(outDir: string): Promise<(file: string) => boolean> {
  const page = await readFile(join(outDir, 'index.html'), 'utf8');
  return (file) => page.includes(file) || file.startsWith('assets/sync.worker-');
}

/**
 * Writes the bundles into the build folder and returns their list. The output is deterministic. Files of the first page
 * and optional assets are left out. See: [Note: Precache bundles]
 */
export async function makePrecacheBundles(outDir: string): Promise<PrecacheBundle[]> {
  const isFirstPageFile = await firstPageMatcher(outDir);
  const names = (await readdir(join(outDir, 'assets'))).toSorted().map((name) => `assets/${name}`);
  const bundledFiles = names.filter((file) => /\.(js|css)$/.test(file) && !isFirstPageFile(file) && !isOptional(file));

  const bundles: PrecacheBundle[] = [];
  let openBundle: Record<string, Uint8Array> = {};
  let size = 0;
  const writeBundle = async (): Promise<void> => {
    // The archive is not compressed here: the server compresses it as one stream, which results in a smaller size than
    // compressing each file separately.
    const archive = zipSync(openBundle, { level: 0, mtime: '1980-01-01T12:00:00' });
    const hash = createHash('sha256').update(archive).digest('base64url').slice(0, 8);
    const url = `assets/bundle-${hash}.zip`;
    await writeFile(join(outDir, url), archive);
    bundles.push({ url: `/${url}`, files: Object.keys(openBundle).map((file) => `/${file}`) });
    [openBundle, size] = [{}, 0];
  };
  for (const file of bundledFiles) {
    const content = await readFile(join(outDir, file));
    openBundle[file] = content;
    size += content.length;
    if (size >= BUNDLE_BYTES) await writeBundle();
  }
  if (size > 0) await writeBundle();
  return bundles;
}
