import { beforeEach, describe, expect, test } from 'vitest';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { saveDevice } from '../../src/db/schema/device.ts';
import { makeDownloads } from '../helpers/downloads.ts';

let w: Awaited<ReturnType<typeof makeDownloads>>;

describe('video in two qualities', () => {
  const next = (quality: 360 | 720) => saveDevice(w.device, 'film_quality', quality).then(() => w.run());

  beforeEach(async () => {
    w = await makeDownloads([4000, 9000]);
    const [small, large] = w.lessons.map(({ media }) => media[0]!) as [MediaItem, MediaItem];
    const media = [
      { ...small, height: 360 },
      { ...large, height: 720 },
    ];
    await w.db.lessons.put({ ...w.lessons[0]!, media });
    await w.db.lessons.delete(w.lessons[1]!.id);
    const textFields = { slug: 'talk', title: 'Talking', description: '', language: 'en', color: 'teal' } as const;
    await w.db.categories.put({ id: w.lessons[0]!.category_id, rev: 1, position: 1, ...textFields });
    await saveDevice(w.device, 'auto_download', true);
  });

  test('downloads a video in the chosen quality and keeps it when the choice changes', async () => {
    await next(720);
    expect(await w.row(1)).toMatchObject({ state: 'downloaded', got: 9000 });
    await next(360);
    expect(await w.row(0)).toBeUndefined();
    expect(await w.row(1)).toMatchObject({ state: 'downloaded' });
    expect(w.asked).toHaveLength(1);
  });

  test('downloads the smallest quality with data saver on', async () => {
    await saveDevice(w.device, 'data_saver', true);
    await next(720);
    expect((await w.db.downloads.toArray()).map(({ sha256 }) => sha256)).toEqual([w.sha(0)]);
  });

  test('falls back to the smallest quality when a larger one does not fit', async () => {
    w.around.quota = 60e6;
    w.around.used = 60e6 - 50e6 - 5000;
    await next(720);
    expect(await w.row(1)).toMatchObject({ state: 'failed', fault: 'no_room' });
    await next(360);
    expect(await w.row(0)).toMatchObject({ state: 'downloaded' });
    expect(await w.row(1)).toBeUndefined();
  });
});
