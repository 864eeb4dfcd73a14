import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { findAll, attributeOf, findFirst, parseXml } from './epub-xml.ts';

const MAX_FILES = 10_000;
const MAX_BYTES = 300 * 1024 * 1024;

/** Thrown for a book that cannot be imported. The message completes a sentence that starts with the file name. */
export class InvalidBook extends Error {}

/** The files of an EPUB by path. */
export type EpubFiles = ReadonlyMap<string, Uint8Array>;

/** Unpacks an EPUB. Throws InvalidBook if it is not a ZIP file, or so large that it would exhaust memory. */
export function unzipEpub(epub: Uint8Array): EpubFiles {
  let count = 0;
  let bytes = 0;
  try {
    const files = unzipSync(epub, {
      filter: ({ name, originalSize }) => {
        count += 1;
        bytes += originalSize;
        if (count > MAX_FILES || bytes > MAX_BYTES) throw new InvalidBook('is too large once it is unpacked');
        return !name.endsWith('/');
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof InvalidBook) throw error;
    throw new InvalidBook('is broken: it is not a readable ZIP archive');
  }
}

/** Decodes a file as declared by its byte order mark or XML declaration; the default is UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declaredEncoding = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1];
  const label = isUtf16 ? (a === 0xff ? 'utf-16le' : 'utf-16be') : (declaredEncoding ?? 'utf-8');
  try {
    return new TextDecoder(label).decode(bytes).replaceAll('\0', '');
  } catch {
    return new TextDecoder().decode(bytes).replaceAll('\0', '');
  }
}

/** Returns the text of a file. Throws InvalidBook if the file does not exist. */
export function readText(files: EpubFiles, path: string): string {
  const bytes = files.get(path);
  if (!bytes) throw new InvalidBook(`is broken: it does not contain ${path}`);
  return decodeText(bytes);
}

/**
 * Resolves a reference within a file to a path and an anchor. Returns null for a reference to something outside the
 * book.
 */
export function resolveHref(file: string, href: string): { path: string; anchor: string } | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return null;
  const [name = '', anchor = ''] = href.split('#');
  let decoded = name;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    // The name is not URL-encoded, so it is used unchanged.
  }
  return { path: name === '' ? file : posix.normalize(posix.join(posix.dirname(file), decoded)), anchor };
}

const fontObfuscation = /embedding$|pdf\/enc#RC$/;

/** Checks that a book has no DRM; obfuscated fonts are allowed. Throws InvalidBook. */
export function checkReadable(files: EpubFiles): void {
  const encryption = files.get('META-INF/encryption.xml');
  const methods = encryption ? findAll(parseXml(decodeText(encryption)), 'encryptionmethod') : [];
  if (
    files.has('META-INF/rights.xml') ||
    methods.some((one) => !fontObfuscation.test(attributeOf(one, 'Algorithm') ?? ''))
  )
    throw new InvalidBook("is protected by DRM and can be opened only in its seller's reader");
}

/** Whether a book declares a fixed layout in the format of Apple Books, which is older than that of EPUB. */
export function hasAppleFixedLayout(files: EpubFiles): boolean {
  const displayOptions = files.get('META-INF/com.apple.ibooks.display-options.xml');
  return displayOptions !== undefined && /fixed-layout["']\s*>\s*true/.test(decodeText(displayOptions));
}

/** Returns the path of the package document. Throws InvalidBook if there is none. */
export function packagePath(files: EpubFiles): string {
  const root = findFirst(parseXml(readText(files, 'META-INF/container.xml')), 'rootfile');
  const path = root && attributeOf(root, 'full-path');
  if (!path) throw new InvalidBook('is broken: META-INF/container.xml names no package document');
  return path;
}
