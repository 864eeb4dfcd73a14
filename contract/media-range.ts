/** Files are stored, and fetched to a phone, in pieces of this size; the last one is shorter. */
export const MEDIA_CHUNK_BYTES = 1024 * 1024;

/** A stretch of a file: its first and its last byte, both included, from 0. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * What a Range header asks for of a file of `size` bytes. `whole`: nothing that is followed, such as several stretches
 * at once. `beyond`: nothing of it is there.
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

/** The stretch as Content-Range names it. */
export const contentRange = ({ from, to }: ByteRange, size: number): string => `bytes ${from}-${to}/${size}`;

/** The pieces that hold a stretch, each with its part of it: `start` and `end` count inside the piece, `end` excluded. */
export function chunksOf({ from, to }: ByteRange): { piece: number; start: number; end: number }[] {
  const first = Math.floor(from / MEDIA_CHUNK_BYTES);
  const count = Math.floor(to / MEDIA_CHUNK_BYTES) - first + 1;
  return Array.from({ length: count }, (_, index) => {
    const begins = (first + index) * MEDIA_CHUNK_BYTES;
    return {
      piece: first + index,
      start: Math.max(from - begins, 0),
      end: Math.min(to - begins + 1, MEDIA_CHUNK_BYTES),
    };
  });
}
