import type { Lesson, MediaItem } from '../../../contract/entities/lesson.ts';
import { DEFAULT_VIDEO_HEIGHT } from '../../../contract/video-heights.ts';
import { type Connection, readConnection } from '../../lib/connection.ts';
import type { DeviceDb, PhoneDb } from '../schema/db.ts';
import { savedDeviceValue } from '../schema/device.ts';
import type { Download } from './download-row.ts';
import { withDevice } from '../schema/with-device.ts';

type WithMedia = Pick<Lesson, 'media'>;

const heightOf = ({ height }: MediaItem): number => height ?? DEFAULT_VIDEO_HEIGHT;

const videosOf = ({ media }: WithMedia): MediaItem[] => media.filter(({ kind }) => kind === 'video');

/**
 * Returns the video with the largest height of at most `wanted` pixels, or the smallest video if all are larger. Of
 * several videos of the same height, returns the first.
 */
function pickVideo(videos: readonly MediaItem[], wanted: number): MediaItem | undefined {
  const sorted = videos.toSorted((a, b) => heightOf(b) - heightOf(a));
  const lowest = Math.min(...videos.map(heightOf));
  return sorted.find((video) => heightOf(video) <= Math.max(wanted, lowest));
}

/**
 * Returns the lesson with one of its videos, which all show the same content in different qualities. A video that is
 * stored or being downloaded takes precedence over the preferred quality, so that changing the setting hides nothing
 * and downloads nothing twice. If its download failed, the preferred quality applies again.
 */
export function withVideoQuality<L extends WithMedia>(
  lesson: L,
  wanted: number,
  rows: readonly Pick<Download, 'sha256' | 'state'>[],
): L {
  const videos = videosOf(lesson);
  if (videos.length < 2) return lesson;
  const startedVideos = videos.filter((video) =>
    rows.some((row) => row.sha256 === video.sha256 && row.state !== 'failed'),
  );
  const video = pickVideo(startedVideos.length > 0 ? startedVideos : videos, wanted);
  return { ...lesson, media: lesson.media.filter((item) => item.kind !== 'video' || item === video) };
}

/** Returns the preferred video height in pixels; 0 selects the smallest, to save data. */
export async function preferredVideoHeight(
  device: DeviceDb,
  { savesData }: Pick<Connection, 'savesData'>,
): Promise<number> {
  if (savesData || (await savedDeviceValue(device, 'data_saver'))) return 0;
  return (await savedDeviceValue(device, 'film_quality')) ?? DEFAULT_VIDEO_HEIGHT;
}

const wantedHeightInPage = (): Promise<number> =>
  withDevice((device) => preferredVideoHeight(device, readConnection()));

/**
 * Returns lessons with at most one video each, chosen by withVideoQuality. All code that deals with a lesson's files
 * must use the lessons that this function returns. The preferred height is read only for a lesson with several videos;
 * workers pass their own function to read it.
 */
export async function withOneVideo<L extends WithMedia>(
  db: PhoneDb,
  lessons: readonly L[],
  readWantedHeight: () => Promise<number> = wantedHeightInPage,
): Promise<L[]> {
  const videos = lessons.map(videosOf).filter(({ length }) => length > 1);
  if (videos.length === 0) return [...lessons];
  const hashes = videos.flat().map(({ sha256 }) => sha256);
  const rows = await db.downloads.where('sha256').anyOf(hashes).toArray();
  const maxHeight = await readWantedHeight();
  return lessons.map((lesson) => withVideoQuality(lesson, maxHeight, rows));
}
