import { copyFile, glob, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Minimum size of a file to compress. A smaller file fits into one network packet anyway. */
const MIN_BYTES = 512;

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([toBrotli(content, { params: quality }), toGzip(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/**
 * Copies the compressed versions of a file from the previous build, if it had a file of the same name. The same name
 * means the same content, because names contain a content hash. Returns false if there is no such file.
 */
async function reuse(file: string, earlierAssets: string): Promise<boolean> {
  try {
    for (const end of ['.br', '.gz']) await copyFile(join(earlierAssets, basename(file) + end), file + end);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes a .br and a .gz version next to every text file of the built page, so that the server never has to compress
 * these files.
 */
export async function precompress(folder: string, earlierAssets: string): Promise<void> {
  const work: Promise<void>[] = [];
  for await (const file of glob(`${folder}/**/*.{html,js,mjs,css,svg,json,webmanifest,txt,zip}`)) {
    const isHashed = file.startsWith(join(folder, 'assets'));
    work.push((async () => void ((isHashed && (await reuse(file, earlierAssets))) || (await compress(file))))());
  }
  await Promise.all(work);
}
