import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { imageSize } from 'image-size';
import sharp from 'sharp';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { text } from '../../contract/fields.ts';
import { z } from '../../contract/zod.ts';
import { BookFault } from './epub-files.ts';
import { readEpub } from './epub.ts';
import { readHead } from './front-matter.ts';
import { hashOf } from './hash.ts';
import { toHtml } from './html.ts';
import type { ImageFile } from './images.ts';
import { readPdf } from './pdf.ts';
import type { Problem } from './import-issue.ts';

const MOST_BYTES = 100 * 1024 * 1024;
const COVER_WIDTH = 480;

/** What the text beside a book says, all of it optional: the rest is read from the book itself. */
const BookHead = z.strictObject({
  title: z.optional(text(1, 200)),
  author: z.optional(text(1, 200)),
  language: z.optional(text(2, 35)),
  price_cents: z._default(
    z
      .int({ error: 'must be a whole number of cents' })
      .check(z.gte(0, { error: 'must not be negative' }), z.lte(10_000_000, { error: 'is too much' })),
    0,
  ),
  new: z._default(z.boolean(), false),
  cover: z.optional(text(1, 200)),
});
type BookHead = z.infer<typeof BookHead>;

export interface BookFile {
  sha256: string;
  mime: string;
  data: Uint8Array;
}

export interface BookDraft {
  path: string;
  title: string;
  author: string;
  description: string;
  language: string;
  format: 'epub' | 'pdf';
  pages: number | null;
  price_cents: number;
  is_new: boolean;
  file: BookFile;
  cover: ImageFile | null;
  source_hash: string;
}

export const isBook = (file: string): boolean => /\.(epub|pdf)$/i.test(file);

/** The text that belongs to a book. */
export const noteOf = (file: string): string => file.replace(/\.(epub|pdf)$/i, '.md');

const sha256Of = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Small enough to come to phones by itself. Null for what cannot be drawn. */
async function smallCover(data: Uint8Array): Promise<ImageFile | null> {
  try {
    const image = sharp(data, { limitInputPixels: 64_000_000, failOn: 'error' }).rotate();
    const small = await image.resize({ width: COVER_WIDTH, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer();
    const { width, height } = imageSize(small);
    return { sha256: sha256Of(small), mime: 'image/webp', bytes: small.length, width, height, data: small };
  } catch {
    return null;
  }
}

type Inside = Pick<BookDraft, 'title' | 'author' | 'language' | 'format' | 'pages'> & {
  cover: Uint8Array | null;
  file: BookFile;
};

async function look(data: Uint8Array): Promise<Inside> {
  const head = new TextDecoder('latin1').decode(data.subarray(0, 1024));
  if (head.includes('%PDF-')) {
    const file = { sha256: sha256Of(data), mime: 'application/pdf', data };
    return { ...(await readPdf(data)), format: 'pdf', cover: null, file };
  }
  const { pack, ...book } = readEpub(data);
  const file = { sha256: sha256Of(pack), mime: 'application/octet-stream', data: pack };
  return { ...book, format: 'epub', pages: null, file };
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new BookFault(`is larger than ${MOST_BYTES / 1024 / 1024} MB`);
  return readFile(path);
}

async function coverBeside(dir: string, file: string, href: string): Promise<Uint8Array> {
  if (/^[a-z]+:|^\/|\.\./i.test(href)) throw new BookFault(`picture ${href} must lie beside the book`);
  return readFile(join(dir, dirname(file), href)).catch(() => {
    throw new BookFault(`picture ${href} is not there`);
  });
}

async function draftOf(
  dir: string,
  file: string,
  { head, body }: { head: BookHead; body: string },
  note: string | null,
): Promise<BookDraft> {
  const data = await bytesOf(join(dir, file));
  const inside = await look(data);
  const picture = head.cover === undefined ? inside.cover : await coverBeside(dir, file, head.cover);
  const cover = picture && (await smallCover(picture));
  if (head.cover !== undefined && !cover) throw new BookFault(`picture ${head.cover} is no picture`);
  const title = head.title ?? inside.title;
  if (title === '') throw new BookFault('names no title: say it in a .md file of the same name');
  return {
    path: file,
    title: title.slice(0, 200),
    author: (head.author ?? inside.author).slice(0, 200),
    description: toHtml(body, new Map()),
    language: (head.language ?? inside.language) || 'und',
    format: inside.format,
    pages: inside.pages,
    price_cents: head.price_cents,
    is_new: head.new,
    file: inside.file,
    cover,
    // The pack too: a later version of the import may make another one of the same book.
    source_hash: hashOf(data, inside.file.sha256, note ?? '', cover?.sha256 ?? ''),
  };
}

/** Reads one book: an EPUB or a PDF, and the text of the same name beside it. */
export async function readBook(
  dir: string,
  file: string,
  note: string | null,
): Promise<{ book?: BookDraft; problems: Problem[] }> {
  const empty = { parsed: { head: BookHead.parse({}), body: '' }, problems: [] };
  const { parsed, problems } = note === null ? empty : readHead(noteOf(file), note, BookHead);
  if (!parsed) return { problems };
  try {
    return { book: await draftOf(dir, file, parsed, note), problems };
  } catch (error) {
    if (!(error instanceof BookFault)) throw error;
    return { problems: [{ file, line: 1, text: error.message }] };
  }
}

/** What a row says of its cover. */
export const coverItem = ({ sha256, bytes, width, height }: ImageFile): MediaItem => ({
  kind: 'cover',
  sha256,
  bytes,
  width,
  height,
  alt: '',
});
