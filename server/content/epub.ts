import type { BookChapter, BookLine } from '../../contract/book-pack.ts';
import { writePack } from './book-pack.ts';
import { readChapters } from './epub-chapters.ts';
import { BookFault, unpack } from './epub-files.ts';
import { readPackage } from './epub-package.ts';

export interface EpubBook {
  title: string;
  author: string;
  language: string;
  cover: Uint8Array | null;
  /** As phones get it. */
  pack: Uint8Array;
}

const FIXED = 'has a fixed layout, whose pages do not fit a phone: bring it as a PDF';

/** Letters that are no loss when they stand under the picture instead of on it. */
const FEW_LETTERS = 200;

/** A page that is one picture, as those of comics and picture books are, needs no layout. */
const isPicture = ({ html, length }: BookChapter): boolean =>
  html.split('data-picture').length === 2 && length <= FEW_LETTERS;

/**
 * [Note: Books are taken apart on import] An EPUB is unpacked, parsed and cleaned here, once; a phone gets chapters of
 * clean HTML and pictures, so that it needs neither a ZIP nor an XML parser, and a book that cannot be shown is named
 * before anybody buys it. Styles, fonts and scripts stay behind. Throws a BookFault.
 */
export function readEpub(epub: Uint8Array): EpubBook {
  const files = unpack(epub);
  const book = readPackage(files);
  const { chapters, pictures } = readChapters(files, book);
  if (chapters.every(({ html }) => html === '')) throw new BookFault('is broken: its chapters are empty');
  if (book.isFixed && !chapters.every(isPicture)) throw new BookFault(FIXED);
  const numbers = new Map(book.spine.map(({ path }, index) => [path, index]));
  const named = book.contents.flatMap(({ title, depth, path, anchor }): BookLine[] => {
    const chapter = numbers.get(path);
    return chapter === undefined || title === '' ? [] : [{ title, depth, chapter, anchor }];
  });
  // Without a list of contents its headings stand in.
  const headings = chapters.flatMap(({ title }, chapter): BookLine[] =>
    title === '' ? [] : [{ title, depth: 0, chapter, anchor: '' }],
  );
  const { title, author, lang, dir } = book;
  const contents = named.length > 0 ? named : headings;
  const pack = writePack({ v: 1, title, lang, dir, contents, chapters, pictures: pictures.list }, pictures.bytes);
  return { title, author, language: lang, cover: (book.cover && files.get(book.cover)) || null, pack };
}
