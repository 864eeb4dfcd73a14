import { MEDIA_CACHE } from '../src/db/room.ts';

/** A file named by its content never changes: what is here is right, and what comes is kept. */
export async function answerMedia(request: Request): Promise<Response> {
  const cache = await caches.open(MEDIA_CACHE);
  const path = new URL(request.url).pathname;
  const kept = await cache.match(path);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(path, response.clone());
  return response;
}
