/** Media files are stored and downloaded in chunks of this size; the last one is shorter. */
export const MEDIA_CHUNK_BYTES = 1024 * 1024;

/** A byte range of a file: first and last byte, both inclusive, zero-based. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Parses a Range header for a file of `size` bytes. `whole`: no header, or one that is ignored, such as multiple
 * ranges. `unsatisfiable`: the range starts after the end of the file.
 */
export function parseRange(header: string | null | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = found ?? [];
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

/** Returns the range in the format of Content-Range. */
export const contentRange = ({ from, to }: ByteRange, size: number): string => `bytes ${from}-${to}/${size}`;

/** Returns the chunks that contain a range, each with the part inside the chunk; `end` is exclusive. */
export function chunksOf({ from, to }: ByteRange): { chunk: number; start: number; end: number }[] {
  const first = Math.floor(from / MEDIA_CHUNK_BYTES);
  const count = Math.floor(to / MEDIA_CHUNK_BYTES) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const begins = (first + index) * MEDIA_CHUNK_BYTES;
    return {
      chunk: first + index,
      start: Math.max(from - begins, 0),
      end: Math.min(to - begins + 1, MEDIA_CHUNK_BYTES),
    };
  });
}
