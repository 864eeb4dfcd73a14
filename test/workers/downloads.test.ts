import { beforeEach, describe, expect, test } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { filesCache } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { pauseDownloads, queueLessons, removeDownloads, resumeDownloads } from '../../src/db/storage/downloads.ts';
import { lessonFiles } from '../../src/db/storage/lesson-files.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { makeDownloads, wifi } from '../helpers/downloads.ts';
import { addComment, settlePromises, START } from '../helpers/phone.ts';

const BIG = 3 * MEDIA_CHUNK_BYTES + 77;
let setup: Awaited<ReturnType<typeof makeDownloads>>;

describe('download', () => {
  beforeEach(async () => {
    setup = await makeDownloads([BIG, 5000]);
  });

  test('a download arrives in ranges of 1 MiB, is verified, and is read back byte for byte', async () => {
    await setup.ask(0);
    expect(lessonFiles(setup.lessons[0]!, await setup.db.downloads.toArray())).toMatchObject({
      state: 'queued',
      bytes: BIG,
    });
    await setup.run();
    expect(setup.asked.map(({ from }) => from)).toEqual([
      0,
      MEDIA_CHUNK_BYTES,
      2 * MEDIA_CHUNK_BYTES,
      3 * MEDIA_CHUNK_BYTES,
    ]);
    expect(await setup.row(0)).toMatchObject({ state: 'downloaded', got: BIG, fault: null });
    expect((await setup.whole(0))?.equals(setup.data(0))).toBe(true);
    expect(lessonFiles(setup.lessons[0]!, await setup.db.downloads.toArray()).state).toBe('downloaded');
    await setup.run();
    expect(setup.asked).toHaveLength(4);
  });

  test('an interrupted download continues where it stopped', async () => {
    await setup.ask(0);
    setup.faults.push(({ from }) => (from === 2 * MEDIA_CHUNK_BYTES ? Promise.reject(new TypeError('cut')) : null));
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'queued', got: 2 * MEDIA_CHUNK_BYTES });
    expect(await setup.whole(0)).toBeNull();
    setup.faults.pop();
    await setup.run();
    expect(setup.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 2, 3]);
    expect((await setup.whole(0))?.equals(setup.data(0))).toBe(true);
  });

  test('resumes a download whose worker was killed, although it is marked as downloading', async () => {
    await setup.ask(0);
    setup.faults.push(({ from }) => (from === MEDIA_CHUNK_BYTES ? Promise.reject(new TypeError('cut')) : null));
    await setup.run();
    setup.faults.pop();
    await setup.db.downloads.update(setup.sha(0), { state: 'downloading' });
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'downloaded' });
  });

  test('retries a corrupt download once and then reports the file as damaged', async () => {
    await setup.ask(1);
    const damagedReply = () =>
      new Response(new Uint8Array(5000), { status: 206, headers: { 'Content-Range': 'bytes 0-4999/5000' } });
    setup.faults.push(damagedReply);
    await setup.run();
    expect(setup.asked).toHaveLength(2);
    expect(await setup.row(1)).toMatchObject({ state: 'failed', fault: 'checksum' });
    expect(await setup.whole(1)).toBeNull();
    setup.faults.pop();
    await resumeDownloads(setup.db, [setup.sha(1)]);
    await setup.run();
    expect(await setup.row(1)).toMatchObject({ state: 'downloaded' });
  });

  test("keeps a download queued if a captive portal's page arrives in place of the file", async () => {
    await setup.ask(1);
    setup.faults.push(() => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } }));
    await setup.run();
    expect(await setup.row(1)).toMatchObject({ state: 'queued', got: 0 });
  });

  test('a download reports missing and forbidden files', async () => {
    setup.bySha.delete(setup.sha(0));
    await setup.ask(0, 1);
    setup.faults.push(() => new Response(null, { status: 403 }));
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'failed', fault: 'not_there' });
    expect(await setup.row(1)).toMatchObject({ state: 'failed', fault: 'no_right' });
    expect(lessonFiles(setup.lessons[0]!, await setup.db.downloads.toArray()).state).toBe('unavailable');
  });

  test('refreshes an expired token during a download', async () => {
    setup.server.token = 'token-2';
    await setup.ask(1);
    await setup.run();
    expect(await setup.row(1)).toMatchObject({ state: 'downloaded' });
    expect(await savedMeta(setup.db, 'token')).toBe('token-2');
  });

  test('a download stops when paused and continues when resumed', async () => {
    await setup.ask(0);
    setup.faults.push(async ({ from }) => {
      if (from === MEDIA_CHUNK_BYTES) await pauseDownloads(setup.db, [setup.sha(0)]);
      return null;
    });
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'paused' });
    expect(setup.asked).toHaveLength(2);
    await setup.run();
    expect(setup.asked).toHaveLength(2);
    setup.faults.pop();
    await resumeDownloads(setup.db, [setup.sha(0)]);
    await setup.run();
    expect(setup.asked.map(({ from }) => from / MEDIA_CHUNK_BYTES)).toEqual([0, 1, 2, 3]);
    expect(await setup.row(0)).toMatchObject({ state: 'downloaded' });
  });

  test('removing a download deletes all of its stored bytes, even if it was only partly downloaded', async () => {
    await setup.ask(0, 1);
    setup.faults.push(async ({ from, sha256 }) => {
      if (sha256 === setup.sha(0) && from === MEDIA_CHUNK_BYTES)
        await removeDownloads(setup.db, setup.caches.storage, [setup.sha(0)]);
      return null;
    });
    await setup.run();
    expect(await setup.row(0)).toBeUndefined();
    expect(setup.caches.paths(filesCache(setup.db.name)).filter((path) => path.includes(setup.sha(0)))).toEqual([]);
    await removeDownloads(setup.db, setup.caches.storage, [setup.sha(1)]);
    expect(setup.caches.paths(filesCache(setup.db.name))).toEqual([]);
  });

  test('reports a downloaded file that the browser has evicted', async () => {
    await setup.ask(1);
    await setup.run();
    await setup.caches.storage.delete(filesCache(setup.db.name));
    await setup.run();
    expect(await setup.row(1)).toMatchObject({ state: 'failed', fault: 'removed', got: 0 });
  });

  test('removes downloads when their owner logs out', async () => {
    await setup.ask(1);
    await setup.run();
    expect(setup.caches.paths(filesCache(setup.db.name))).not.toEqual([]);
    expect(await setup.phone.logout('drop')).toEqual({ ok: true });
    expect(setup.caches.paths(filesCache(setup.db.name))).toEqual([]);
  });

  test('a download replaces an earlier video of the lesson', async () => {
    await setup.ask(1);
    await setup.run();
    const changed = { ...setup.lessons[1]!, media: setup.lessons[0]!.media };
    expect(lessonFiles(changed, await setup.db.downloads.toArray()).state).toBe('outdated');
    await queueLessons(setup.db, [changed], { is_asked: true, now: START });
    await setup.run();
    expect((await setup.db.downloads.toArray()).map(({ sha256 }) => sha256)).toEqual([setup.sha(0)]);
    expect(setup.caches.paths(filesCache(setup.db.name)).some((path) => path.includes(setup.sha(1)))).toBe(false);
  });
});

describe('several downloads', () => {
  beforeEach(async () => {
    setup = await makeDownloads([4000, 4001, 4002, 4003]);
  });

  async function measureParallelDownloads(): Promise<number> {
    let running = 0;
    let max = 0;
    setup.faults.push(async () => {
      running += 1;
      max = Math.max(max, running);
      await settlePromises(5);
      running -= 1;
      return null;
    });
    await setup.ask(0, 1, 2, 3);
    await setup.run();
    expect((await setup.db.downloads.toArray()).map(({ state }) => state)).toEqual(Array(4).fill('downloaded'));
    return max;
  }

  test('downloads run two at a time', async () => expect(await measureParallelDownloads()).toBe(2));

  test.each([
    ['over a slow connection', { ...wifi, isSlow: true }],
    ['in a browser with data saver on', { ...wifi, savesData: true }],
  ])('downloads run one at a time %s', async (_, line) => {
    setup.around.line = line;
    expect(await measureParallelDownloads()).toBe(1);
  });

  test('downloads run one at a time if data saver is switched on in the app', async () => {
    await saveDeviceValue(setup.device, 'data_saver', true);
    expect(await measureParallelDownloads()).toBe(1);
  });

  test('downloads wait for Wi-Fi if the user wants that and the browser can detect it', async () => {
    await saveDeviceValue(setup.device, 'wifi_only', true);
    setup.around.line = { ...wifi, isWifi: false };
    await setup.ask(0);
    await setup.run();
    expect([setup.asked.length, (await setup.row(0))?.state]).toEqual([0, 'queued']);
    setup.around.line = { ...wifi, isWifi: false, isKnown: false };
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'downloaded' });
  });

  test('downloads requested files before files that are downloaded automatically', async () => {
    setup.around.line = { ...wifi, isSlow: true };
    await queueLessons(setup.db, [setup.lessons[0]!], { is_asked: false, now: START - 5 });
    await setup.ask(1);
    await setup.run();
    expect(setup.asked.map(({ sha256 }) => sha256)).toEqual([setup.sha(1), setup.sha(0)]);
  });

  test('downloads the first three lessons automatically if no lesson was started', async () => {
    await saveDeviceValue(setup.device, 'auto_download', true);
    const { category_id } = setup.lessons[0]!;
    const textFields = { slug: 'talk', title: 'Talking', description: '', language: 'en', color: 'teal' } as const;
    await setup.db.categories.put({ id: category_id, rev: 1, position: 1, ...textFields });
    await setup.run();
    const rows = await setup.db.downloads.toArray();
    expect(rows.map(({ is_asked, state }) => [is_asked, state])).toEqual(Array(3).fill([false, 'downloaded']));
  });
});

describe('a download on a device with little storage', () => {
  beforeEach(async () => {
    setup = await makeDownloads([BIG, 5000, 6000]);
  });

  test('checks storage before each file, and refuses one that would leave less than 50 MB', async () => {
    setup.around.quota = 60e6;
    setup.around.used = 60e6 - 50e6 - 2e6;
    await setup.ask(0, 1);
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'failed', fault: 'no_room', got: 0 });
    expect(await setup.row(1)).toMatchObject({ state: 'downloaded' });
    expect(setup.asked.map(({ sha256 }) => sha256)).toEqual([setup.sha(1)]);
  });

  test('measures the free storage before each file if the browser overstates its quota', async () => {
    setup.around.held = 50e6 + MEDIA_CHUNK_BYTES;
    await setup.ask(0, 1);
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'failed', fault: 'no_room', got: 0 });
    expect(await setup.row(1)).toMatchObject({ state: 'downloaded' });
  });

  test('evicts automatic downloads and finished lessons when the disk fills, but no requested files', async () => {
    const op_id = await setup.phone.store.write(addComment('Unsent'));
    await setup.ask(1);
    await queueLessons(setup.db, [setup.lessons[2]!], { is_asked: false, now: START });
    await setup.run();
    const progress = { rev: 1, slices: [], older_s: 0, scrolled: 100, last_read_at: '', done_at: '' };
    await setup.db.lesson_progress.put({ id: setup.lessons[1]!.id, state: 'done', ...progress });
    await setup.ask(0);
    setup.caches.freeBytes = 3 * MEDIA_CHUNK_BYTES - 5000;
    await setup.run();
    expect(await setup.row(1)).toBeUndefined();
    expect(await setup.row(2)).toBeUndefined();
    expect(await savedMeta(setup.db, 'room_made')).toMatchObject({ files: 2, bytes: 11_000 });
    expect(await setup.row(0)).toMatchObject({ state: 'downloaded' });
    expect((await setup.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
    expect(await setup.db.lessons.count()).toBe(3);
  });

  test('stops a download with a reason when nothing can be evicted, and keeps files and unsent work', async () => {
    const op_id = await setup.phone.store.write(addComment('Unsent'));
    await setup.ask(1);
    await setup.run();
    await setup.ask(0);
    setup.caches.freeBytes = MEDIA_CHUNK_BYTES;
    await setup.run();
    expect(await setup.row(0)).toMatchObject({ state: 'failed', fault: 'no_room', got: MEDIA_CHUNK_BYTES });
    expect(await setup.row(1)).toMatchObject({ state: 'downloaded' });
    expect(await savedMeta(setup.db, 'room_made')).toBeUndefined();
    expect((await setup.db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
  });
});
