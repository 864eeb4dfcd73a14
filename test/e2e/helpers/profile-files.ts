import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The folders in which Chromium keeps the data that sites store. Data of the browser itself, such as its history, does
 * not belong to a site.
 */
const storage = /^Default\/(IndexedDB|WebStorage|Local Storage|Session Storage|Service Worker|File System)\//;

export interface ProfileHits {
  /** The strings that were found in files of the site's storage. */
  stored: string[];
  /** Files of the browser itself, such as its history, in which strings were found. */
  elsewhere: string[];
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // The browser may delete a file while it is being searched.
    return Buffer.alloc(0);
  }
}

/** Searches all files of a folder for strings, in UTF-8 and UTF-16. Returns path and string of each hit. */
function* searchFolder(folder: string, needles: readonly string[]): Generator<{ path: string; needle: string }> {
  const encodedNeedles = needles.map((needle) => ({
    needle,
    encodings: [Buffer.from(needle), Buffer.from(needle, 'utf16le')],
  }));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readContent(file);
    for (const { needle, encodings } of encodedNeedles)
      if (encodings.some((bytes) => content.includes(bytes))) yield { path: relative(folder, file), needle };
  }
}

/** Searches a profile of any browser. */
export const searchFiles = (folder: string, needles: readonly string[]): string[] =>
  [...searchFolder(folder, needles)].map(({ path, needle }) => `${path}: ${needle}`);

/** Searches a profile of Chromium. */
export function searchProfile(folder: string, needles: readonly string[]): ProfileHits {
  const hits = [...searchFolder(folder, needles)];
  const stored = hits.filter(({ path }) => storage.test(path)).map(({ needle }) => needle);
  const elsewhere = hits.filter(({ path }) => !storage.test(path)).map(({ path, needle }) => `${path}: ${needle}`);
  return { stored: [...new Set(stored)], elsewhere };
}
