/** A line of the contents: its depth from 0, and where it leads. */
export interface BookLine {
  title: string;
  depth: number;
  chapter: number;
  /** Id inside the chapter; empty for its beginning. */
  anchor: string;
}

export interface BookChapter {
  title: string;
  /** Sanitised HTML. Pictures stand as `<img data-picture="3">`, links into the book as `#2/anchor`. */
  html: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Characters of its text, for how far one is. */
  length: number;
}

export interface BookPicture {
  mime: string;
  bytes: number;
}

/** An EPUB as a phone reads it. */
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
 * [Note: A pack] One file: 8 bytes (this number, the length of the JSON), the JSON, then the pictures one after the
 * other. Written on the server when a book is imported, read on the phone.
 */
export const PACK_MAGIC = 0x48_53_42_31;
export const PACK_HEADER_BYTES = 8;
