import { addUsage } from '../src/db/storage/data-usage.ts';
import { type UsageAmounts, deviceId, savedDevice } from '../src/db/schema/device.ts';
import { filesCache, openDeviceDb, openPhoneDb, userDbName } from '../src/db/schema/db.ts';
import { fileResponse, savedFile } from '../src/db/storage/files.ts';
import { MEDIA_CACHE } from '../src/db/storage/free-up-space.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { idMaker } from '../src/lib/ids.ts';
import type { Ports } from '../src/lib/ports.ts';
import { authedFetch } from '../workers/sync/authed-fetch.ts';

const isPicture = ({ headers }: Response) => (headers.get('Content-Type') ?? '').startsWith('image/');

/**
 * Responds to a media request. Content-addressed files never change, so cached ones are always valid. Images are cached
 * when fetched; videos and audio only by a download, never by playing them.
 */
export async function answerMedia(request: Request): Promise<Response> {
  const pictures = await caches.open(MEDIA_CACHE);
  const path = new URL(request.url).pathname;
  const kept = await pictures.match(path);
  if (kept) return kept;
  const range = request.headers.get('Range');
  const ports = browserPorts((url, init) => fetch(url, init));
  const user_id = await currentUser(ports);
  const here = user_id === null ? null : await downloaded(user_id, path, range);
  if (here) return here;
  const response = await fetched(ports, user_id, request);
  // The sync worker counts its own requests.
  if (request.destination === '') return response;
  if (!isPicture(response)) return countedFilm(ports, response);
  await note(ports, { pictures: Number(response.headers.get('Content-Length') ?? 0) });
  if (response.status === 200) await pictures.put(path, response.clone());
  return response;
}

function fetched(ports: Ports, user_id: string | null, request: Request): Promise<Response> {
  const isOwn = request.destination !== 'image' && user_id !== null;
  if (!isOwn) return fetch(request);
  return asMe(ports, user_id, new URL(request.url).pathname, request.headers.get('Range'), request.signal);
}

/** Counts what was received, not the announced length: players cancel requests when the user seeks. */
function countedFilm(ports: Ports, response: Response): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  let films = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        return note(ports, { films });
      }
      films += value.byteLength;
      controller.enqueue(value);
    },
    async cancel(reason) {
      await Promise.all([note(ports, { films }), reader.cancel(reason)]);
    },
  });
  return new Response(body, response);
}

async function note(ports: Ports, amounts: UsageAmounts): Promise<void> {
  const device = openDeviceDb(ports);
  await addUsage(device, amounts, ports.clock.now())
    .catch(() => {})
    .finally(() => device.close());
}

async function currentUser(ports: Ports): Promise<string | null> {
  const device = openDeviceDb(ports);
  const user = await savedDevice(device, 'current_user').finally(() => device.close());
  return user?.id ?? null;
}

async function downloaded(user_id: string, path: string, range: string | null): Promise<Response | null> {
  const cache = await caches.open(filesCache(userDbName(user_id)));
  const file = await savedFile(cache, path.slice('/media/'.length));
  return file && fileResponse(cache, file, range);
}

/** Fetches from the server with the bearer token, which page elements cannot send. */
async function asMe(
  ports: Ports,
  user_id: string,
  path: string,
  range: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const device = openDeviceDb(ports);
  const db = openPhoneDb(user_id, ports);
  try {
    const device_id = await deviceId(device, idMaker(ports));
    const session = { user_id, device_id, db, device, ports };
    return await authedFetch(session, path, range === null ? {} : { Range: range }, signal);
  } finally {
    db.close();
    device.close();
  }
}
