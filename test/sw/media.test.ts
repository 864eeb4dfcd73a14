import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { filesCache, openDeviceDb, openPhoneDb, userDbName } from '../../src/db/schema/db.ts';
import { saveDevice } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { savedUsage } from '../../src/db/storage/data-usage.ts';
import { markComplete, saveChunk } from '../../src/db/storage/files.ts';
import { MEDIA_CACHE } from '../../src/db/storage/free-up-space.ts';
import { answerMedia } from '../../sw/media.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { ANNA } from '../helpers/phone.ts';

const SHA = 'a'.repeat(64);
const PATH = `/media/${SHA}`;

let caches: MemoryCaches;
let fetched: { url: string; headers: Headers }[];
let reply: () => Response;

beforeEach(() => {
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

/** What an element of a page asks for. */
function ask(destination: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://phone${PATH}`, { headers });
  return answerMedia(Object.defineProperty(request, 'destination', { value: destination }));
}

async function logIn(): Promise<void> {
  const device = openDeviceDb(ports());
  await saveDevice(device, 'current_user', { id: ANNA, name: 'Anna' });
  await saveDevice(device, 'device_id', 'the device');
  device.close();
  const db = openPhoneDb(ANNA, ports());
  await saveMeta(db, 'token', 'the token');
  db.close();
}

async function used(): Promise<{ pictures: number; films: number }> {
  const device = openDeviceDb(ports());
  const { kinds } = await savedUsage(device, Date.now());
  device.close();
  return { pictures: kinds.pictures, films: kinds.films };
}

const kept = () => caches.paths(MEDIA_CACHE);

describe('a picture', () => {
  it('is fetched once, kept, and counted', async () => {
    expect(await (await ask('image')).text()).toBe('picture');
    expect(kept()).toEqual([PATH]);
    expect(await (await ask('image')).text()).toBe('picture');
    expect(fetched).toHaveLength(1);
    expect(await used()).toEqual({ pictures: 7, films: 0 });
  });

  it.each([206, 203, 404, 500])('is not kept when the server answers %i', async (status) => {
    reply = () => new Response('part', { status, headers: { 'Content-Type': 'image/jpeg' } });
    expect((await ask('image')).status).toBe(status);
    expect(kept()).toEqual([]);
    reply = picture;
    expect(await (await ask('image')).text()).toBe('picture');
  });

  it('is neither kept nor counted when the worker fetched it for itself', async () => {
    await ask('');
    expect(kept()).toEqual([]);
    expect(await used()).toEqual({ pictures: 0, films: 0 });
  });

  it('is asked for as the page asked, without the token', async () => {
    await logIn();
    await ask('image');
    expect(fetched[0]?.headers.get('Authorization')).toBeNull();
  });
});

describe('a video', () => {
  const video = (body: string | ReadableStream = 'video', status = 200) =>
    new Response(body, { status, headers: { 'Content-Type': 'video/mp4' } });

  it('is never kept by playing it, and what came of it is counted', async () => {
    reply = () => video('video');
    expect(await (await ask('video')).text()).toBe('video');
    expect(kept()).toEqual([]);
    await vi.waitFor(async () => expect(await used()).toEqual({ pictures: 0, films: 5 }));
  });

  it('keeps status and headers of the answer', async () => {
    reply = () =>
      new Response('de', { status: 206, headers: { 'Content-Type': 'video/mp4', 'Content-Range': 'bytes 3-4/5' } });
    const response = await ask('video', { Range: 'bytes=3-4' });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([206, 'bytes 3-4/5']);
  });

  it('counts what came when the player stops before the end', async () => {
    const cancelled = vi.fn();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: cancelled,
    });
    reply = () => video(body);
    const reader = (await ask('video')).body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(cancelled).toHaveBeenCalled();
    const { films } = await used();
    expect(films).toBeGreaterThanOrEqual(10);
    expect(films).toBeLessThan(100);
  });

  it('is asked for with the token and the range of the page', async () => {
    await logIn();
    reply = () => video();
    await ask('video', { Range: 'bytes=3-' });
    expect(fetched[0]?.url).toBe(PATH);
    expect(Object.fromEntries(fetched[0]!.headers)).toMatchObject({
      authorization: 'Bearer the token',
      'x-device-id': 'the device',
      range: 'bytes=3-',
    });
    await ask('video');
    expect(fetched[1]?.headers.get('Range')).toBeNull();
  });

  it('is asked for without a token when no person is logged in', async () => {
    reply = () => video();
    await ask('video');
    expect(fetched[0]?.headers.get('Authorization')).toBeNull();
  });

  it('that was downloaded is read from the phone, whole or in part, and costs nothing', async () => {
    await logIn();
    const cache = await caches.storage.open(filesCache(userDbName(ANNA)));
    await saveChunk(cache, SHA, 0, new TextEncoder().encode('video').buffer as ArrayBuffer);
    await markComplete(cache, { sha256: SHA, mime: 'video/mp4', bytes: 5 });
    expect(await (await ask('video')).text()).toBe('video');
    const part = await ask('video', { Range: 'bytes=1-2' });
    expect([part.status, await part.text()]).toEqual([206, 'id']);
    expect(fetched).toEqual([]);
    expect(await used()).toEqual({ pictures: 0, films: 0 });
  });

  it('that another person downloaded is fetched', async () => {
    const cache = await caches.storage.open(filesCache(userDbName(ANNA)));
    await saveChunk(cache, SHA, 0, new TextEncoder().encode('video').buffer as ArrayBuffer);
    await markComplete(cache, { sha256: SHA, mime: 'video/mp4', bytes: 5 });
    reply = () => video();
    await ask('video');
    expect(fetched).toHaveLength(1);
  });
});
