import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEpub } from '../../server/content/epub.ts';
import { formatIssue } from '../../server/content/import-issue.ts';
import { readContent } from '../../server/content/read.ts';
import { readBookPack } from '../../src/db/storage/book-pack.ts';
import { makeEpub, xhtmlPage, type EpubOptions } from '../helpers/books.ts';

function opened(options: EpubOptions = {}) {
  const { pack, ...book } = readEpub(makeEpub(options));
  const read = readBookPack(pack.slice().buffer);
  if (!read) throw new Error('no pack');
  return { ...book, ...read.pack, bytes: read.pictures };
}

const html = (body: string, files: Record<string, string> = {}) =>
  opened({ chapters: [body, '<p id="end">Second.</p>'], files }).chapters[0]?.html;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>';

describe('EPUB files made by other tools', () => {
  it.each([2, 3] as const)('reads title, author, language, cover, contents and chapters of EPUB %i', (version) => {
    const book = opened({ version });
    expect(book).toMatchObject({ title: 'The Kettle', author: 'Ada Moss', language: 'en', dir: 'ltr' });
    expect(book.cover).not.toBeNull();
    expect(book.contents.map(({ title, chapter }) => [title, chapter])).toEqual([
      ['Part 1', 0],
      ['Part 2', 1],
    ]);
    expect(book.chapters.map((chapter) => chapter.html)).toEqual([
      '<h1>One</h1><p>First.</p>',
      '<h1>Two</h1><p>Second.</p>',
    ]);
  });

  it('builds the table of contents from headings if a book has none', () => {
    expect(opened({ contents: null }).contents.map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('marks a right-to-left book as right-to-left', () => {
    expect(opened({ spine: 'page-progression-direction="rtl"' })).toMatchObject({ dir: 'rtl' });
    const files = { 'OPS/c0.xhtml': xhtmlPage('<p>שלום</p>', ' dir="rtl" xml:lang="he"') };
    expect(opened({ files }).chapters[0]).toMatchObject({ dir: 'rtl', lang: 'he' });
  });

  it('removes scripts, styles, event handlers, frames and forms from a book', () => {
    const unsafeHtml = `<script>alert(1)</script><style>p{}</style><p onclick="alert(1)" style="color:red">Hi</p>
      <iframe src="https://example.org"></iframe><form action="https://example.org"><input/></form>
      <a href="javascript:alert(1)">x</a><script src="x.js"/><object data="x"></object><p>After</p>`;
    const cleanedHtml = html(unsafeHtml) ?? '';
    expect(cleanedHtml).toContain('<p>Hi</p>');
    expect(cleanedHtml).toContain('<p>After</p>');
    expect(cleanedHtml).not.toMatch(/script|alert|style|onclick|iframe|form|object/i);
  });

  it('turns pictures, SVG drawings and pictures inside SVGs into images', () => {
    const files = { 'OPS/pics/dot.svg': SVG };
    expect(html('<p><img src="pics/dot.svg" alt="A dot"/></p>', files)).toBe(
      '<p><img data-picture="0" alt="A dot" width="9" height="9" /></p>',
    );
    const bookWithDrawing = opened({ chapters: ['<svg viewBox="0 0 9 9"><title>Dot</title><circle r="4"/></svg>'] });
    expect(bookWithDrawing.chapters[0]?.html).toContain('alt="Dot"');
    expect(bookWithDrawing.pictures).toMatchObject([{ mime: 'image/svg+xml' }]);
    expect(new TextDecoder().decode(bookWithDrawing.bytes[0])).toContain('viewBox');
    const svgWithImage = `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="cover.svg"/></svg>`;
    expect(html(svgWithImage)).toContain('data-picture="0"');
  });

  it('shows a fixed-layout book when every page is an image', () => {
    const chapters = ['<img src="cover.svg" alt="A cat"/>', '<svg><image href="cover.svg"/></svg><p>Good night.</p>'];
    const book = opened({ chapters, metadata: '<meta property="rendition:layout">pre-paginated</meta>' });
    expect(book.chapters.map((chapter) => chapter.html)).toEqual([
      expect.stringMatching(/^<img data-picture="0" alt="A cat"/),
      expect.stringMatching(/^<img data-picture="0".*<p>Good night.<\/p>$/),
    ]);
  });

  it('keeps the formulas of a book and resolves links between its chapters', () => {
    expect(html('<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>')).toBe(
      '<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
    );
    expect(html('<a href="c1.xhtml#end">End</a> <a href="https://example.org/">Out</a>')).toBe(
      '<a href="#1/end">End</a> <a href="https://example.org/">Out</a>',
    );
  });
});

describe('reading a book', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'haversack-books-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function importBooks(files: Record<string, string | Uint8Array>) {
    for (const [file, data] of Object.entries(files)) {
      await mkdir(dirname(join(dir, file)), { recursive: true });
      await writeFile(join(dir, file), data);
    }
    const { books, problems } = await readContent(dir);
    return { books, problems: problems.map(formatIssue) };
  }

  const encryptionXml =
    '<encryption><EncryptedData><EncryptionMethod Algorithm="urn:aes256"/></EncryptedData></encryption>';
  const cases: [string, string | Uint8Array, string][] = [
    ['it is not a ZIP archive', 'PK but not really', 'is broken: it is not a readable ZIP archive'],
    ['it is cut off', makeEpub().slice(0, 700), 'is broken: it is not a readable ZIP archive'],
    [
      'it is a ZIP archive but not an EPUB',
      zipSync({ 'a.txt': strToU8('hello') }),
      'is broken: it does not contain META-INF/container.xml',
    ],
    [
      'it lacks a chapter',
      makeEpub({ files: { 'OPS/book.opf': packageWithoutChapter() } }),
      'is broken: it does not contain its chapter OPS/gone.xhtml',
    ],
    [
      'it is protected by DRM',
      makeEpub({ files: { 'META-INF/encryption.xml': encryptionXml } }),
      "is protected by DRM and can be opened only in its seller's reader",
    ],
    [
      'it has a fixed layout',
      makeEpub({ metadata: '<meta property="rendition:layout">pre-paginated</meta>' }),
      'has a fixed layout, whose pages do not fit a phone: use a PDF instead',
    ],
    [
      'it has a fixed layout in the older format',
      makeEpub({
        version: 2,
        files: {
          'META-INF/com.apple.ibooks.display-options.xml':
            '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>',
        },
      }),
      'has a fixed layout, whose pages do not fit a phone: use a PDF instead',
    ],
    ['it is a broken PDF', '%PDF-1.7 and no more', 'is broken: it is not a readable PDF'],
  ];
  it.each(cases)('reports why a book cannot be imported: %s', async (_, data, reason) => {
    expect(await importBooks({ 'books/x.epub': data })).toEqual({ books: [], problems: [`books/x.epub:1: ${reason}`] });
  });

  it('reads prices and labels from the text file next to a book, and reports a text file without a book', async () => {
    const note = '---\nprice_cents: 900\nnew: true\n---\nA *warm* book.\n';
    const { books, problems } = await importBooks({
      'books/x.epub': makeEpub(),
      'books/x.md': note,
      'books/y.md': note,
    });
    expect(books).toMatchObject([
      { title: 'The Kettle', price_cents: 900, is_new: true, description: '<p>A <em>warm</em> book.</p>' },
    ]);
    expect(books[0]?.cover).toMatchObject({ mime: 'image/webp' });
    expect(problems).toEqual(['books/y.md:1: belongs to no book: there is no EPUB or PDF of the same name']);
  });

  it('reads the page count and the title of a PDF', async () => {
    const { books, problems } = await importBooks({ 'books/leaf.pdf': makePdf('A Leaf') });
    expect(problems).toEqual([]);
    expect(books).toMatchObject([{ title: 'A Leaf', format: 'pdf', pages: 1 }]);
  });
});

function packageWithoutChapter(): string {
  return `<package><metadata><title>X</title></metadata><manifest><item id="a" href="gone.xhtml"/></manifest>
    <spine><itemref idref="a"/></spine></package>`;
}

function makePdf(title: string): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    `<< /Title (${title}) >>`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const end = `trailer\n<< /Size 5 /Root 1 0 R /Info 4 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 5\n0000000000 65535 f \n${table}${end}`;
}
