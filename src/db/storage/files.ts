import {
  contentRange,
  MEDIA_CHUNK_BYTES,
  chunksOf,
  parseRange,
  type ByteRange,
} from '../../../contract/media-range.ts';

// [Note: Downloads are stored in chunks] Each chunk is a cache entry, `/media/{sha256}/{chunk}`; an entry without a
// body, `/media/{sha256}`, marks the file as complete and verified. This way, downloads resume where they stopped, a
// video is never stored twice while its chunks are joined, and a player reads a range without loading the rest. The
// cache belongs to one user and is deleted at logout: these files need authorisation.
const completePath = (sha256: string) => `/media/${sha256}`;
const chunkPath = (sha256: string, chunk: number) => `/media/${sha256}/${chunk}`;

export interface SavedFile {
  sha256: string;
  mime: string;
  bytes: number;
}

export const chunkCount = (bytes: number): number => Math.ceil(bytes / MEDIA_CHUNK_BYTES);

/** Returns the stored chunks of each file by hash. The cache is authoritative for what is downloaded. */
export async function savedChunks(cache: Cache): Promise<Map<string, { chunks: Set<number>; isComplete: boolean }>> {
  const files = new Map<string, { chunks: Set<number>; isComplete: boolean }>();
  for (const request of await cache.keys()) {
    const [, , sha256 = '', chunk] = new URL(request.url, 'http://phone').pathname.split('/');
    const file = files.get(sha256) ?? { chunks: new Set<number>(), isComplete: false };
    if (chunk === undefined) file.isComplete = true;
    else file.chunks.add(Number(chunk));
    files.set(sha256, file);
  }
  return files;
}

export async function saveChunk(cache: Cache, sha256: string, chunk: number, data: ArrayBuffer): Promise<void> {
  await cache.put(chunkPath(sha256, chunk), new Response(data));
}

export async function readChunk(cache: Cache, sha256: string, chunk: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await cache.match(chunkPath(sha256, chunk));
  if (!response) throw new Error('a chunk of a downloaded file is missing');
  return new Uint8Array(await response.arrayBuffer());
}

/** Marks a file as complete and verified. */
export async function markFileComplete(cache: Cache, { sha256, mime, bytes }: SavedFile): Promise<void> {
  await cache.put(
    completePath(sha256),
    new Response(null, { headers: { 'Content-Type': mime, 'X-Bytes': String(bytes) } }),
  );
}

/** Returns a complete file; null if it is not stored completely. */
export async function savedFile(cache: Cache, sha256: string): Promise<SavedFile | null> {
  const marker = await cache.match(completePath(sha256));
  if (!marker) return null;
  return { sha256, mime: marker.headers.get('Content-Type') ?? '', bytes: Number(marker.headers.get('X-Bytes')) };
}

export async function deleteFile(cache: Cache, sha256: string, chunks: Iterable<number>): Promise<void> {
  // Deletes the marker first, since a partly deleted file is no longer complete.
  await cache.delete(completePath(sha256));
  for (const chunk of chunks) await cache.delete(chunkPath(sha256, chunk));
}

/** Streams a byte range chunk by chunk, on demand. */
function chunkStream(cache: Cache, sha256: string, span: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  const remainingChunks = chunksOf(span);
  return new ReadableStream({
    async pull(controller) {
      const next = remainingChunks.shift();
      if (!next) return controller.close();
      const data = await readChunk(cache, sha256, next.chunk);
      controller.enqueue(data.subarray(next.start, next.end));
    },
  });
}

/** Returns the HTTP response for a stored file, with or without a Range header. */
export function fileResponse(cache: Cache, { sha256, mime, bytes }: SavedFile, range: string | null): Response {
  const span = parseRange(range, bytes);
  const headers = { 'Content-Type': mime, 'Accept-Ranges': 'bytes', ETag: `"${sha256}"` };
  if (span === 'beyond')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` } });
  const sent = span === 'whole' ? { from: 0, to: bytes - 1 } : span;
  return new Response(chunkStream(cache, sha256, sent), {
    status: span === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(sent.to - sent.from + 1),
      ...(span !== 'whole' && { 'Content-Range': contentRange(span, bytes) }),
    },
  });
}
