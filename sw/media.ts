import { addUsage } from '../src/db/storage/data-usage.ts';
import type { UsageAmounts } from '../src/db/schema/device.ts';
import { filesCache, openDeviceDb, userDbName } from '../src/db/schema/db.ts';
import { fileResponse, savedFile } from '../src/db/storage/files.ts';
import { MEDIA_CACHE } from '../src/db/storage/free-up-space.ts';
import { createBrowserPorts } from '../src/lib/browser-ports.ts';
import type { Ports } from '../src/lib/ports.ts';
import { withDocumentedApi } from '../workers/sync/api-transport.ts';
import { authedFetch } from '../workers/sync/authed-fetch.ts';
import { currentUser, withSession } from './session.ts';

/** True if the page is served without our server; not defined otherwise. */
declare const __API_ELSEWHERE__: boolean | undefined;

const isImage = ({ headers }: Response) => (headers.get('Content-Type') ?? '').startsWith('image/');

/**
 * Whether the service worker responds to a request for a media file. A request that has neither a destination nor a
 * range goes to the network: only the sync worker sends such requests, for images that are not cached and need no
 * token, and it caches and counts the images itself. Handling these requests here would needlessly open the databases
 * each time.
 */
export const servesMedia = ({ pathname }: URL, { destination, headers }: Request): boolean =>
  pathname.startsWith('/media/') && (destination !== '' || headers.has('Range'));

/**
 * Responds to a request for a media file. URLs contain the content hash, so a cached file is always valid. Images are
 * cached whenever they are fetched; video and audio are cached when they are downloaded, not when they are played.
 * `isViewed`: whether the requesting page shows the app as another user; if so, fetched files are neither stored nor
 * counted.
 */
export async function answerMedia(request: Request, isViewed: () => Promise<boolean>): Promise<Response> {
  const images = await caches.open(MEDIA_CACHE);
  const path = new URL(request.url).pathname;
  const cachedImage = await images.match(path);
  if (cachedImage) return cachedImage;
  const range = request.headers.get('Range');
  const ports = withDocumentedApi(createBrowserPorts((url, init) => fetch(url, init)));
  const user_id = await currentUser(ports);
  const downloadedFile = user_id === null ? null : await responseFromDownload(user_id, path, range);
  if (downloadedFile) return downloadedFile;
  const response = await fetchMedia(ports, user_id, request);
  if (await isViewed()) return response;
  // Requests without a destination come from the sync worker, which counts their bytes itself.
  if (request.destination === '') return response;
  if (!isImage(response)) return countReceivedBytes(ports, response);
  await recordAmounts(ports, { pictures: Number(response.headers.get('Content-Length') ?? 0) });
  if (response.status === 200) await images.put(path, response.clone());
  return response;
}

/** Whether a page shows the app as another user. See: [Note: View mode] */
export const isViewPage = (client: { url: string } | undefined): boolean =>
  client !== undefined && new URL(client.url).pathname.startsWith('/staff-dashboard/view-as/');

function fetchMedia(ports: Ports, user_id: string | null, request: Request): Promise<Response> {
  const needsToken = request.destination !== 'image' && user_id !== null;
  const isElsewhere = typeof __API_ELSEWHERE__ === 'boolean';
  if (!needsToken) return isElsewhere ? ports.fetch(new URL(request.url).pathname, {}) : fetch(request);
  return fetchWithToken(ports, user_id, new URL(request.url).pathname, request.headers.get('Range'), request.signal);
}

/** Counts the bytes received, not the Content-Length, because players cancel requests when the user seeks. */
function countReceivedBytes(ports: Ports, response: Response): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  let bytes = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        return recordAmounts(ports, { films: bytes });
      }
      bytes += value.byteLength;
      controller.enqueue(value);
    },
    async cancel(reason) {
      await Promise.all([recordAmounts(ports, { films: bytes }), reader.cancel(reason)]);
    },
  });
  return new Response(body, response);
}

async function recordAmounts(ports: Ports, amounts: UsageAmounts): Promise<void> {
  const device = openDeviceDb(ports);
  await addUsage(device, amounts, ports.clock.now())
    .catch(() => {})
    .finally(() => device.close());
}

async function responseFromDownload(user_id: string, path: string, range: string | null): Promise<Response | null> {
  const cache = await caches.open(filesCache(userDbName(user_id)));
  const file = await savedFile(cache, path.slice('/media/'.length));
  return file && fileResponse(cache, file, range);
}

/** Fetches a file with the bearer token, which media elements of a page cannot send. */
function fetchWithToken(
  ports: Ports,
  user_id: string,
  path: string,
  range: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const headers = range === null ? {} : { Range: range };
  return withSession(ports, user_id, (session) => authedFetch(session, path, headers, signal));
}
