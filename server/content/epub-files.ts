import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { all, attribute, first, parseXml } from './epub-xml.ts';

const MOST_FILES = 10_000;
const MOST_BYTES = 300 * 1024 * 1024;

/** What a fault of a book says: a whole sentence part behind its name. */
export class BookFault extends Error {}

/** The files of an EPUB by their path. */
export type EpubFiles = ReadonlyMap<string, Uint8Array>;

/** Throws a BookFault for what is no ZIP, and for one that would fill the memory. */
export function unpack(epub: Uint8Array): EpubFiles {
  let count = 0;
  let bytes = 0;
  try {
    const files = unzipSync(epub, {
      filter: ({ name, originalSize }) => {
        count += 1;
        bytes += originalSize;
        if (count > MOST_FILES || bytes > MOST_BYTES) throw new BookFault('is too large once it is unpacked');
        return !name.endsWith('/');
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof BookFault) throw error;
    throw new BookFault('is broken: it is no ZIP archive that can be unpacked');
  }
}

/** Text in the encoding that its first bytes name; UTF-8 without one. */
export function textOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const isWide = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1];
  const label = isWide ? (a === 0xff ? 'utf-16le' : 'utf-16be') : (named ?? 'utf-8');
  try {
    return new TextDecoder(label).decode(bytes).replaceAll('\0', '');
  } catch {
    return new TextDecoder().decode(bytes).replaceAll('\0', '');
  }
}

/** The text of a file that must be there. */
export function textAt(files: EpubFiles, path: string): string {
  const bytes = files.get(path);
  if (!bytes) throw new BookFault(`is broken: ${path} is not in it`);
  return textOf(bytes);
}

/** Where a reference out of a file leads, without its fragment. Null for one that leaves the book. */
export function pathFrom(file: string, href: string): { path: string; anchor: string } | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return null;
  const [name = '', anchor = ''] = href.split('#');
  let decoded = name;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    // As it stands.
  }
  return { path: name === '' ? file : posix.normalize(posix.join(posix.dirname(file), decoded)), anchor };
}

const fontLocks = /embedding$|pdf\/enc#RC$/;

/** Throws for what no reader but the seller's may open. */
export function checkReadable(files: EpubFiles): void {
  const locks = files.get('META-INF/encryption.xml');
  const methods = locks ? all(parseXml(textOf(locks)), 'encryptionmethod') : [];
  if (files.has('META-INF/rights.xml') || methods.some((one) => !fontLocks.test(attribute(one, 'Algorithm') ?? '')))
    throw new BookFault('is locked against copying (DRM), which only the reader of its seller opens');
}

/** Whether an old book says in Apple's way that its pages do not flow. */
export function isFixedForApple(files: EpubFiles): boolean {
  const apple = files.get('META-INF/com.apple.ibooks.display-options.xml');
  return apple !== undefined && /fixed-layout["']\s*>\s*true/.test(textOf(apple));
}

/** The path of the package document. */
export function packagePath(files: EpubFiles): string {
  const root = first(parseXml(textAt(files, 'META-INF/container.xml')), 'rootfile');
  const path = root && attribute(root, 'full-path');
  if (!path) throw new BookFault('is broken: META-INF/container.xml names no book');
  return path;
}
