/** Size of the chunks in which media files are stored and downloaded; the last chunk of a file may be shorter. */
export const MEDIA_CHUNK_BYTES = 1024 * 1024;

/** A byte range within a file. Positions are zero-based, and both ends are inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Parses the Range header of a request for a file of `size` bytes. Returns `whole` if the entire file must be sent: the
 * header is absent or must be ignored, for example because it lists several ranges. Returns `beyond` if the range
 * starts after the end of the file.
 */
export function parseRange(header: string | null | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const from = Math.max(0, size - Number(last));
    return from < size ? { from, to: size - 1 } : 'beyond';
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= size) return 'beyond';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Returns the value of a Content-Range header. */
export const contentRange = ({ from, to }: ByteRange, size: number): string => `bytes ${from}-${to}/${size}`;

/**
 * Returns the chunks that a byte range touches, each with the part of the range that lies within the chunk; `end` is
 * exclusive.
 */
export function chunksOf({ from, to }: ByteRange): { chunk: number; start: number; end: number }[] {
  const first = Math.floor(from / MEDIA_CHUNK_BYTES);
  const count = Math.floor(to / MEDIA_CHUNK_BYTES) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const chunkStart = (first + index) * MEDIA_CHUNK_BYTES;
    return {
      chunk: first + index,
      start: Math.max(from - chunkStart, 0),
      end: Math.min(to - chunkStart + 1, MEDIA_CHUNK_BYTES),
    };
  });
}
