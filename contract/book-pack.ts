/**
 * An entry in the table of contents. `depth` is its nesting level, starting at 0; `chapter` and `anchor` are its
 * target.
 */
export interface TocEntry {
  title: string;
  depth: number;
  chapter: number;
  /** Id of an element within the chapter; empty if the entry points to the start of the chapter. */
  anchor: string;
}

export interface BookChapter {
  title: string;
  /** Sanitised HTML. An image is written as `<img data-picture="3">`, a link within the book as `#2/anchor`. */
  html: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Number of text characters, used to compute reading progress. */
  length: number;
}

export interface BookPicture {
  mime: string;
  bytes: number;
}

/** The contents of an EPUB, converted to a format that the phone can display without unpacking the EPUB. */
export interface BookPack {
  v: 1;
  title: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  contents: TocEntry[];
  chapters: BookChapter[];
  pictures: BookPicture[];
}

/**
 * [Note: Book packs] A book pack is one file: an 8-byte header (this magic number, then the length of the JSON part),
 * the JSON, and the images one after another. The server writes it when a book is imported; the phone reads it.
 */
export const PACK_MAGIC = 0x48_53_42_31;

/** Media type of a book pack. A pack is not a valid EPUB, so it has a type of its own. */
export const BOOK_PACK_TYPE = 'application/vnd.haversack.book';
export const PACK_HEADER_BYTES = 8;
