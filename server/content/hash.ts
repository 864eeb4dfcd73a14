import { createHash } from 'node:crypto';

/** Returns a hash over all parts, used to detect changed files. */
export const hashParts = (...parts: (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');
