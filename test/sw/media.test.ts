import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { filesCache, openDeviceDb, openPhoneDb, userDbName } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { savedDataUsage } from '../../src/db/storage/data-usage.ts';
import { markFileComplete, saveChunk } from '../../src/db/storage/files.ts';
import { MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { answerMedia, servesMedia, isViewPage } from '../../sw/media.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { ANNA, meRow } from '../helpers/phone.ts';

const SHA = 'a'.repeat(64);
const PATH = `/media/${SHA}`;

let caches: MemoryCaches;
let fetched: { url: string; headers: Headers }[];
let reply: () => Response;

/** Address of the page that sends the requests. */
let pageUrl: string | null = null;

beforeEach(() => {
  pageUrl = null;
  caches = new MemoryCaches();
  fetched = [];
  reply = picture;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  vi.stubGlobal('caches', caches.storage);
  vi.stubGlobal('fetch', async (target: Request | string, init: RequestInit = {}) => {
    const isRequest = target instanceof Request;
    fetched.push({
      url: isRequest ? target.url : target,
      headers: new Headers(isRequest ? target.headers : init.headers),
    });
    return reply();
  });
  return () => vi.unstubAllGlobals();
});

const ports = () => ({ indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange });

function picture(): Response {
  return new Response('picture', { headers: { 'Content-Type': 'image/jpeg', 'Content-Length': '7' } });
}

function requestOf(destination: string, headers: Record<string, string> = {}, path = PATH): Request {
  const request = new Request(`http://phone${path}`, { headers });
  return Object.defineProperty(request, 'destination', { value: destination });
}

/** Dispatches the request of a page element. */
const respondTo = (destination: string, headers?: Record<string, string>): Promise<Response> =>
  answerMedia(requestOf(destination, headers), async () => pageUrl !== null && isViewPage({ url: pageUrl }));

async function logIn(): Promise<void> {
  const device = openDeviceDb(ports());
  await saveDeviceValue(device, 'current_user', { id: ANNA });
  await saveDeviceValue(device, 'device_id', 'the device');
  device.close();
  const db = openPhoneDb(ANNA, ports());
  await db.me.put(meRow());
  await saveMeta(db, 'token', 'the token');
  db.close();
}

async function usage(): Promise<{ pictures: number; films: number }> {
  const device = openDeviceDb(ports());
  const { kinds } = await savedDataUsage(device, Date.now());
  device.close();
  return { pictures: kinds.pictures, films: kinds.films };
}

const cachedPaths = () => caches.paths(MEDIA_CACHE);

describe('a request for a picture', () => {
  it('a picture is fetched once and cached, and its bytes are counted', async () => {
    expect(await (await respondTo('image')).text()).toBe('picture');
    expect(cachedPaths()).toEqual([PATH]);
    expect(await (await respondTo('image')).text()).toBe('picture');
    expect(fetched).toHaveLength(1);
    expect(await usage()).toEqual({ pictures: 7, films: 0 });
  });

  it('neither caches nor counts media for a page that shows the app as another user', async () => {
    pageUrl = 'http://phone/staff-dashboard/view-as/018f0000-0000-7000-8000-000000000001/lessons';
    await respondTo('image');
    reply = () => new Response('film', { headers: { 'Content-Type': 'video/mp4' } });
    await (await respondTo('video')).text();
    expect(cachedPaths()).toEqual([]);
    expect(await usage()).toEqual({ pictures: 0, films: 0 });
    // An image that is already cached is also used for a page that shows the app as another user.
    pageUrl = 'http://phone/staff-dashboard';
    reply = picture;
    await respondTo('image');
    pageUrl = 'http://phone/staff-dashboard/view-as/018f0000-0000-7000-8000-000000000001/lessons';
    expect(await (await respondTo('image')).text()).toBe('picture');
    expect(fetched).toHaveLength(3);
  });

  it.each([206, 203, 404, 500])('a picture is not cached when the server responds with %i', async (status) => {
    reply = () => new Response('part', { status, headers: { 'Content-Type': 'image/jpeg' } });
    expect((await respondTo('image')).status).toBe(status);
    expect(cachedPaths()).toEqual([]);
    reply = picture;
    expect(await (await respondTo('image')).text()).toBe('picture');
  });

  it('a picture fetched by the sync worker is neither cached nor counted', async () => {
    await respondTo('');
    expect(cachedPaths()).toEqual([]);
    expect(await usage()).toEqual({ pictures: 0, films: 0 });
  });

  it("leaves the sync worker's requests for pictures to the network", () => {
    const isServed = (...request: Parameters<typeof requestOf>) => {
      const asked = requestOf(...request);
      return servesMedia(new URL(asked.url), asked);
    };
    expect(isServed('')).toBe(false);
    for (const destination of ['image', 'video', 'audio', 'track'])
      expect(isServed(destination), destination).toBe(true);
    expect(isServed('', { Range: 'bytes=0-1' })).toBe(true);
    expect(isServed('image', {}, '/icons/media/a.png')).toBe(false);
  });

  it('a picture is requested with the unchanged request of the page, without the token', async () => {
    await logIn();
    await respondTo('image');
    expect(fetched[0]?.headers.get('Authorization')).toBeNull();
  });
});

describe('a request for a video', () => {
  const video = (body: string | ReadableStream = 'video', status = 200) =>
    new Response(body, { status, headers: { 'Content-Type': 'video/mp4' } });

  it('a played video is never cached, and its bytes are counted', async () => {
    reply = () => video('video');
    expect(await (await respondTo('video')).text()).toBe('video');
    expect(cachedPaths()).toEqual([]);
    await vi.waitFor(async () => expect(await usage()).toEqual({ pictures: 0, films: 5 }));
  });

  it('a video response keeps its status and headers', async () => {
    reply = () =>
      new Response('de', { status: 206, headers: { 'Content-Type': 'video/mp4', 'Content-Range': 'bytes 3-4/5' } });
    const response = await respondTo('video', { Range: 'bytes=3-4' });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([206, 'bytes 3-4/5']);
  });

  it('counts the received bytes when the player stops before the end', async () => {
    const cancelled = vi.fn();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: cancelled,
    });
    reply = () => video(body);
    const reader = (await respondTo('video')).body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(cancelled).toHaveBeenCalled();
    const { films } = await usage();
    expect(films).toBeGreaterThanOrEqual(10);
    expect(films).toBeLessThan(100);
  });

  it("a video is requested with the token and the page's range", async () => {
    await logIn();
    reply = () => video();
    await respondTo('video', { Range: 'bytes=3-' });
    expect(fetched[0]?.url).toBe(PATH);
    expect(Object.fromEntries(fetched[0]!.headers)).toMatchObject({
      authorization: 'Bearer the token',
      'x-device-id': 'the device',
      range: 'bytes=3-',
    });
    await respondTo('video');
    expect(fetched[1]?.headers.get('Range')).toBeNull();
  });

  it('a video is requested without a token when no one is logged in', async () => {
    reply = () => video();
    await respondTo('video');
    expect(fetched[0]?.headers.get('Authorization')).toBeNull();
  });

  it('a downloaded video is read from the phone, completely or in ranges, and counts no bytes', async () => {
    await logIn();
    const cache = await caches.storage.open(filesCache(userDbName(ANNA)));
    await saveChunk(cache, SHA, 0, new TextEncoder().encode('video').buffer as ArrayBuffer);
    await markFileComplete(cache, { sha256: SHA, mime: 'video/mp4', bytes: 5 });
    expect(await (await respondTo('video')).text()).toBe('video');
    const part = await respondTo('video', { Range: 'bytes=1-2' });
    expect([part.status, await part.text()]).toEqual([206, 'id']);
    expect(fetched).toEqual([]);
    expect(await usage()).toEqual({ pictures: 0, films: 0 });
  });

  it('a video that another user has downloaded is fetched from the server', async () => {
    const cache = await caches.storage.open(filesCache(userDbName(ANNA)));
    await saveChunk(cache, SHA, 0, new TextEncoder().encode('video').buffer as ArrayBuffer);
    await markFileComplete(cache, { sha256: SHA, mime: 'video/mp4', bytes: 5 });
    reply = () => video();
    await respondTo('video');
    expect(fetched).toHaveLength(1);
  });
});
