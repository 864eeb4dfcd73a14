import { createHash } from 'node:crypto';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { contentRange, parseRange } from '../../contract/media-range.ts';
import { filesCache, openDeviceDb } from '../../src/db/schema/db.ts';
import { queueLessons } from '../../src/db/storage/downloads.ts';
import { fileResponse, savedFile } from '../../src/db/storage/files.ts';
import type { Connection } from '../../src/lib/connection.ts';
import { runDownloads, type DownloadEnv } from '../../workers/sync/downloads.ts';
import type { Session } from '../../workers/sync/session.ts';
import { makePhone } from './fake-server.ts';
import { MemoryCaches } from './memory-caches.ts';
import { newId, START } from './phone.ts';

export const wifi: Connection = { isKnown: true, isWifi: true, savesData: false, isSlow: false };

/** Returns bytes that are different for each chunk and file. */
export function bytesOf(size: number, seed: number): Buffer {
  const data = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1000) data.writeUInt32LE(at * 7 + seed, Math.min(at, size - 4));
  return data;
}

export const shaOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

type FileRequest = { sha256: string; from: number; range: string };

/** Creates a server with files, and a device with lessons that use those files. */
export async function makeDownloads(sizes: number[]) {
  const { phone, server, ports } = await makePhone();
  const caches = new MemoryCaches();
  ports.caches = caches.storage;
  const files = new Map(sizes.map((size, index) => [index, bytesOf(size, index + 1)]));
  const bySha = new Map([...files.values()].map((data) => [shaOf(data), data]));
  const requests: FileRequest[] = [];
  const faults: ((request: FileRequest) => Response | null | Promise<Response | null>)[] = [];
  const fetchCall = ports.fetch;
  ports.fetch = async (url, init) => {
    if (!url.startsWith('/media/')) return fetchCall(url, init);
    const sha256 = url.slice('/media/'.length);
    const headers = init.headers as Record<string, string>;
    if (headers['Authorization'] !== `Bearer ${server.token}`) return new Response(null, { status: 401 });
    const data = bySha.get(sha256);
    if (!data) return new Response(null, { status: 404 });
    const span = parseRange(headers['Range'], data.length);
    if (typeof span === 'string') return new Response(null, { status: 416 });
    const request = { sha256, from: span.from, range: headers['Range'] ?? '' };
    requests.push(request);
    const answer = await faults[0]?.(request);
    if (answer) return answer;
    return new Response(new Uint8Array(data.subarray(span.from, span.to + 1)), {
      status: 206,
      headers: { 'Content-Range': contentRange(span, data.length) },
    });
  };
  const category_id = newId();
  const lessons: Lesson[] = [...files.values()].map((data, position) => ({
    id: newId(),
    rev: 1,
    category_id,
    title: `Lesson ${position}`,
    language: 'en',
    position,
    duration_min: 5,
    free: true,
    body: '<p>Text</p>',
    media: [
      { kind: 'video', sha256: shaOf(data), bytes: data.length, mime: 'video/mp4', width: null, height: null, alt: '' },
    ],
  }));
  const { db } = phone;
  await db.lessons.bulkPut(lessons);
  const device = openDeviceDb(ports);
  const session: Session = { user_id: phone.actor.user_id, device_id: phone.actor.device_id, db, device, ports };
  const around: { line: Connection; used: number; quota: number | null; held: number | null } = {
    line: wifi,
    used: 0,
    quota: null,
    held: null,
  };
  const env: DownloadEnv = {
    readConnection: () => around.line,
    readSpace: async () => ({ used: around.used, quota: around.quota }),
    probe: async (wanted) => (around.held === null ? null : Math.min(wanted, around.held)),
  };
  const cache = await caches.storage.open(filesCache(db.name));
  return {
    phone,
    server,
    ports,
    caches,
    cache,
    db,
    device,
    lessons,
    asked: requests,
    faults,
    around,
    bySha,
    sha: (index: number) => shaOf(files.get(index)!),
    data: (index: number) => files.get(index)!,
    ask: (...which: number[]) =>
      queueLessons(
        db,
        which.map((index) => lessons[index]!),
        { is_asked: true, now: START },
      ),
    run: () => runDownloads(session, env),
    row: (index: number) => db.downloads.get(shaOf(files.get(index)!)),
    whole: async (index: number) => {
      const file = await savedFile(cache, shaOf(files.get(index)!));
      return file && Buffer.from(await fileResponse(cache, file, null).arrayBuffer());
    },
  };
}
