import {
  type BookChapter,
  type TocEntry,
  PACK_HEADER_BYTES,
  PACK_MAGIC,
  type BookPack,
} from '../../contract/book-pack.ts';
import { readChapters } from './epub-chapters.ts';
import { InvalidBook, unzipEpub } from './epub-files.ts';
import { readEpubPackage } from './epub-package.ts';

/** Serialises a book as a book pack. See: [Note: Book packs]. */
function writePack(pack: BookPack, images: readonly Uint8Array[]): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(pack));
  const size = images.reduce((sum, { length }) => sum + length, PACK_HEADER_BYTES + json.length);
  const file = new Uint8Array(size);
  const head = new DataView(file.buffer);
  head.setUint32(0, PACK_MAGIC);
  head.setUint32(4, json.length);
  file.set(json, PACK_HEADER_BYTES);
  let at = PACK_HEADER_BYTES + json.length;
  for (const image of images) {
    file.set(image, at);
    at += image.length;
  }
  return file;
}

export interface EpubBook {
  title: string;
  author: string;
  language: string;
  cover: Uint8Array | null;
  /** The book pack that devices download. */
  pack: Uint8Array;
}

const FIXED_LAYOUT = 'has a fixed layout, whose pages do not fit a phone: use a PDF instead';

/** If a page has at most this many characters, its text may be shown below its image instead of on it. */
const MAX_CAPTION_CHARS = 200;

/** Whether a page consists of a single image, as in comics and picture books, so that it needs no fixed layout. */
const isSingleImage = ({ html, length }: BookChapter): boolean =>
  html.split('data-picture').length === 2 && length <= MAX_CAPTION_CHARS;

/**
 * [Note: Books are converted on import] An EPUB is unpacked, parsed and sanitised on import, not on the phone. A phone
 * receives clean HTML chapters and images, so that it needs neither a ZIP nor an XML parser, and a book that cannot be
 * shown is reported before anyone buys it. Styles, fonts and scripts are dropped. Throws InvalidBook.
 */
export function readEpub(epub: Uint8Array): EpubBook {
  const files = unzipEpub(epub);
  const book = readEpubPackage(files);
  const { chapters, pictures } = readChapters(files, book);
  if (chapters.every(({ html }) => html === '')) throw new InvalidBook('is broken: its chapters are empty');
  if (book.isFixed && !chapters.every(isSingleImage)) throw new InvalidBook(FIXED_LAYOUT);
  const numbers = new Map(book.spine.map(({ path }, index) => [path, index]));
  const listed = book.contents.flatMap(({ title, depth, path, anchor }): TocEntry[] => {
    const chapter = numbers.get(path);
    return chapter === undefined || title === '' ? [] : [{ title, depth, chapter, anchor }];
  });
  // If the book has no table of contents, the headings of its chapters serve as one.
  const headings = chapters.flatMap(({ title }, chapter): TocEntry[] =>
    title === '' ? [] : [{ title, depth: 0, chapter, anchor: '' }],
  );
  const { title, author, lang, dir } = book;
  const contents = listed.length > 0 ? listed : headings;
  const pack = writePack({ v: 1, title, lang, dir, contents, chapters, pictures: pictures.list }, pictures.bytes);
  return { title, author, language: lang, cover: (book.cover && files.get(book.cover)) || null, pack };
}
