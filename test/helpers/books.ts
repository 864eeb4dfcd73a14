import { strToU8, zipSync } from 'fflate';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { BooksTable } from '../../server/db/book-tables.ts';
import { sha256Of } from './images.ts';
import type { TestServer } from './server.ts';
import { syncStamps } from './stamps.ts';

const DOT =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="60" viewBox="0 0 40 60"><rect width="40" height="60" fill="teal"/></svg>';

export const xhtmlPage = (body: string, more = '') =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"${more}><head><title>Page</title></head><body>${body}</body></html>`;

export interface EpubOptions {
  chapters?: string[];
  version?: 2 | 3;
  /** Additional XML elements of the package document. */
  metadata?: string;
  spine?: string;
  /** The table of contents; null for a book without one. */
  contents?: string | null;
  files?: Record<string, string>;
}

const nav = (chapters: readonly string[]) =>
  xhtmlPage(
    `<nav epub:type="toc"><ol>${chapters.map((_, at) => `<li><a href="c${at}.xhtml">Part ${at + 1}</a></li>`).join('')}</ol></nav>`,
    ' xmlns:epub="http://www.idpf.org/2007/ops"',
  );

const ncx = (chapters: readonly string[]) =>
  `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${chapters
    .map(
      (_, at) =>
        `<navPoint><navLabel><text>Part ${at + 1}</text></navLabel><content src="c${at}.xhtml#top"/></navPoint>`,
    )
    .join('')}</navMap></ncx>`;

/** Builds an EPUB in variants that other tools produce. */
export function makeEpub(options: EpubOptions = {}): Uint8Array {
  const { chapters = ['<h1>One</h1><p>First.</p>', '<h1>Two</h1><p>Second.</p>'], version = 3, spine = '' } = options;
  const contents = options.contents === undefined ? (version === 3 ? nav(chapters) : ncx(chapters)) : options.contents;
  const items = chapters.map((_, at) => `<item id="c${at}" href="c${at}.xhtml" media-type="application/xhtml+xml"/>`);
  const list =
    version === 3
      ? '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
      : '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="${version}.0">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Kettle</dc:title><dc:creator>Ada Moss</dc:creator>
    <dc:language>en</dc:language>${version === 2 ? '<meta name="cover" content="cover"/>' : ''}${options.metadata ?? ''}</metadata>
    <manifest><item id="cover" href="cover.svg" properties="cover-image" media-type="image/svg+xml"/>${items.join('')}
    ${contents === null ? '' : list}</manifest>
    <spine ${spine}>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`;
  const files: Record<string, string> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': opf,
    'OPS/cover.svg': DOT,
    ...Object.fromEntries(chapters.map((body, at) => [`OPS/c${at}.xhtml`, xhtmlPage(body)])),
    ...(contents !== null && { [version === 3 ? 'OPS/nav.xhtml' : 'OPS/toc.ncx']: contents }),
    ...options.files,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, source]) => [name, strToU8(source)])));
}

/** Inserts a book with a unique file. The book is free unless it has a price. */
export async function addBook(
  { db, scope, clock }: Pick<TestServer, 'db' | 'scope' | 'clock'>,
  fields: Partial<Insertable<BooksTable>> = {},
): Promise<string> {
  const id = uuidv7();
  const at = clock.now().toISOString();
  const data = Buffer.from(`the file of ${id}`);
  const sha256 = sha256Of(data);
  const file = { scope, sha256, mime: 'application/octet-stream', bytes: data.length, width: null, height: null };
  await db
    .insertInto('media_files')
    .values({ ...file, data: new Uint8Array(), created_at: at })
    .execute();
  await db.insertInto('media_chunks').values({ scope, sha256, chunk: 0, data }).execute();
  const text = { title: 'The Kettle', author: 'Ada Moss', description: '', language: 'en', format: 'epub' as const };
  const row = { scope, id, path: id, source_hash: '', ...syncStamps(at), file_sha256: sha256, media: '[]' };
  await db
    .insertInto('books')
    .values({
      ...row,
      ...text,
      file_bytes: data.length,
      pages: null,
      price_cents: 0,
      is_new: false,
      ...fields,
    })
    .execute();
  return id;
}

/** Returns valid requests for the book calls. */
export const bookSamples = (server: TestServer) => ({
  'books.new': () => Promise.resolve({}),
  'books.list': () => Promise.resolve({}),
  'books.view': async () => ({ params: { id: await addBook(server) } }),
  'books.purchase': async () => ({ body: { id: await addBook(server) } }),
  'books.file': async () => ({ params: { id: await addBook(server) } }),
});
