import { describe, expect, it } from 'vitest';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import type { Download } from '../../src/db/storage/download-row.ts';
import { withVideoQuality, preferredVideoHeight } from '../../src/db/storage/video-quality.ts';
import { makePhone } from '../helpers/fake-server.ts';

const item = (kind: MediaItem['kind'], name: string, height: number | null): MediaItem => ({
  kind,
  sha256: name,
  bytes: 1,
  mime: '',
  width: null,
  height,
  alt: '',
});
const [s, m, l] = [360, 540, 720].map((height) => item('video', String(height), height)) as [
  MediaItem,
  MediaItem,
  MediaItem,
];
const plain = item('video', 'plain', null);
const others = [item('cover', 'cover', 90), item('audio', 'sound', null), item('captions', 'words', null)];

type Rows = Record<string, Download['state']>;

const choose = (videos: MediaItem[], wanted: number, downloads: Rows = {}) => {
  const rows = Object.entries(downloads).map(([sha256, state]) => ({ sha256, state }));
  const { media } = withVideoQuality({ media: [...videos, ...others] }, wanted, rows);
  expect(media.filter(({ kind }) => kind !== 'video')).toEqual(others);
  return media.filter(({ kind }) => kind === 'video').map(({ sha256 }) => sha256);
};

describe("choosing one quality of a lesson's video", () => {
  it.each<[string, MediaItem[], number, Rows, string[]]>([
    ['no video for a lesson without one', [], 540, {}, []],
    ['the only video, whatever quality is wanted', [l], 360, {}, ['720']],
    ['the wanted quality', [s, m, l], 540, {}, ['540']],
    ['the largest quality below the wanted one', [s, m], 720, {}, ['540']],
    ['the largest quality below the wanted one, regardless of the order of the list', [l, s], 540, {}, ['360']],
    ['the smallest quality if all are larger than wanted', [l, m], 360, {}, ['540']],
    ['the smallest quality with data saver on', [m, s, l], 0, {}, ['360']],
    ['a video of unknown height as if it had 540p', [plain, s], 540, {}, ['plain']],
    ['a smaller video rather than one of unknown height', [plain, s], 360, {}, ['360']],
    ['a larger video rather than one of unknown height', [plain, l], 720, {}, ['720']],
    ['a downloaded video although another quality is wanted', [s, m, l], 360, { 720: 'downloaded' }, ['720']],
    ['a queued video although another quality is wanted', [s, m, l], 720, { 360: 'queued' }, ['360']],
    [
      'a video that is being downloaded although another quality is wanted',
      [s, m, l],
      720,
      { 360: 'downloading' },
      ['360'],
    ],
    [
      'a video whose download was paused although another quality is wanted',
      [s, m, l],
      720,
      { 360: 'paused' },
      ['360'],
    ],
    ['the wanted quality after the download of another one failed', [s, m, l], 360, { 720: 'failed' }, ['360']],
    [
      'the downloaded video nearest to the wanted quality',
      [s, m, l],
      540,
      { 360: 'downloaded', 720: 'downloaded' },
      ['360'],
    ],
    [
      'the wanted quality although a video of another lesson is downloaded',
      [s, m],
      540,
      { 720: 'downloaded' },
      ['540'],
    ],
  ])('selects %s', (_, videos, wanted, downloads, expected) =>
    expect(choose(videos, wanted, downloads)).toEqual(expected),
  );
});

it('the preferred video quality is the chosen one, 540p by default, and the smallest with data saver on', async () => {
  const { ports } = await makePhone();
  const device = openDeviceDb(ports);
  expect(await preferredVideoHeight(device, { savesData: false })).toBe(540);
  await saveDeviceValue(device, 'film_quality', 720);
  expect(await preferredVideoHeight(device, { savesData: false })).toBe(720);
  expect(await preferredVideoHeight(device, { savesData: true })).toBe(0);
  await saveDeviceValue(device, 'data_saver', true);
  expect(await preferredVideoHeight(device, { savesData: false })).toBe(0);
  device.close();
});
