import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { isOptional } from '../src/lib/optional-assets.ts';
import type { Pack } from '../sw/precache-bundles.ts';

/** So much of a slow line's work may be lost when it breaks: 60 kB compressed. */
const PACK_BYTES = 200_000;

/** What the page has asked for by itself is on the phone before the service worker comes. */
async function ofFirstPage(outDir: string): Promise<(file: string) => boolean> {
  const page = await readFile(join(outDir, 'index.html'), 'utf8');
  return (file) => page.includes(file) || file.startsWith('assets/sync.worker-');
}

/**
 * Writes the packs into the folder of the build and gives their list; the same files make the same packs. Files of the
 * first page, and those that come late, stay out. See: [Note: Packs]
 */
export async function makePacks(outDir: string): Promise<Pack[]> {
  const isFirst = await ofFirstPage(outDir);
  const names = (await readdir(join(outDir, 'assets'))).toSorted().map((name) => `assets/${name}`);
  const wanted = names.filter((file) => /\.(js|css)$/.test(file) && !isFirst(file) && !isOptional(file));

  const packs: Pack[] = [];
  let open: Record<string, Uint8Array> = {};
  let size = 0;
  const close = async (): Promise<void> => {
    // Stored as they are: the server sends the whole compressed, which does better than file by file.
    const archive = zipSync(open, { level: 0, mtime: '1980-01-01T12:00:00' });
    const hash = createHash('sha256').update(archive).digest('base64url').slice(0, 8);
    const url = `assets/pack-${hash}.zip`;
    await writeFile(join(outDir, url), archive);
    packs.push({ url: `/${url}`, files: Object.keys(open).map((file) => `/${file}`) });
    [open, size] = [{}, 0];
  };
  for (const file of wanted) {
    const content = await readFile(join(outDir, file));
    open[file] = content;
    size += content.length;
    if (size >= PACK_BYTES) await close();
  }
  if (size > 0) await close();
  return packs;
}
