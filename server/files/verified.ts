import { createHash } from 'node:crypto';

/**
 * Passes bytes on and verifies their hash. The last piece is held back until the hash is verified, so that a reader
 * never receives all bytes of a wrong file. Throws the given error if the hash differs.
 */
export async function* verified(
  bytes: AsyncIterable<Uint8Array>,
  sha256: string,
  errorOf: () => Error,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const piece of bytes) {
    hash.update(piece);
    if (last) yield last;
    last = piece;
  }
  if (hash.digest('hex') !== sha256) throw errorOf();
  if (last) yield last;
}
