import { beforeEach, describe, expect, test } from 'vitest';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { makeDownloads } from '../helpers/downloads.ts';

let setup: Awaited<ReturnType<typeof makeDownloads>>;

describe('video in two qualities', () => {
  const runWithQuality = (quality: 360 | 720) =>
    saveDeviceValue(setup.device, 'film_quality', quality).then(() => setup.run());

  beforeEach(async () => {
    setup = await makeDownloads([4000, 9000]);
    const [small, large] = setup.lessons.map(({ media }) => media[0]!) as [MediaItem, MediaItem];
    const media = [
      { ...small, height: 360 },
      { ...large, height: 720 },
    ];
    await setup.db.lessons.put({ ...setup.lessons[0]!, media });
    await setup.db.lessons.delete(setup.lessons[1]!.id);
    const textFields = { slug: 'talk', title: 'Talking', description: '', language: 'en', color: 'teal' } as const;
    await setup.db.categories.put({ id: setup.lessons[0]!.category_id, rev: 1, position: 1, ...textFields });
    await saveDeviceValue(setup.device, 'auto_download', true);
  });

  test('downloads a video in the chosen quality and keeps it when the choice changes', async () => {
    await runWithQuality(720);
    expect(await setup.row(1)).toMatchObject({ state: 'downloaded', got: 9000 });
    await runWithQuality(360);
    expect(await setup.row(0)).toBeUndefined();
    expect(await setup.row(1)).toMatchObject({ state: 'downloaded' });
    expect(setup.asked).toHaveLength(1);
  });

  test('downloads the smallest quality with data saver on', async () => {
    await saveDeviceValue(setup.device, 'data_saver', true);
    await runWithQuality(720);
    expect((await setup.db.downloads.toArray()).map(({ sha256 }) => sha256)).toEqual([setup.sha(0)]);
  });

  test('replaces a video that did not fit with one of lower quality when the user chooses that quality', async () => {
    setup.around.quota = 60e6;
    setup.around.used = 60e6 - 50e6 - 5000;
    await runWithQuality(720);
    expect(await setup.row(1)).toMatchObject({ state: 'failed', fault: 'no_room' });
    await runWithQuality(360);
    expect(await setup.row(0)).toMatchObject({ state: 'downloaded' });
    expect(await setup.row(1)).toBeUndefined();
  });
});
