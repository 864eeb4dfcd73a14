import { describe, expect, it } from 'vitest';
import type { MediaItem } from '../../contract/entities/lesson.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { saveDevice } from '../../src/db/schema/device.ts';
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

const chosen = (films: MediaItem[], wanted: number, here: Rows = {}) => {
  const rows = Object.entries(here).map(([sha256, state]) => ({ sha256, state }));
  const { media } = withVideoQuality({ media: [...films, ...others] }, wanted, rows);
  expect(media.filter(({ kind }) => kind !== 'video')).toEqual(others);
  return media.filter(({ kind }) => kind === 'video').map(({ sha256 }) => sha256);
};

describe("choosing one quality of a lesson's video", () => {
  it.each<[string, MediaItem[], number, Rows, string[]]>([
    ['none where there is none', [], 540, {}, []],
    ['the only one, whatever is wanted', [l], 360, {}, ['720']],
    ['the wanted one', [s, m, l], 540, {}, ['540']],
    ['the largest within it', [s, m], 720, {}, ['540']],
    ['the largest within it, in whatever order they stand', [l, s], 540, {}, ['360']],
    ['the smallest where all have more', [l, m], 360, {}, ['540']],
    ['the smallest where data is saved', [m, s, l], 0, {}, ['360']],
    ['one without lines, which counts as 540', [plain, s], 540, {}, ['plain']],
    ['a smaller one before it', [plain, s], 360, {}, ['360']],
    ['a larger one before it', [plain, l], 720, {}, ['720']],
    ['the one that is here, though another is wanted', [s, m, l], 360, { 720: 'downloaded' }, ['720']],
    ['the one that waits', [s, m, l], 720, { 360: 'queued' }, ['360']],
    ['the one that comes', [s, m, l], 720, { 360: 'downloading' }, ['360']],
    ['the one that was stopped', [s, m, l], 720, { 360: 'paused' }, ['360']],
    ['another one after what did not come', [s, m, l], 360, { 720: 'failed' }, ['360']],
    ['the nearest of several that are here', [s, m, l], 540, { 360: 'downloaded', 720: 'downloaded' }, ['360']],
    ['none that belongs to another lesson', [s, m], 540, { 720: 'downloaded' }, ['540']],
  ])('%s', (_, films, wanted, here, expected) => expect(chosen(films, wanted, here)).toEqual(expected));
});

it('prefers the chosen video quality, else 540p, and the smallest with data saver on', async () => {
  const { ports } = await makePhone();
  const device = openDeviceDb(ports);
  expect(await preferredVideoHeight(device, { savesData: false })).toBe(540);
  await saveDevice(device, 'film_quality', 720);
  expect(await preferredVideoHeight(device, { savesData: false })).toBe(720);
  expect(await preferredVideoHeight(device, { savesData: true })).toBe(0);
  await saveDevice(device, 'data_saver', true);
  expect(await preferredVideoHeight(device, { savesData: false })).toBe(0);
  device.close();
});
