import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, constants, gunzipSync, brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { levels, precompress, recompress } from '../../build/precompress.ts';

const text = Array.from({ length: 400 }, (_, n) => `export const value${n} = ${n * 7919};`).join('\n');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haversack-compress-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/app-1.js'), text);
  writeFileSync(join(folder, 'index.html'), `<!doctype html>${text}`);
});

const read = (name: string): Buffer => readFileSync(join(folder, name));
const compressBest = (content: string) =>
  brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });

describe('the compressed files of the page', () => {
  it('writes copies compressed at the highest levels next to text files of at least 512 bytes', async () => {
    writeFileSync(join(folder, 'small.js'), 'x'.repeat(511));
    writeFileSync(join(folder, 'large.js'), 'x'.repeat(512));
    writeFileSync(join(folder, 'photo.png'), text);
    await precompress(folder, null, 'best');
    expect(readdirSync(folder).toSorted()).toEqual(
      ['assets', 'index.html', 'index.html.br', 'index.html.gz', 'large.js', 'large.js.br', 'large.js.gz', 'photo.png']
        .concat('small.js')
        .toSorted(),
    );
    expect(read('assets/app-1.js.br')).toEqual(compressBest(text));
    expect(read('assets/app-1.js.gz')).toEqual(gzipSync(text, { level: 9 }));
    expect(levels.quick).toEqual({ br: 5, gz: 6 });
  });

  it('replaces the compressed copies of a quick build with smaller ones', async () => {
    await precompress(folder, null, 'quick');
    expect(brotliDecompressSync(read('assets/app-1.js.br')).toString()).toBe(text);
    expect(gunzipSync(read('assets/app-1.js.gz')).toString()).toBe(text);
    const quick = read('assets/app-1.js.br').byteLength;
    await recompress(folder);
    expect(read('assets/app-1.js.br')).toEqual(compressBest(text));
    expect(read('assets/app-1.js.br').byteLength).toBeLessThan(quick);
    expect(read('index.html.br')).toEqual(compressBest(`<!doctype html>${text}`));
    expect(readdirSync(folder).filter((name) => name.endsWith('.next'))).toEqual([]);
  });

  it('takes compressed copies from the previous build only for files with a content hash in their name', async () => {
    const earlier = join(folder, 'earlier');
    mkdirSync(earlier);
    for (const name of ['app-1.js', 'index.html'])
      for (const end of ['br', 'gz']) writeFileSync(join(earlier, `${name}.${end}`), 'earlier');
    await precompress(folder, earlier, 'best');
    expect(read('assets/app-1.js.br').toString()).toBe('earlier');
    expect(read('index.html.br')).toEqual(compressBest(`<!doctype html>${text}`));
  });
});
