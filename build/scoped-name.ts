import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { root } from './sources.ts';

const HASH_LENGTH = 4;

/**
 * Returns the name that a class of a CSS module has in the built page: its name in the source and a hash of the file's
 * path. Vite's own names are longer, and the first screens contain a hundred of them.
 */
export function scopedName(name: string, file: string): string {
  const path = relative(root, file.split('?')[0] ?? '');
  const hash = createHash('sha256').update(path).digest().readUIntBE(0, 6).toString(36).slice(0, HASH_LENGTH);
  return `${name}_${hash}`;
}
