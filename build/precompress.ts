import { copyFile, glob, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Minimum size of a file to compress. A smaller file fits into one network packet anyway. */
const MIN_BYTES = 512;

/** Compression levels. `best` takes ten times as long as `quick`, and its files are a tenth smaller. */
export const levels = { best: { br: 11, gz: 9 }, quick: { br: 5, gz: 6 } } as const;
export type Effort = keyof typeof levels;

const files = '*.{html,js,mjs,css,svg,json,webmanifest,txt,zip}';

async function compressContent(content: Buffer, effort: Effort): Promise<{ br: Buffer; gz: Buffer }> {
  const { br, gz } = levels[effort];
  const params = { [constants.BROTLI_PARAM_QUALITY]: br, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [brotli, gzipped] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: gz })]);
  return { br: brotli, gz: gzipped };
}

async function writeCompressed(file: string, effort: Effort): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const { br, gz } = await compressContent(content, effort);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/**
 * Copies the compressed versions of a file from the previous build, if it had a file of the same name. The same name
 * means the same content, because names contain a content hash. Returns false if there is no such file.
 */
async function copyEarlierVersions(file: string, earlierAssets: string): Promise<boolean> {
  try {
    for (const extension of ['.br', '.gz'])
      await copyFile(join(earlierAssets, basename(file) + extension), file + extension);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes a .br and a .gz version next to every text file of the built page, so that the server never has to compress
 * these files. `earlierAssets` is a folder whose compressed files may be used again; null if there is none.
 */
export async function precompress(folder: string, earlierAssets: string | null, effort: Effort): Promise<void> {
  const work: Promise<void>[] = [];
  for await (const file of glob(`${folder}/**/${files}`)) {
    const earlier = file.startsWith(join(folder, 'assets')) ? earlierAssets : null;
    work.push(
      (async () =>
        void (
          (earlier !== null && (await copyEarlierVersions(file, earlier))) ||
          (await writeCompressed(file, effort))
        ))(),
    );
  }
  await Promise.all(work);
}

/**
 * Compresses a file again and replaces its compressed versions, unless a build has replaced the file in the meantime.
 */
async function recompressFile(file: string): Promise<void> {
  const { ino } = await stat(file);
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const { br, gz } = await compressContent(content, 'best');
  for (const [extension, data] of [
    ['.br', br],
    ['.gz', gz],
  ] as const) {
    const newFile = `${file}${extension}.next`;
    await writeFile(newFile, data);
    if ((await stat(file)).ino !== ino) return;
    await rename(newFile, file + extension);
  }
}

/** Compresses the files of a page again, as small as possible, while the server already serves the page. */
export async function recompress(folder: string): Promise<void> {
  for await (const file of glob(`${folder}/**/${files}`)) await recompressFile(file);
}
