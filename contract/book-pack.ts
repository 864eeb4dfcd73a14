/** An entry of the table of contents: its depth from 0, and its target. */
export interface BookLine {
  title: string;
  depth: number;
  chapter: number;
  /** Id inside the chapter; empty for the start of the chapter. */
  anchor: string;
}

export interface BookChapter {
  title: string;
  /** Sanitised HTML. Images are `<img data-picture="3">`, links into the book `#2/anchor`. */
  html: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Number of characters of text, for reading progress. */
  length: number;
}

export interface BookPicture {
  mime: string;
  bytes: number;
}

/** An EPUB converted for the phone. */
export interface BookPack {
  v: 1;
  title: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  contents: BookLine[];
  chapters: BookChapter[];
  pictures: BookPicture[];
}

/**
 * [Note: Book packs] One file: 8 bytes (this number, the length of the JSON), the JSON, then the images one after
 * another. The server writes it when a book is imported; the phone reads it.
 */
export const PACK_MAGIC = 0x48_53_42_31;

/** Media type of a book pack. The bytes are no EPUB any more. */
export const BOOK_PACK_TYPE = 'application/vnd.haversack.book';
export const PACK_HEADER_BYTES = 8;
