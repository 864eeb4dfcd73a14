import { describe, expect, test } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { fileResponse, deleteFile, markFileComplete, savedFile, saveChunk } from '../../src/db/storage/files.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';

const sha256 = 'a'.repeat(64);
const bytes = 2 * MEDIA_CHUNK_BYTES + 500;
const data = new Uint8Array(bytes).map((_, index) => (index * 31) % 251);

async function cacheWithFile(isWhole = true): Promise<Cache> {
  const cache = await new MemoryCaches().storage.open('files');
  for (let chunk = 0; chunk < 3; chunk += 1) {
    await saveChunk(
      cache,
      sha256,
      chunk,
      data.slice(chunk * MEDIA_CHUNK_BYTES, (chunk + 1) * MEDIA_CHUNK_BYTES).buffer,
    );
  }
  if (isWhole) await markFileComplete(cache, { sha256, mime: 'video/mp4', bytes });
  return cache;
}

async function respond(range: string | null): Promise<{ response: Response; body: Uint8Array }> {
  const cache = await cacheWithFile();
  const response = fileResponse(cache, (await savedFile(cache, sha256))!, range);
  return { response, body: new Uint8Array(await response.arrayBuffer()) };
}

describe('downloaded file', () => {
  test('a downloaded file is available only when complete', async () => {
    expect(await savedFile(await cacheWithFile(false), sha256)).toBeNull();
    expect(await savedFile(await cacheWithFile(), sha256)).toEqual({ sha256, mime: 'video/mp4', bytes });
  });

  test('a request for a downloaded file without a range returns the complete file', async () => {
    const { response, body } = await respond(null);
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(bytes)]);
    expect(response.headers.get('Content-Range')).toBeNull();
    expect(Buffer.from(body).equals(Buffer.from(data))).toBe(true);
  });

  test.each([
    ['bytes=0-', 0, bytes - 1],
    ['bytes=0-1', 0, 1],
    [`bytes=${MEDIA_CHUNK_BYTES - 2}-${MEDIA_CHUNK_BYTES + 1}`, MEDIA_CHUNK_BYTES - 2, MEDIA_CHUNK_BYTES + 1],
    [`bytes=${MEDIA_CHUNK_BYTES}-`, MEDIA_CHUNK_BYTES, bytes - 1],
    ['bytes=-7', bytes - 7, bytes - 1],
  ])(
    'responds with status 206 and the requested part of a downloaded file to the range "%s"',
    async (range, from, to) => {
      const { response, body } = await respond(range);
      expect(response.status).toBe(206);
      expect(response.headers.get('Content-Type')).toBe('video/mp4');
      expect(response.headers.get('Content-Range')).toBe(`bytes ${from}-${to}/${bytes}`);
      expect(response.headers.get('Content-Length')).toBe(String(to - from + 1));
      expect(Buffer.from(body).equals(Buffer.from(data.slice(from, to + 1)))).toBe(true);
    },
  );

  test('responds with status 416 to a range that begins beyond the end of a downloaded file', async () => {
    const { response } = await respond(`bytes=${bytes}-`);
    expect([response.status, response.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes}`]);
  });

  test('a downloaded file is unavailable once its removal has begun, even while chunks of it remain', async () => {
    const cache = await cacheWithFile();
    await deleteFile(cache, sha256, [0]);
    expect(await savedFile(cache, sha256)).toBeNull();
  });
});
