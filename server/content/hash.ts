import { createHash } from 'node:crypto';

/** What tells a changed file from the same one. */
export const hashOf = (...parts: (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');
