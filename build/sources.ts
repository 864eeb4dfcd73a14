import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const dist = join(root, 'dist');
export const stampFile = join(dist, '.stamp');
/** This file exists while the page contains files that were compressed quickly and not yet as small as possible. */
export const quickMarker = join(dist, '.quickly-compressed');

/** Message that the build sends to its parent process when the server is built and only the page is still missing. */
export const SERVER_BUILT = 'server built';

/** The files that influence the output of the build. Lesson content and tests do not influence it. */
const patterns = [
  '{build,contract,src,workers,sw,server}/**/*.{ts,tsx,css}',
  'locales/*.po',
  'public/**/*.*',
  'index.html',
  'package-lock.json',
  '*.config.ts',
];

/**
 * Returns a hash of all sources. Computing it takes only tens of milliseconds, so each start can check whether the
 * build is up to date.
 */
export async function sourcesHash(): Promise<string> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256');
  for (const [at, file] of files.entries()) hash.update(`${file}\0`).update(contents[at] ?? '');
  return hash.digest('hex');
}
