import { beforeEach, describe, expect, test } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { filesCache } from '../../src/db/schema/db.ts';
import { saveDevice } from '../../src/db/schema/device.ts';
import { pauseDownloads, queueLessons, removeDownloads, resumeDownloads } from '../../src/db/storage/downloads.ts';
import { lessonFiles } from '../../src/db/storage/lesson-files.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { makeDownloads, wifi } from '../helpers/downloads.ts';
import { addComment, rest, START } from '../helpers/phone.ts';

const BIG = 3 * MEDIA_CHUNK_BYTES + 77;
let w: Awaited<ReturnType<typeof makeDownloads>>;

describe('download', () => {
  beforeEach(async () => {
    w = await makeDownloads([BIG, 5000]);
  });

  test('a download arrives in ranges of 1 MiB, is verified, and is read back byte for byte', async () => {
    await w.ask(0);
    expect(lessonFiles(w.lessons[0]!, await w.db.downloads.toArray())).toMatchObject({ state: 'queued', bytes: BIG });
    await w.run();
    expect(w.asked.map(({ from }) => from)).toEqual([
      0,
      MEDIA_CHUNK_BYTES,
      2 * MEDIA_CHUNK_BYTES,
      3 * MEDIA_CHUNK_BYTES,
    ]);
    expect(await w.row(0)).toMatchObject({ state: 'downloaded', got: BIG, fault: null });
    expect((await w.whole(0))?.equals(w.data(0))).toBe(true);
    expect(lessonFiles(w.lessons[0]!, await w.db.downloads.toArray()).state).toBe('downloaded');
    await w.run();
    expect(w.asked).toHaveLength(4);
  });

  test('a download continues after an interruption where it stopped', async () => {
    await w.ask(0);
    w.faults.push(({ from }) => (from === 2 * MEDIA_CHUNK_BYTES ? Promise.reject(new TypeError('cut')) : null));
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'queued', got: 2 * MEDIA_CHUNK_BYTES });
    expect(await w.whole(0)).toBeNull();
    w.faults.pop();
    await w.run();
    expect(w.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 2, 3]);
    expect((await w.whole(0))?.equals(w.data(0))).toBe(true);
  });

  test('resumes a download whose worker was killed, although it is marked as downloading', async () => {
    await w.ask(0);
    w.faults.push(({ from }) => (from === MEDIA_CHUNK_BYTES ? Promise.reject(new TypeError('cut')) : null));
    await w.run();
    w.faults.pop();
    await w.db.downloads.update(w.sha(0), { state: 'downloading' });
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'downloaded' });
  });

  test('retries a corrupt download once and then reports the file as damaged', async () => {
    await w.ask(1);
    const damagedReply = () =>
      new Response(new Uint8Array(5000), { status: 206, headers: { 'Content-Range': 'bytes 0-4999/5000' } });
    w.faults.push(damagedReply);
    await w.run();
    expect(w.asked).toHaveLength(2);
    expect(await w.row(1)).toMatchObject({ state: 'failed', fault: 'checksum' });
    expect(await w.whole(1)).toBeNull();
    w.faults.pop();
    await resumeDownloads(w.db, [w.sha(1)]);
    await w.run();
    expect(await w.row(1)).toMatchObject({ state: 'downloaded' });
  });

  test("rejects a captive portal's page in place of a file", async () => {
    await w.ask(1);
    w.faults.push(() => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } }));
    await w.run();
    expect(await w.row(1)).toMatchObject({ state: 'queued', got: 0 });
  });

  test('a download reports missing and forbidden files', async () => {
    w.bySha.delete(w.sha(0));
    await w.ask(0, 1);
    w.faults.push(() => new Response(null, { status: 403 }));
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'failed', fault: 'not_there' });
    expect(await w.row(1)).toMatchObject({ state: 'failed', fault: 'no_right' });
    expect(lessonFiles(w.lessons[0]!, await w.db.downloads.toArray()).state).toBe('unavailable');
  });

  test('refreshes an expired token during a download', async () => {
    w.server.token = 'token-2';
    await w.ask(1);
    await w.run();
    expect(await w.row(1)).toMatchObject({ state: 'downloaded' });
    expect(await savedMeta(w.db, 'token')).toBe('token-2');
  });

  test('a download stops when paused and continues when resumed', async () => {
    await w.ask(0);
    w.faults.push(async ({ from }) => {
      if (from === MEDIA_CHUNK_BYTES) await pauseDownloads(w.db, [w.sha(0)]);
      return null;
    });
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'paused' });
    expect(w.asked).toHaveLength(2);
    await w.run();
    expect(w.asked).toHaveLength(2);
    w.faults.pop();
    await resumeDownloads(w.db, [w.sha(0)]);
    await w.run();
    expect(w.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 3]);
    expect(await w.row(0)).toMatchObject({ state: 'downloaded' });
  });

  test('deletes everything of a removed download, even of a partial one', async () => {
    await w.ask(0, 1);
    w.faults.push(async ({ from, sha256 }) => {
      if (sha256 === w.sha(0) && from === MEDIA_CHUNK_BYTES) await removeDownloads(w.db, w.caches.storage, [w.sha(0)]);
      return null;
    });
    await w.run();
    expect(await w.row(0)).toBeUndefined();
    expect(w.caches.paths(filesCache(w.db.name)).filter((path) => path.includes(w.sha(0)))).toEqual([]);
    await removeDownloads(w.db, w.caches.storage, [w.sha(1)]);
    expect(w.caches.paths(filesCache(w.db.name))).toEqual([]);
  });

  test('reports a downloaded file that the browser has evicted', async () => {
    await w.ask(1);
    await w.run();
    await w.caches.storage.delete(filesCache(w.db.name));
    await w.run();
    expect(await w.row(1)).toMatchObject({ state: 'failed', fault: 'removed', got: 0 });
  });

  test('removes downloads when their owner logs out', async () => {
    await w.ask(1);
    await w.run();
    expect(w.caches.paths(filesCache(w.db.name))).not.toEqual([]);
    expect(await w.phone.logout('drop')).toEqual({ ok: true });
    expect(w.caches.paths(filesCache(w.db.name))).toEqual([]);
  });

  test('a download replaces an earlier video of the lesson', async () => {
    await w.ask(1);
    await w.run();
    const changed = { ...w.lessons[1]!, media: w.lessons[0]!.media };
    expect(lessonFiles(changed, await w.db.downloads.toArray()).state).toBe('outdated');
    await queueLessons(w.db, [changed], { is_asked: true, now: START });
    await w.run();
    expect((await w.db.downloads.toArray()).map(({ sha256 }) => sha256)).toEqual([w.sha(0)]);
    expect(w.caches.paths(filesCache(w.db.name)).some((path) => path.includes(w.sha(1)))).toBe(false);
  });
});

describe('several downloads', () => {
  beforeEach(async () => {
    w = await makeDownloads([4000, 4001, 4002, 4003]);
  });

  async function widest(): Promise<number> {
    let now = 0;
    let most = 0;
    w.faults.push(async () => {
      now += 1;
      most = Math.max(most, now);
      await rest(5);
      now -= 1;
      return null;
    });
    await w.ask(0, 1, 2, 3);
    await w.run();
    expect((await w.db.downloads.toArray()).map(({ state }) => state)).toEqual(Array(4).fill('downloaded'));
    return most;
  }

  test('downloads run two at a time', async () => expect(await widest()).toBe(2));

  test.each([
    ['a slow connection', { ...wifi, isSlow: true }],
    ['a browser with data saver on', { ...wifi, savesData: true }],
  ])('downloads run one at a time over %s', async (_, line) => {
    w.around.line = line;
    expect(await widest()).toBe(1);
  });

  test('downloads run one at a time with data saver on', async () => {
    await saveDevice(w.device, 'data_saver', true);
    expect(await widest()).toBe(1);
  });

  test('downloads wait for Wi-Fi if the user wants that and the browser can detect it', async () => {
    await saveDevice(w.device, 'wifi_only', true);
    w.around.line = { ...wifi, isWifi: false };
    await w.ask(0);
    await w.run();
    expect([w.asked.length, (await w.row(0))?.state]).toEqual([0, 'queued']);
    w.around.line = { ...wifi, isWifi: false, isKnown: false };
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'downloaded' });
  });

  test('downloads requested files before automatic ones', async () => {
    w.around.line = { ...wifi, isSlow: true };
    await queueLessons(w.db, [w.lessons[0]!], { is_asked: false, now: START - 5 });
    await w.ask(1);
    await w.run();
    expect(w.asked.map(({ sha256 }) => sha256)).toEqual([w.sha(1), w.sha(0)]);
  });

  test('downloads the next two lessons automatically if automatic downloads are switched on', async () => {
    await saveDevice(w.device, 'auto_download', true);
    const { category_id } = w.lessons[0]!;
    const textFields = { slug: 'talk', title: 'Talking', description: '', language: 'en', color: 'teal' } as const;
    await w.db.categories.put({ id: category_id, rev: 1, position: 1, ...textFields });
    await w.run();
    const rows = await w.db.downloads.toArray();
    expect(rows.map(({ is_asked, state }) => [is_asked, state])).toContainEqual([false, 'downloaded']);
    expect(rows.length).toBeLessThanOrEqual(3);
  });
});

describe('a download on a device with little storage', () => {
  beforeEach(async () => {
    w = await makeDownloads([BIG, 5000, 6000]);
  });

  test('checks storage before each file, refuses files that would leave less than 50 MB and downloads smaller ones', async () => {
    w.around.quota = 60e6;
    w.around.used = 60e6 - 50e6 - 2e6;
    await w.ask(0, 1);
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'failed', fault: 'no_room', got: 0 });
    expect(await w.row(1)).toMatchObject({ state: 'downloaded' });
    expect(w.asked.map(({ sha256 }) => sha256)).toEqual([w.sha(1)]);
  });

  test('measures the free storage before each file if the quota reported by the browser is not real', async () => {
    w.around.held = 50e6 + MEDIA_CHUNK_BYTES;
    await w.ask(0, 1);
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'failed', fault: 'no_room', got: 0 });
    expect(await w.row(1)).toMatchObject({ state: 'downloaded' });
  });

  test('evicts only automatic downloads and files of finished lessons when the disk fills, never unsent work or requested files, and reports it', async () => {
    const op_id = await w.phone.store.write(addComment('Unsent'));
    await w.ask(1);
    await queueLessons(w.db, [w.lessons[2]!], { is_asked: false, now: START });
    await w.run();
    const progress = { rev: 1, slices: [], older_s: 0, scrolled: 100, last_read_at: '', done_at: '' };
    await w.db.lesson_progress.put({ id: w.lessons[1]!.id, state: 'done', ...progress });
    await w.ask(0);
    w.caches.room = 3 * MEDIA_CHUNK_BYTES - 5000;
    await w.run();
    expect(await w.row(1)).toBeUndefined();
    expect(await w.row(2)).toBeUndefined();
    expect(await savedMeta(w.db, 'room_made')).toMatchObject({ files: 2, bytes: 11_000 });
    expect(await w.row(0)).toMatchObject({ state: 'downloaded' });
    expect((await w.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
    expect(await w.db.lessons.count()).toBe(3);
  });

  test('stops a download with a reason when nothing can be evicted, and keeps files and unsent work', async () => {
    const op_id = await w.phone.store.write(addComment('Unsent'));
    await w.ask(1);
    await w.run();
    await w.ask(0);
    w.caches.room = MEDIA_CHUNK_BYTES;
    await w.run();
    expect(await w.row(0)).toMatchObject({ state: 'failed', fault: 'no_room', got: MEDIA_CHUNK_BYTES });
    expect(await w.row(1)).toMatchObject({ state: 'downloaded' });
    expect(await savedMeta(w.db, 'room_made')).toBeUndefined();
    expect((await w.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
  });
});
