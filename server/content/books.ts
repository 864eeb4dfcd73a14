import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { imageSize } from 'image-size';
import sharp from 'sharp';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { text } from '../../contract/fields.ts';
import { z } from '../../contract/zod.ts';
import { InvalidBook } from './epub-files.ts';
import { readEpub } from './epub.ts';
import { parseFrontMatter } from './front-matter.ts';
import { hashParts } from './hash.ts';
import { toHtml } from './html.ts';
import type { ImageFile } from './images.ts';
import { readPdf } from './pdf.ts';
import type { ImportIssue } from './import-issue.ts';

const MAX_BYTES = 100 * 1024 * 1024;
const COVER_WIDTH = 480;

/**
 * Front matter of the Markdown file next to a book. All keys are optional; missing values are read from the book
 * itself.
 */
const BookHead = z.strictObject({
  title: z.optional(text(1, 200)),
  author: z.optional(text(1, 200)),
  language: z.optional(text(2, 35)),
  price_cents: z._default(
    z
      .int({ error: 'must be a whole number of cents' })
      .check(z.gte(0, { error: 'must not be negative' }), z.lte(10_000_000, { error: 'is too large' })),
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

/** Returns the path of the Markdown file that belongs to a book. */
export const metadataPath = (file: string): string => file.replace(/\.(epub|pdf)$/i, '.md');

const sha256Of = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/**
 * Resizes a cover, so that it is small enough for devices to fetch in the background. Returns null if the image is
 * unreadable.
 */
async function shrinkCover(data: Uint8Array): Promise<ImageFile | null> {
  try {
    const image = sharp(data, { limitInputPixels: 64_000_000, failOn: 'error' }).rotate();
    const resized = await image
      .resize({ width: COVER_WIDTH, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    const { width, height } = imageSize(resized);
    return { sha256: sha256Of(resized), mime: 'image/webp', bytes: resized.length, width, height, data: resized };
  } catch {
    return null;
  }
}

type BookContents = Pick<BookDraft, 'title' | 'author' | 'language' | 'format' | 'pages'> & {
  cover: Uint8Array | null;
  file: BookFile;
};

async function readContents(data: Uint8Array): Promise<BookContents> {
  const head = new TextDecoder('latin1').decode(data.subarray(0, 1024));
  if (head.includes('%PDF-')) {
    const file = { sha256: sha256Of(data), mime: 'application/pdf', data };
    return { ...(await readPdf(data)), format: 'pdf', cover: null, file };
  }
  const { pack, ...book } = readEpub(data);
  const file = { sha256: sha256Of(pack), mime: 'application/octet-stream', data: pack };
  return { ...book, format: 'epub', pages: null, file };
}

async function readBytes(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new InvalidBook(`is larger than ${MAX_BYTES / 1024 / 1024} MB`);
  return readFile(path);
}

async function readCoverFile(dir: string, file: string, href: string): Promise<Uint8Array> {
  if (/^[a-z]+:|^\/|\.\./i.test(href)) throw new InvalidBook(`image ${href} must be in the same folder as the book`);
  return readFile(join(dir, dirname(file), href)).catch(() => {
    throw new InvalidBook(`image ${href} does not exist`);
  });
}

async function createDraft(
  dir: string,
  file: string,
  { head, body }: { head: BookHead; body: string },
  note: string | null,
): Promise<BookDraft> {
  const data = await readBytes(join(dir, file));
  const contents = await readContents(data);
  const image = head.cover === undefined ? contents.cover : await readCoverFile(dir, file, head.cover);
  const cover = image && (await shrinkCover(image));
  if (head.cover !== undefined && !cover) throw new InvalidBook(`image ${head.cover} is not an image`);
  const title = head.title ?? contents.title;
  if (title === '') throw new InvalidBook('has no title: add one in a .md file of the same name');
  return {
    path: file,
    title: title.slice(0, 200),
    author: (head.author ?? contents.author).slice(0, 200),
    description: toHtml(body, new Map()),
    language: (head.language ?? contents.language) || 'und',
    format: contents.format,
    pages: contents.pages,
    price_cents: head.price_cents,
    is_new: head.new,
    file: contents.file,
    cover,
    // The hash includes the pack, because a later version of the import may create a different pack from the same book.
    source_hash: hashParts(data, contents.file.sha256, note ?? '', cover?.sha256 ?? ''),
  };
}

/** Reads one book, which is an EPUB or a PDF, and the Markdown file of the same name next to it, if there is one. */
export async function readBook(
  dir: string,
  file: string,
  note: string | null,
): Promise<{ book?: BookDraft; problems: ImportIssue[] }> {
  const empty = { parsed: { head: BookHead.parse({}), body: '' }, problems: [] };
  const { parsed, problems } = note === null ? empty : parseFrontMatter(metadataPath(file), note, BookHead);
  if (!parsed) return { problems };
  try {
    return { book: await createDraft(dir, file, parsed, note), problems };
  } catch (error) {
    if (!(error instanceof InvalidBook)) throw error;
    return { problems: [{ file, line: 1, text: error.message }] };
  }
}

/** Returns the media item of a cover. */
export const coverItem = ({ sha256, bytes, width, height }: ImageFile): MediaItem => ({
  kind: 'cover',
  sha256,
  bytes,
  width,
  height,
  alt: '',
});
